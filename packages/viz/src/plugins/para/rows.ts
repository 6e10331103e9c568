import { columnLabel, type Metric, metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { type Cell, cellAt, numberAt } from '@tessera/core/table';
import { uniqueNames } from '@tessera/core/unique-names';
import type { ChartContext, QueryResult } from '../../define.ts';
import { cellLabel } from '../../layer/labels.ts';
import type { ParaForm } from './controls.ts';

export type ParaAxis = {
  readonly metric: Metric;
  readonly label: string;
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly step: number;
};

export type ParaLine = {
  readonly name: string;
  readonly cell: Cell;
  /** One for each axis of a metric. */
  readonly values: readonly (number | null)[];
  /** What its colour stands for. */
  readonly shade: number | null;
};

export type Para = {
  readonly axes: readonly ParaAxis[];
  readonly lines: readonly ParaLine[];
  readonly shades: readonly [number, number] | null;
  /** Rows without any value. */
  readonly missing: number;
};

/** Rows as lines over an axis for each metric, which has a scale of its own. */
export function readPara(result: QueryResult | undefined, form: ParaForm, context: ChartContext): Para {
  const { table } = result ?? {};
  if (!table) return { axes: [], lines: [], shades: null, missing: 0 };
  const names = form.series === null ? undefined : table.columns.get(columnLabel(form.series));
  const metrics = uniqueMetrics(form.metrics).filter((metric) => table.columns.has(metricLabel(metric)));
  const columns = metrics.map((metric) => table.columns.get(metricLabel(metric)));
  const shade = form.secondary_metric === null ? undefined : table.columns.get(metricLabel(form.secondary_metric));
  const texts = uniqueNames(
    Array.from({ length: table.rowCount }, (_, row) =>
      names ? cellLabel(cellAt(names, row), names.kind, context, 'smart_date') : t('Row %s', row + 1),
    ),
  );
  const rows = texts.map((name, row): ParaLine => ({
    name,
    cell: names ? cellAt(names, row) : null,
    values: columns.map((column) => numberAt(column, row)),
    shade: numberAt(shade, row),
  }));
  const lines = rows.filter(({ values }) => values.some((value) => value !== null));
  return {
    axes: metrics.map((metric, at) => ({
      metric,
      label: metricLabel(metric),
      name: typeof metric === 'string' ? context.verboseName(metric) : metricLabel(metric),
      ...scaleOf(lines.flatMap(({ values }) => values[at] ?? [])),
    })),
    lines,
    shades: extentOf(lines.flatMap((line) => line.shade ?? [])),
    missing: rows.length - lines.length,
  };
}

function uniqueMetrics(metrics: readonly Metric[]): readonly Metric[] {
  return metrics.filter(
    (metric, at) => metrics.findIndex((other) => metricLabel(other) === metricLabel(metric)) === at,
  );
}

function extentOf(values: readonly number[]): readonly [number, number] | null {
  if (values.length === 0) return null;
  return values.reduce<readonly [number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );
}

const STEPS = 4;

/** Ends on round numbers around the values. */
export function scaleOf(values: readonly number[]): Pick<ParaAxis, 'low' | 'high' | 'step'> {
  const [first, last] = extentOf(values) ?? [0, 1];
  // One value stands in the middle.
  const around = first === last ? Math.abs(first) / 2 || 1 : 0;
  const [least, most] = [first - around, last + around];
  const span = most - least;
  const power = 10 ** Math.floor(Math.log10(span / STEPS));
  const step = ([1, 2, 5, 10].find((times) => times * power >= span / STEPS) ?? 10) * power;
  const low = Math.floor(least / step) * step;
  const high = Math.ceil(most / step) * step;
  return { low: round(low), high: round(high > low ? high : low + step), step: round(step) };
}

function round(value: number): number {
  return Number(value.toPrecision(12));
}

/** What stands below the picture. */
export function paraNotes(results: readonly QueryResult[], form: ParaForm, context: ChartContext): readonly string[] {
  const { lines, missing } = readPara(results[0], form, context);
  const gaps = lines.filter(({ values }) => values.includes(null)).length;
  return [
    ...(missing > 0
      ? [tn('1 row without a value is not drawn', '%(count)s rows without a value are not drawn', missing)]
      : []),
    ...(gaps > 0
      ? [tn('The dashed line lacks a value on an axis', '%(count)s dashed lines lack a value on an axis', gaps)]
      : []),
  ];
}

/** Why rows that came make no line. */
export function emptyPara([result]: readonly QueryResult[], form: ParaForm): string | null {
  if (!result || result.table.rowCount === 0) return null;
  const columns = form.metrics.flatMap((metric) => result.table.columns.get(metricLabel(metric)) ?? []);
  if (columns.length === 0) return null;
  if (columns.length < 2 && !(form.include_series && form.series !== null))
    return t('Lines need two axes: add a metric, or include the series.');
  const hasValue = columns.some((column) =>
    Array.from({ length: result.table.rowCount }, (_, row) => numberAt(column, row)).some((value) => value !== null),
  );
  return hasValue ? null : t('%s has no value in any row.', form.metrics.map(metricLabel).join(', '));
}
