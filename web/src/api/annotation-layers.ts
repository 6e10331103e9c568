import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

export const layersResource = 'annotation_layer';

type Person = { readonly first_name: string; readonly last_name: string };

/** A layer of annotations as lists read it. */
export type AnnotationLayerRow = {
  readonly id: number;
  readonly name: string;
  readonly descr: string | null;
  readonly changed_by: Person | null;
  readonly changed_on_delta_humanized: string;
  readonly version: number;
};
export type LayerInput = { readonly name: string; readonly descr: string | null };

/** An annotation as lists read it; instants are ISO text in UTC. */
export type AnnotationRow = {
  readonly id: number;
  readonly short_descr: string;
  readonly long_descr: string | null;
  readonly start_dttm: string;
  readonly end_dttm: string;
  readonly json_metadata: string | null;
  readonly version: number;
};
/** What is left out stays. */
export type AnnotationInput = {
  readonly short_descr: string;
  readonly long_descr: string | null;
  readonly start_dttm?: string;
  readonly end_dttm?: string | null;
  readonly json_metadata: string | null;
};

/** The list resource of the annotations of one layer. */
export function annotationsOf(layerId: number): string {
  return `${layersResource}/${layerId}/annotation`;
}

export function layerDetails(id: number) {
  return queryOptions({
    queryKey: [layersResource, id] as const,
    queryFn: async ({ signal }) =>
      (await request<{ readonly result: AnnotationLayerRow }>(`/${layersResource}/${id}`, { signal })).result,
  });
}

/** Makes a layer, or changes one. @throws ApiError 412 when the layer is at another version by now */
export async function saveLayer(
  layer: Pick<AnnotationLayerRow, 'id' | 'version'> | null,
  input: LayerInput,
): Promise<void> {
  if (layer === null) await request(`/${layersResource}/`, { method: 'POST', body: input });
  else await request(`/${layersResource}/${layer.id}`, { method: 'PUT', body: input, ifMatch: layer.version });
}

/** Makes an annotation, or changes one. @throws ApiError 412 when the annotation is at another version by now */
export async function saveAnnotation(
  layerId: number,
  annotation: Pick<AnnotationRow, 'id' | 'version'> | null,
  input: AnnotationInput,
): Promise<void> {
  if (annotation === null) await request(`/${annotationsOf(layerId)}/`, { method: 'POST', body: input });
  else
    await request(`/${annotationsOf(layerId)}/${annotation.id}`, {
      method: 'PUT',
      body: input,
      ifMatch: annotation.version,
    });
}

/** Deletes one row of a list resource. */
export async function deleteFrom(resource: string, id: number): Promise<void> {
  await request(`/${resource}/${id}`, { method: 'DELETE' });
}
