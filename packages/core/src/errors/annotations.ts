import { defineErrors } from './define.ts';

/** What is wrong with the annotation layers of a chart. */
export const annotationErrors = defineErrors({
  annotation_failed: {
    status: 400,
    text: (p: { layer: string; reason: string }) => `Error: annotation layer "${p.layer}": ${p.reason}`,
  },
});
