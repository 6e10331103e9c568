import { recordsInZone } from '@tessera/core/annotations/in-zone';
import type { AnnotationLayer, AnnotationRecords } from '@tessera/core/annotations/layer';
import type { QueryResult } from '../define.ts';

/** What a layer draws over an answer, in the clock that the answer is in. */
export function annotationRecords(
  result: QueryResult | undefined,
  layer: Pick<AnnotationLayer, 'name' | 'sourceType'>,
): AnnotationRecords | undefined {
  const records = result?.annotations?.get(layer.name);
  return records && recordsInZone(records, layer, result?.timeZone ?? 'UTC');
}
