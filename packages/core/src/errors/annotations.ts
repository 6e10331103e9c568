import { message } from '../messages.ts';
import { defineErrors } from './define.ts';

/** What is wrong with the annotation layers of a chart. */
export const annotationErrors = defineErrors({
  annotation_failed: {
    status: 400,
    text: (p: { layer: string; reason: string }) =>
      message('Error: annotation layer "%(layer)s": %(reason)s', { layer: p.layer, reason: p.reason }),
  },
});
