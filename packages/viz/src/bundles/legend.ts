import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import { LEGEND_ORIENTATIONS, LEGEND_TYPES } from '../shared/choices.ts';
import { defineBundle } from './bundle.ts';

/** Whether there is a legend, of which kind and where. */
export const legend = defineBundle({
  controls: {
    show_legend: { kind: 'bool', label: msg('Show legend'), default: true, renderOnly: true },
    legendType: {
      kind: 'select',
      label: msg('Legend type'),
      choices: LEGEND_TYPES,
      default: 'scroll',
      renderOnly: true,
      visible: isShown,
    },
    legendOrientation: {
      kind: 'select',
      label: msg('Legend orientation'),
      choices: LEGEND_ORIENTATIONS,
      default: 'top',
      renderOnly: true,
      visible: isShown,
    },
    legendMargin: {
      kind: 'text',
      label: msg('Legend margin'),
      hint: msg('Room for the legend in pixels.'),
      default: '',
      format: 'integer',
      renderOnly: true,
      visible: isShown,
    },
  },
  sections: [
    {
      tab: 'customize',
      label: msg('Legend'),
      controls: ['show_legend', 'legendType', 'legendOrientation', 'legendMargin'],
    },
  ],
});

function isShown(form: RawForm): boolean {
  return form['show_legend'] !== false;
}
