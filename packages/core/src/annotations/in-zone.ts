import { wallOf } from '../time-range/wall-clock.ts';
import type { AnnotationLayer, AnnotationRecords } from './layer.ts';

/** The columns of a layer's own records that are instants. */
const NATIVE_MOMENTS: readonly string[] = ['start_dttm', 'end_dttm'];

/** Records of a layer with their moments where the clock of a zone has them. */
export function recordsInZone(
  found: AnnotationRecords,
  { sourceType }: Pick<AnnotationLayer, 'sourceType'>,
  zone: string,
): AnnotationRecords {
  const moments = sourceType === 'NATIVE' ? NATIVE_MOMENTS : (found.moments ?? []);
  if (zone === 'UTC' || moments.length === 0) return found;
  const wall = wallOf(zone);
  const records = found.records.map((record) => {
    const times = moments.flatMap((name) => {
      const at = record[name];
      return typeof at === 'number' ? [[name, wall(at)] as const] : [];
    });
    return { ...record, ...Object.fromEntries(times) };
  });
  return { ...found, records };
}
