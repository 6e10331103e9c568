import { columnLabel, metricLabel } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import type { Mark } from '../../marks.ts';
import { timeFilter } from '../../shared/time-series.ts';
import type { TimePivotForm } from './controls.ts';
import { type PeriodLine, type PeriodPoint, readTimePivot, type TimePivot } from './lines.ts';

/** A mark for each value, the newest period first. */
export function timePivotMarks(
  results: readonly QueryResult[],
  form: TimePivotForm,
  context: ChartContext,
): readonly Mark[] {
  const data = readTimePivot(results[0], form, context);
  return data.lines
    .filter(({ name }) => !context.inputs.hidden.has(name))
    .flatMap((line) =>
      line.points.flatMap((point, index): Mark[] =>
        point.value === null
          ? []
          : [{ ...pointMark(point, line, data, form, context), drawn: { seriesId: line.key, dataIndex: index } }],
      ),
    );
}

/** A value filters by its own time, not by that of the newest period. */
export function pointMark(
  { time, value, x }: PeriodPoint,
  line: PeriodLine,
  _data: TimePivot,
  form: TimePivotForm,
  context: ChartContext,
): Mark {
  const name = context.formatTime('smart_date_verbose', time, form.time_grain_sqla);
  return {
    key: `${line.key} · ${time}`,
    name: `${line.name}, ${name}: ${metricWriter(form.metric, context, form.y_axis_format).exact(value)}`,
    series: line.name,
    datum: {
      ...(form.granularity_sqla === null ? {} : { [columnLabel(form.granularity_sqla)]: time }),
      ...(form.metric === null ? {} : { [metricLabel(form.metric)]: value }),
    },
    filters: timeFilter(time, { ...form, metrics: [], groupby: [] }, name),
    place: { value: x, name },
  };
}
