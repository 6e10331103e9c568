import type { LineSeriesOption } from 'echarts';
import type { FamilyForm } from './controls.ts';
import type { SeriesData } from './data.ts';
import type { Style } from './style.ts';

/** Whether an axis of values has a place for one. */
export function canStand(value: number | null, { logAxis }: Pick<FamilyForm, 'logAxis'>): boolean {
  return value !== null && !(logAxis && value <= 0);
}

/** The values that the axis has a place for; the others are gaps. */
export function standing(
  values: readonly (number | null)[],
  form: Pick<FamilyForm, 'logAxis'>,
): readonly (number | null)[] {
  return form.logAxis ? values.map((value) => (canStand(value, form) ? value : null)) : values;
}

/** Points in the order of the x values, so that an index means the same row everywhere. */
export function pointsOf(
  values: readonly (number | null)[],
  data: SeriesData,
  form: Pick<FamilyForm, 'logAxis'>,
  style: Pick<Style, 'horizontal'>,
): NonNullable<LineSeriesOption['data']> {
  const drawn = standing(values, form);
  if (data.x.kind === 'category') return drawn.map((value) => value ?? '-');
  return drawn.map((value, index) => {
    const x = Number(data.x.cells[index]);
    return style.horizontal ? [value ?? '-', x] : [x, value ?? '-'];
  });
}

/** A value between two gaps has no line to be seen by, so it has a symbol; the same points where there is none. */
export function withLonelyPoints(
  points: NonNullable<LineSeriesOption['data']>,
  values: readonly (number | null)[],
  size: number,
): NonNullable<LineSeriesOption['data']> {
  const isThere = (index: number) => (values[index] ?? null) !== null;
  const isLonely = (index: number) => isThere(index) && !isThere(index - 1) && !isThere(index + 1);
  if (!values.some((_, index) => isLonely(index))) return points;
  return points.map((value, index) =>
    isLonely(index) ? ({ value, symbol: 'circle', symbolSize: size } as (typeof points)[number]) : value,
  );
}
