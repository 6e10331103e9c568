import { addsUp, addsUpOverTime, type Additivity } from '@tessera/core/additivity';
import type { PartitionForm } from './controls.ts';

/** A row of the answer: its time, and its value of one metric. */
export type Point = { readonly time: number | null; readonly value: number | null };

/**
 * What a group of rows is worth; null where it has no value, or where nobody can say because the metric does not add
 * up.
 */
export type Measure = (points: readonly Point[]) => number | null;

/** The measure of an option, over the first and the last time of the whole answer. */
export function measureOf(
  option: PartitionForm['time_series_option'],
  additivity: Additivity,
  ends: readonly [number, number],
): Measure {
  const sum: Measure = (points) => {
    const values = points.flatMap(({ value }) => value ?? []);
    if (values.length <= 1) return values[0] ?? null;
    const isOverTime = new Set(points.map(({ time }) => time)).size > 1;
    if (isOverTime ? !addsUpOverTime(additivity) : !addsUp(additivity)) return null;
    return values.reduce((total, value) => total + value, 0);
  };
  const at = (points: readonly Point[], time: number) => sum(points.filter((point) => point.time === time));
  const between = (compare: (from: number, to: number) => number | null): Measure => {
    const [first, last] = ends;
    return (points) => {
      const [from, to] = [at(points, first), at(points, last)];
      return from === null || to === null ? null : compare(from, to);
    };
  };
  switch (option) {
    case 'not_time':
    case 'time_series':
    case 'adv_anal':
    case 'agg_sum':
      return sum;
    case 'agg_mean':
      return (points) => meanOf(points, at);
    case 'point_diff':
      return between((from, to) => to - from);
    case 'point_factor':
      return between((from, to) => (from === 0 ? null : to / from));
    case 'point_percent':
      return between((from, to) => (from === 0 ? null : to / from - 1));
  }
}

/** The mean over times of what the rows are worth at each. */
function meanOf(
  points: readonly Point[],
  at: (points: readonly Point[], time: number) => number | null,
): number | null {
  const times = [...new Set(points.map(({ time }) => time))];
  const values = times.map((time) => (time === null ? null : at(points, time)));
  const known = values.flatMap((value) => value ?? []);
  return known.length === 0 || known.length < values.length ? null : known.reduce((a, b) => a + b, 0) / known.length;
}
