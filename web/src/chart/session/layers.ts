import { readAnnotationLayers } from '@tessera/core/annotations/layer';
import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import type { LayerRequest } from './session-types.ts';

/**
 * Take the layers that are shown out of queries, under the names that they have among all of them: each is asked for by
 * itself.
 */
export function splitLayers(queries: readonly QueryObject[]): {
  readonly queries: readonly QueryObject[];
  readonly layers: readonly RawForm[];
} {
  const stored = (queries[0]?.annotation_layers ?? []).filter((layer) => readAnnotationLayers([layer]).length > 0);
  const layers = readAnnotationLayers(stored).flatMap(({ show, name }, index) =>
    show ? [{ ...stored[index], name }] : [],
  );
  return { queries: queries.map((query) => ({ ...query, annotation_layers: [] })), layers };
}

/** Layers as they are asked for, each with its name. */
export function layerRequests(layers: readonly RawForm[]): readonly LayerRequest[] {
  return layers.flatMap((layer) => readAnnotationLayers([layer]).map((read) => ({ layer, read, name: read.name })));
}
