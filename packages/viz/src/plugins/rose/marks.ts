import type { ChartContext, QueryResult } from '../../define.ts';
import type { Mark } from '../../marks.ts';
import { timeFilter, timeMark, type TimeSeries } from '../../shared/time-series.ts';
import type { RoseForm } from './controls.ts';
import { writerOf, readWedges, type Wedges } from './wedges.ts';

/** A mark for each part of each wedge. */
export function roseMarks(results: readonly QueryResult[], form: RoseForm, context: ChartContext): readonly Mark[] {
  const data = readWedges(results[0], form, context);
  return data.times.flatMap((_, index) =>
    data.series.flatMap((series) =>
      (series.values[index] ?? null) === null || context.inputs.hidden.has(series.name)
        ? []
        : [wedgeMark(series, index, data, form, context)],
    ),
  );
}

/** A part filters by the dimensions of its series; without any by its time. */
export function wedgeMark(
  series: TimeSeries,
  index: number,
  { times, names }: Pick<Wedges, 'times' | 'names'>,
  form: RoseForm,
  context: ChartContext,
): Mark {
  const amount = series.values[index] ?? 0;
  const time = { epochMs: times[index] ?? 0, name: names[index] ?? '' };
  const mark = timeMark(series, time, { amount, text: writerOf(form, context).exact(amount) }, form);
  return {
    ...mark,
    ...(form.groupby.length === 0 ? { filters: timeFilter(time.epochMs, form, time.name) } : {}),
    drawn: { seriesId: series.key, dataIndex: index },
  };
}
