import { columnLabel, type Metric, metricLabel } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import { cellAt, numberAt, type Column } from '@tessera/core/table';
import { uniqueNames } from '@tessera/core/unique-names';
import type { ChartContext, QueryResult } from '../define.ts';
import { EMPTY_LABELS, textLabel } from '../layer/labels.ts';
import { measuredMetrics } from '../layer/metric-formats.ts';
import { type Mark, type MarkFilter, rowFilters } from '../marks.ts';

/** One series of an answer that has a column for each. */
export type TimeSeries = {
  /** Name of the result column: unique. */
  readonly key: string;
  /** What users read: unique. */
  readonly name: string;
  /** What its colour goes by: the category alone where one metric is drawn. */
  readonly colorName: string;
  /** Label of the metric, other times and comparisons included. */
  readonly metric: string;
  /** Values of the dimensions as text, in their order. */
  readonly dimensions: readonly string[];
  readonly values: readonly (number | null)[];
};

export type TimeSeriesData = { readonly times: readonly number[]; readonly series: readonly TimeSeries[] };

type Asked = { readonly metrics: readonly Metric[]; readonly groupby: readonly QueryColumn[] };

const TIME = '__timestamp';
const COMPARISONS = ['difference', 'percentage', 'ratio'] as const;

/** Times in order and the series over them; a row without a time has no place. */
export function readTimeSeries(
  result: QueryResult | undefined,
  form: Asked,
  context: Pick<ChartContext, 'verboseName'>,
): TimeSeriesData {
  const columns = result ? [...result.table.columns.values()] : [];
  const time = result?.table.columns.get(TIME) ?? columns.find(({ kind }) => kind === 'temporal');
  if (!result || !time) return { times: [], series: [] };
  const places = Array.from({ length: result.table.rowCount }, (_, row) => ({ row, time: cellAt(time, row) }))
    .flatMap((place) => (typeof place.time === 'number' ? [{ row: place.row, time: place.time }] : []))
    .toSorted((a, b) => a.time - b.time);
  const read = columns
    .filter((column) => column !== time)
    .map((column) => ({ ...partsOf(column, result, form), column }));
  const isOneMetric = new Set(read.map(({ metric }) => metric)).size === 1;
  const names = uniqueNames(
    read.map(({ metric, dimensions }) =>
      [
        ...(isOneMetric && dimensions.length > 0 ? [] : [metricName(metric, form, context)]),
        ...dimensions.map(textLabel),
      ].join(', '),
    ),
  );
  return {
    times: places.map((place) => place.time),
    series: read.map(({ column, metric, dimensions }, at) => ({
      key: column.name,
      name: names[at] ?? column.name,
      colorName: names[at] ?? column.name,
      metric,
      dimensions,
      values: places.map(({ row }) => numberAt(column, row)),
    })),
  };
}

function partsOf(
  column: Column,
  { labelMap }: QueryResult,
  { metrics, groupby }: Asked,
): { readonly metric: string; readonly dimensions: readonly string[] } {
  const [only] = metrics;
  if (groupby.length === 0) return { metric: column.name, dimensions: [] };
  const parts = Object.hasOwn(labelMap, column.name) ? (labelMap[column.name] ?? []) : [column.name];
  return parts.length > groupby.length
    ? { metric: parts[0] ?? column.name, dimensions: parts.slice(1) }
    : { metric: only === undefined ? column.name : metricLabel(only), dimensions: parts };
}

function metricName(label: string, { metrics }: Asked, { verboseName }: Pick<ChartContext, 'verboseName'>): string {
  const own = metrics.find((metric) => metricLabel(metric) === label);
  if (own !== undefined) return typeof own === 'string' ? verboseName(label) : label;
  // Values of another time and comparisons are named after their metric.
  for (const metric of metrics) {
    const base = metricLabel(metric);
    const name = typeof metric === 'string' ? verboseName(base) : base;
    if (label.startsWith(`${base}__`)) return `${name}, ${label.slice(base.length + 2)}`;
    const kind = COMPARISONS.find((one) => label.startsWith(`${one}__${base}__${base}__`));
    if (kind !== undefined) return `${name}, ${kind}, ${label.slice(kind.length + 2 * base.length + 6)}`;
  }
  return label;
}

/**
 * The metric that a series is measured in, at another time too; null where a form makes shares or changes of it.
 *
 * @param label Of the series, as the answer has it.
 */
export function metricOfSeries(label: string, form: Pick<Asked, 'metrics'>): Metric | null {
  const measured = measuredMetrics(form);
  const metrics = form.metrics.filter((metric) => measured.includes(metric));
  const isFrom = (metric: Metric) =>
    ['', 'difference__'].some((kind) => label.startsWith(`${kind}${metricLabel(metric)}__`));
  return metrics.find((metric) => metricLabel(metric) === label) ?? metrics.find(isFrom) ?? null;
}

/** What a selection of a series filters: the label map names null by a word. */
export function seriesFilters(
  { dimensions }: Pick<TimeSeries, 'dimensions'>,
  groupby: readonly QueryColumn[],
): readonly MarkFilter[] {
  return rowFilters(
    groupby.map((column, at) => {
      const text = dimensions[at] ?? '';
      return { column, cell: text === EMPTY_LABELS.null ? null : text, text };
    }),
  );
}

/** What the form of a chart over the dataset's time column says of its time. */
export type TimeForm = Asked & {
  readonly granularity_sqla: QueryColumn | null;
  readonly time_grain_sqla: string | null;
};

/** The time of a value as a filter; none where no column says it. */
export function timeFilter(
  time: number,
  { granularity_sqla: column, time_grain_sqla: grain }: TimeForm,
  formattedVal: string,
): readonly MarkFilter[] {
  return column === null ? [] : [{ col: column, val: time, formattedVal, ...(grain === null ? {} : { grain }) }];
}

/** A value of a series at a time: it filters by its dimensions, its rows are those of its time too. */
export function timeMark(
  series: TimeSeries,
  time: { readonly epochMs: number; readonly name: string },
  value: { readonly amount: number; readonly text: string },
  form: TimeForm,
): Omit<Mark, 'drawn'> {
  const dimensions = seriesFilters(series, form.groupby);
  return {
    key: `${series.key} · ${time.epochMs}`,
    name: `${series.name}, ${time.name}: ${value.text}`,
    series: series.name,
    datum: {
      ...(form.granularity_sqla === null ? {} : { [columnLabel(form.granularity_sqla)]: time.epochMs }),
      ...Object.fromEntries(dimensions.map(({ col, val }) => [columnLabel(col), val])),
      [series.metric]: value.amount,
    },
    filters: dimensions,
    detail: [...timeFilter(time.epochMs, form, time.name), ...dimensions],
    by: dimensions,
    place: { value: time.epochMs, name: time.name },
  };
}
