import { t } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { ChartEvent, Outcome } from '../../events.ts';
import type { ChartInputs } from '../../inputs.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import type { Mark } from '../../marks.ts';
import { selectMarks } from '../../select.ts';
import { stretchLabel } from '../../stretch-label.ts';
import { metricOfSeries, timeMark } from '../../shared/time-series.ts';
import { type Change, type Changes, readChanges } from './changes.ts';
import type { CompareForm } from './controls.ts';

/** A mark for each value of each series. */
export function compareMarks(
  results: readonly QueryResult[],
  form: CompareForm,
  context: ChartContext,
): readonly Mark[] {
  const data = readChanges(results[0], form, context);
  return data.series
    .filter(({ name }) => !context.inputs.hidden.has(name))
    .flatMap((series) =>
      series.changes.flatMap((change, index) =>
        change === null ? [] : [changeMark(series, index, data, form, context)],
      ),
    );
}

export function changeMark(
  series: Change,
  index: number,
  { times }: Pick<Changes, 'times'>,
  form: CompareForm,
  context: ChartContext,
): Mark {
  const amount = series.values[index] ?? 0;
  const epochMs = times[index] ?? 0;
  const text = t('%(change)s (%(value)s)', {
    change: changeText(series.changes[index] ?? 0, form, context),
    value: metricWriter(metricOfSeries(series.metric, form), context).exact(amount),
  });
  return {
    ...timeMark(series, { epochMs, name: momentName(epochMs, form, context) }, { amount, text }, form),
    drawn: { seriesId: series.key, dataIndex: index },
  };
}

/** A change with its sign, in percent unless the author says otherwise. */
export function changeText(change: number, form: CompareForm, context: ChartContext): string {
  if (form.y_axis_format !== 'SMART_NUMBER') return context.formatNumber(form.y_axis_format, change);
  return context.formatNumber(Math.abs(change) < 0.0005 ? '.0%' : '+,.1~%', Math.abs(change) < 0.0005 ? 0 : change);
}

export function momentName(time: number, form: CompareForm, context: ChartContext): string {
  const format = form.x_axis_format === 'smart_date' ? 'smart_date_verbose' : form.x_axis_format;
  return context.formatTime(format, time, form.time_grain_sqla);
}

/** A stretch that is selected on the axis filters its time, and its beginning becomes the index. */
export function selectCompare(
  event: ChartEvent,
  results: readonly QueryResult[],
  form: CompareForm,
  inputs: ChartInputs,
): Outcome {
  if (event.kind !== 'brush') return selectMarks(event, inputs);
  const col = form.granularity_sqla;
  if (!inputs.emits || col === null) return null;
  const { times } = readChanges(results[0], form, { verboseName: (name) => name, inputs });
  const covered = times.filter((time) => time >= event.from && time <= event.to);
  const [first, last] = [covered[0], covered.at(-1)];
  if (first === undefined || last === undefined) return null;
  const step = (times.at(-1) ?? 0) - (times.at(-2) ?? 0);
  const end = times[times.indexOf(last) + 1] ?? last + step;
  const filters = [{ col, op: 'TEMPORAL_RANGE', val: `${momentOf(first)} : ${momentOf(end)}` }];
  return {
    kind: 'data_mask',
    mask: {
      extraFormData: { filters },
      filterState: {
        value: [event.from, event.to],
        selectedRange: [event.from, event.to],
        label: stretchLabel(filters),
      },
    },
  };
}

function momentOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 19);
}
