import { type Metric, metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { numberAt } from '@tessera/core/table';
import { TIME } from '../../bundles/over-time.ts';
import type { TimeColumn } from '../../control-kinds/time-columns.ts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { readRows, type ChartRow } from '../../shared/rows.ts';
import type { TimeTableForm } from './controls.ts';

export type Point = { readonly at: number; readonly value: number | null };
export type CourseRow = {
  readonly name: string;
  /** The dimensions of the row; null for a row of a metric. */
  readonly row: ChartRow | null;
  readonly metric: Metric;
  /** In the order of time, one per period of the table. */
  readonly points: readonly Point[];
};

/** The answer as rows with a course each: of groups where there are dimensions, else of metrics. */
export function readCourses(
  result: QueryResult | undefined,
  form: TimeTableForm,
  context: ChartContext,
): readonly CourseRow[] {
  const times = result?.table.columns.get(TIME);
  if (!result || !times) return [];
  const all = Array.from({ length: result.table.rowCount }, (_, row) => numberAt(times, row));
  const periods = [...new Set(all.filter((at): at is number => at !== null))].toSorted((a, b) => a - b);
  const metrics = form.groupby.length > 0 ? form.metrics.slice(0, 1) : form.metrics;
  const rows = readRows(result, { columns: form.groupby, metrics }, context);
  const groups = new Map<string, { readonly row: ChartRow; readonly values: Map<number, (number | null)[]> }>();
  for (const row of rows) {
    const at = all[row.index] ?? null;
    if (at === null) continue;
    const key = row.texts.join('\u0000');
    const group = groups.get(key) ?? { row, values: new Map() };
    group.values.set(at, [...row.values]);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(({ row, values }) =>
    metrics.map((metric, at): CourseRow => ({
      name: form.groupby.length > 0 ? row.texts.join(', ') : context.verboseName(metricLabel(metric)),
      row: form.groupby.length > 0 ? row : null,
      metric,
      points: periods.map((period) => ({ at: period, value: values.get(period)?.[at] ?? null })),
    })),
  );
}

/** What a column says of a row: a number in its own terms, or a course. */
export function columnValue(column: TimeColumn, { points }: CourseRow, all: readonly CourseRow[]): number | null {
  const values = points.map(({ value }) => value);
  const last = values.at(-1) ?? null;
  switch (column.colType) {
    case 'spark':
      return last;
    case 'avg': {
      const known = values.slice(-Math.max(1, column.timeLag)).filter((value): value is number => value !== null);
      return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
    }
    case 'contrib': {
      const whole = all.reduce((sum, row) => sum + (row.points.at(-1)?.value ?? 0), 0);
      return last === null || whole === 0 ? null : last / whole;
    }
    case 'time':
      return compared(last, laggedOf(values, column.timeLag), column.comparisonType);
  }
}

/** Negative lags count from the beginning. */
function laggedOf(values: readonly (number | null)[], lag: number): number | null {
  const at = lag < 0 ? -lag - 1 : values.length - 1 - Math.round(lag);
  return values[at] ?? null;
}

function compared(now: number | null, before: number | null, type: TimeColumn['comparisonType']): number | null {
  if (type === 'value') return before;
  if (now === null || before === null) return null;
  if (type === 'diff') return now - before;
  if (before === 0) return null;
  return type === 'perc' ? now / before : now / before - 1;
}

/** The course of a sparkline; with a ratio each period against the one so many before. */
export function courseOf({ timeRatio }: TimeColumn, { points }: CourseRow): readonly Point[] {
  const back = Math.round(timeRatio);
  if (back <= 0) return points;
  return points.slice(back).map(({ at, value }, index) => {
    const before = points[index]?.value ?? null;
    return { at, value: value === null || before === null || before === 0 ? null : value / before - 1 };
  });
}

export function cellText(
  column: TimeColumn,
  value: number | null,
  { metric }: Pick<CourseRow, 'metric'>,
  context: ChartContext,
): string {
  if (value === null) return '–';
  const isShare =
    column.colType === 'contrib' || (column.colType === 'time' && column.comparisonType.startsWith('perc'));
  const format = column.d3format || (isShare ? '.1%' : '');
  return format === '' ? metricWriter(metric, context).short(value) : context.formatNumber(format, value);
}

export function columnName(column: TimeColumn): string {
  if (column.label !== '') return column.label;
  const names = {
    spark: t('Course'),
    time: t('Time comparison'),
    contrib: t('Contribution'),
    avg: t('Period average'),
  };
  return names[column.colType];
}

export function emptyTimeTable([result]: readonly QueryResult[], form: TimeTableForm): string | null {
  if (!result || result.table.rowCount === 0) return null;
  return form.column_collection.length === 0 ? t('No column is chosen.') : null;
}
