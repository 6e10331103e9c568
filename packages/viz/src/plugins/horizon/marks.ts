import type { ChartContext, QueryResult } from '../../define.ts';
import type { Mark } from '../../marks.ts';
import { seriesFilters, timeMark } from '../../shared/time-series.ts';
import { writerOf, type Horizon, type HorizonSeries, momentName, readHorizon } from './bands.ts';
import type { HorizonForm } from './controls.ts';
import { placeOf } from './place.ts';

/** More moments than these are no targets for a pointer; then a series is one. */
const MOST_POINTS = 4000;

export function hasPoints({ times, series }: Horizon): boolean {
  return times.length * series.length <= MOST_POINTS && times.length > 1;
}

/** A mark for each moment of each series, or for each series of very many moments. */
export function horizonMarks(
  results: readonly QueryResult[],
  form: HorizonForm,
  context: ChartContext,
): readonly Mark[] {
  const data = readHorizon(results[0], form, context);
  const place = placeOf(data, form, context);
  const box = (row: number) => ({ y: place.top + row * place.row, height: place.row - place.gap });
  return data.series.slice(0, place.shown).flatMap((series, row) => {
    const own = { ...seriesMark(series, form, context), at: { ...box(row), x: place.left, width: place.width } };
    if (!hasPoints(data)) return [own];
    const points = data.times.flatMap((_, index): Mark[] => {
      const mark = pointMark(series, index, data, form, context);
      const [from, to] = place.span(index);
      return mark === null ? [] : [{ ...mark, at: { ...box(row), x: from, width: to - from } }];
    });
    return [own, ...points];
  });
}

/** A whole series: where it begins and ends. */
export function seriesMark(series: HorizonSeries, form: HorizonForm, context: ChartContext): Mark {
  const { exact } = writerOf(series, form, context);
  const say = (value: number | null | undefined) => exact(value ?? null);
  const [first, last] = [
    series.values.find((value) => value !== null),
    series.values.findLast((value) => value !== null),
  ];
  const filters = seriesFilters(series, form.groupby);
  return {
    key: series.key,
    name: `${series.name}: ${say(first)} → ${say(last)}`,
    series: series.name,
    datum: { [series.metric]: last ?? null },
    filters,
  };
}

export function pointMark(
  series: HorizonSeries,
  index: number,
  { times }: Pick<Horizon, 'times'>,
  form: HorizonForm,
  context: ChartContext,
): Mark | null {
  const amount = series.values[index] ?? null;
  if (amount === null) return null;
  const epochMs = times[index] ?? 0;
  const time = { epochMs, name: momentName(epochMs, form, context) };
  return timeMark(series, time, { amount, text: writerOf(series, form, context).exact(amount) }, form);
}
