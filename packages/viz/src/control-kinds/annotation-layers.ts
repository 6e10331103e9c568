import { type AnnotationLayer, readAnnotationLayers } from '@tessera/core/annotations/layer';
import { defineKind } from './kind.ts';

/** What is drawn over the data; layers name other charts and layers, never columns of this dataset. */
export type AnnotationLayersControl = { readonly kind: 'annotation_layers' };

export const annotationLayers = defineKind<AnnotationLayersControl, readonly AnnotationLayer[]>({
  read: readAnnotationLayers,
  empty: () => [],
  initial: () => [],
});
