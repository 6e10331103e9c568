import { queryOptions } from '@tanstack/react-query';
import type {
  Annotation as AnnotationBody,
  AnnotationPost,
  AnnotationPut,
  Layer as LayerBody,
  LayerPost,
  Result,
  SavedBody,
} from '@tessera/server/contract';
import { request } from './client.ts';

/** What lists and dialogs read of a layer. */
export type Layer = Pick<LayerBody, 'id' | 'name' | 'descr' | 'changed_by' | 'changed_on_delta_humanized' | 'version'>;
/** What they read of an annotation; instants are ISO text in UTC. */
export type Annotation = Pick<
  AnnotationBody,
  'id' | 'short_descr' | 'long_descr' | 'start_dttm' | 'end_dttm' | 'json_metadata' | 'version'
>;

export type LayerInput = Required<LayerPost>;
/** What is left out stays. */
export type AnnotationInput = Pick<AnnotationPost, 'short_descr'> &
  Required<Pick<AnnotationPut, 'long_descr' | 'json_metadata'>> &
  Pick<AnnotationPut, 'start_dttm' | 'end_dttm'>;

export const layersResource = 'annotation_layer';

/** The list resource of the annotations of one layer. */
export function annotationsOf(layerId: number): string {
  return `${layersResource}/${layerId}/annotation`;
}

export function layerDetails(id: number) {
  return queryOptions({
    queryKey: [layersResource, id] as const,
    queryFn: async ({ signal }) => (await request<Result<Layer>>(`/${layersResource}/${id}`, { signal })).result,
  });
}

/** Makes a layer, or changes one. @throws ApiError 412 when the layer is at another version by now */
export async function saveLayer(layer: Pick<Layer, 'id' | 'version'> | null, input: LayerInput): Promise<void> {
  if (layer === null) await createLayer(input);
  else await request(`/${layersResource}/${layer.id}`, { method: 'PUT', body: input, ifMatch: layer.version });
}

/** @returns the id of the new layer */
export async function createLayer(input: LayerInput): Promise<number> {
  return (await request<SavedBody>(`/${layersResource}/`, { method: 'POST', body: input })).id;
}

/** Makes an annotation, or changes one. @throws ApiError 412 when the annotation is at another version by now */
export async function saveAnnotation(
  layerId: number,
  annotation: Pick<Annotation, 'id' | 'version'> | null,
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
