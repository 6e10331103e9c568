import { msg } from '@tessera/core/messages';
import { defineBundle } from './bundle.ts';

/** Marks over the data; formulas are drawn from their text, the other layers ask for records of their own. */
export const annotation = defineBundle({
  controls: {
    annotation_layers: {
      kind: 'annotation_layers',
      label: msg('Annotation layers'),
      hint: msg('Events, spans, lines of other charts and formulas, drawn over the data.'),
      renderOnly: true,
    },
  },
  sections: [{ tab: 'data', label: msg('Annotations and layers'), controls: ['annotation_layers'] }],
});
