import { AppError } from '@tessera/core/errors/app-error';
import { adaptiveFormat } from '@tessera/core/formats/precision';
import { metricLabel } from '@tessera/core/form-data';
import { readNumber } from '@tessera/core/numeric-cell';
import { t, tn } from '@tessera/core/messages';
import { type Cell, type Column, emptyTable } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { cellText, isSameNumber } from '../../layer/labels.ts';
import { formatOfMetric, isAdaptive, metricFormatIn } from '../../layer/metric-formats.ts';
import type { Mark } from '../../marks.ts';
import { pivotFraction, sumsUp } from '../../pivot/aggregates.ts';
import { readPivotForm } from '../../pivot/form.ts';
import { isTotal, type Line, type Pivot, pivotOf } from '../../pivot/pivot.ts';
import { readTotals } from '../../pivot/totals.ts';
import { type Rule, readRules } from '../../shared/conditional-formatting.ts';
import { singleLine } from '../../shared/text.ts';
import { type Axis, axisOf } from './axis.ts';
import type { PivotCell } from './cell.ts';
import type { PivotControlForm } from './controls.ts';
import { cellMark, headerMark, isHeaderChosen, isLineDimmed, readChosen } from './touch.ts';
import { columnWidths, headerWidths } from './widths.ts';

export type PivotModel = {
  readonly width: number;
  readonly height: number;
  readonly description: string;
  readonly rows: Axis;
  readonly columns: Axis;
  /** px of the headers of rows, one per level. */
  readonly headerWidths: readonly number[];
  readonly columnWidths: readonly number[];
  readonly cell: (row: number, column: number) => PivotCell;
  readonly headerMark: (side: Axis['side'], line: number, level: number) => Mark | null;
  readonly cellMark: (row: number, column: number) => Mark;
  /** Null for a header that selects nothing. */
  readonly isChosen: (side: Axis['side'], line: number, level: number) => boolean | null;
  readonly isDimmed: (side: Axis['side'], line: number) => boolean;
  /** Whether headers show the markup that is allowed as such. */
  readonly rendersHtml: boolean;
  /** Why totals are missing or cells are not what the settings ask for; one sentence, or null. */
  readonly note: string | null;
};

/** A result as nested headers and cells; cells are made when they are shown. */
export function pivotModel(results: readonly QueryResult[], form: PivotControlForm, context: ChartContext): PivotModel {
  const shape = readPivotForm(form);
  const table = results[0]?.table ?? emptyTable;
  const totals = readTotals(results, shape, form.metrics, context);
  const pivot = table.rowCount === 0 ? NOTHING : (pivotIfItFits(table, shape, totals) ?? NOTHING);
  const common = { pivot: shape, form, table, context };
  const { rowKeys, columnKeys } = pivot;
  const [rows, columns] = [
    axisOf({
      ...common,
      side: 'row',
      lines: pivot.rows,
      keys: rowKeys,
      names: shape.rows,
      hasMetrics: shape.metricsOnRows,
    }),
    axisOf({
      ...common,
      side: 'column',
      lines: pivot.columns,
      keys: columnKeys,
      names: shape.columns,
      hasMetrics: !shape.metricsOnRows,
    }),
  ];
  const addsUp = (metric: Column) => totals.addsUp(metric.name) || !sumsUp(shape.aggregate);
  const cell = cellReader(pivot, form, addsUp, context);
  const chosen = readChosen(context.inputs);
  const axis = (side: Axis['side']) => (side === 'row' ? rows : columns);
  return {
    rendersHtml: form.allow_render_html,
    width: context.width,
    height: context.height,
    description: describePivot(pivot, shape.rows, shape.columns, context),
    rows,
    columns,
    headerWidths: headerWidths(rows, columns, context.width),
    columnWidths: columnWidths(rows, columns, cell, context.width),
    cell,
    headerMark: (side, line, level) => headerMark(axis(side), line, level),
    cellMark: (row, column) => markOfCell({ rows, columns, pivot }, row, column, cell(row, column).text, context),
    isChosen: (side, line, level) => isHeaderChosen(axis(side), line, level, chosen),
    isDimmed: (side, line) => isLineDimmed(axis(side), line, chosen),
    note: noteOf(pivot, shape.aggregate, addsUp, context),
  };
}

/** Writes the cells of a pivot; they are made when they are shown. */
function cellReader(
  pivot: Pivot,
  form: PivotControlForm,
  addsUp: (metric: Column) => boolean,
  context: ChartContext,
): PivotModel['cell'] {
  const write = writer(pivot, form, addsUp, context);
  const background = backgrounds(pivot, readRules(form.conditional_formatting, context.theme));
  return (row, column) => {
    const [rowLine, columnLine] = [pivot.rows[row], pivot.columns[column]];
    if (!rowLine || !columnLine) return EMPTY_CELL;
    const metric = rowLine.metric ?? columnLine.metric;
    const value = pivot.value(rowLine, columnLine);
    const total = isTotal(rowLine) || isTotal(columnLine);
    if (value === null || metric === null) {
      const isLeftOut = pivot.isLeftOut(rowLine, columnLine);
      return isLeftOut
        ? {
            ...EMPTY_CELL,
            text: '–',
            title: metric && addsUp(metric) ? null : doesNotAddUp(metric, context),
            isTotal: total,
          }
        : { ...EMPTY_CELL, isTotal: total };
    }
    const text = write(value, metric);
    const exact = singleLine(cellText(value));
    const tint = total ? null : background(value, metric);
    return { text, title: isSameNumber(text, exact) ? null : exact, isEmpty: false, isTotal: total, background: tint };
  };
}

/** Why a result cannot be shown as a pivot table; null when it can. */
export function whyNoPivot(results: readonly QueryResult[], form: PivotControlForm): string | null {
  const [first] = results;
  if (!first) return null;
  try {
    pivotOf(first.table, readPivotForm(form));
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** A pivot that is too big draws nothing; `whyNoPivot` says so. */
function pivotIfItFits(...given: Parameters<typeof pivotOf>): Pivot | null {
  try {
    return pivotOf(...given);
  } catch (error) {
    reasonOf(error);
    return null;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  throw error;
}

const NOTHING: Pivot = {
  rows: [],
  columns: [],
  metrics: [],
  rowKeys: { of: () => [], above: () => [], cells: () => [], ordered: () => [] },
  columnKeys: { of: () => [], above: () => [], cells: () => [], ordered: () => [] },
  value: () => null,
  isLeftOut: () => false,
};

const EMPTY_CELL: PivotCell = { text: '', title: null, isEmpty: true, isTotal: false, background: null };

function markOfCell(
  { rows, columns, pivot }: { readonly rows: Axis; readonly columns: Axis; readonly pivot: Pivot },
  row: number,
  column: number,
  text: string,
  context: ChartContext,
): Mark {
  const [rowLine, columnLine] = [pivot.rows[row], pivot.columns[column]];
  const metric = rowLine?.metric?.name ?? columnLine?.metric?.name ?? '';
  const names = [headerText(rows, row), headerText(columns, column)].filter((name) => name !== '');
  return cellMark({
    rows,
    columns,
    row,
    column,
    metric,
    name: `${names.join(', ') || context.verboseName(metric)}: ${text}`,
    value: rowLine && columnLine ? pivot.value(rowLine, columnLine) : null,
  });
}

/** All headers of a line, read from the outside in. */
export function headerText(axis: Axis, line: number): string {
  return axis.levels
    .map((_, level) => axis.header(line, level).text)
    .filter((text) => text !== '')
    .join(', ');
}

/** How values read: shares as percentages where no format was chosen, texts and times as they are. */
function writer(
  pivot: Pivot,
  form: PivotControlForm,
  addsUp: (metric: Column) => boolean,
  context: ChartContext,
): (value: NonNullable<Cell>, metric: Column) => string {
  const { aggregate } = readPivotForm(form);
  const isShare = pivotFraction(aggregate) !== null;
  const share = form.valueFormat === 'SMART_NUMBER' ? ',.1%' : form.valueFormat;
  const counts = aggregate === 'Count' || aggregate === 'Count Unique Values';
  // Counts and variances are not measured in the unit of the metric.
  const isMeasured = !counts && !isShare && aggregate !== 'Sample Variance';
  const saved = new Map(form.metrics.map((metric) => [metricLabel(metric), metric]));
  const adaptive = new Map<Column, string>();
  const adaptiveOf = (metric: Column): string => {
    const format = adaptive.get(metric) ?? adaptiveFormat(someValues(pivot, metric));
    adaptive.set(metric, format);
    return format;
  };
  return (value, metric) => {
    if (metric.kind === 'temporal' && typeof value === 'number' && !counts && !isShare)
      return context.formatTime(form.date_format, value);
    const number = metric.kind === 'numeric' || typeof value === 'number' ? readNumber(value) : Number.NaN;
    if (!Number.isFinite(number)) return singleLine(cellText(value));
    if (isShare && addsUp(metric)) return context.formatNumber(share, number);
    const own = isMeasured ? formatOfMetric(saved.get(metric.name), context.metricFormats) : undefined;
    const { format, currency } = metricFormatIn({ format: form.valueFormat, currency: form.currency_format }, own);
    return context.formatNumber(isAdaptive(format) ? adaptiveOf(metric) : format, number, currency);
  };
}

/** Values that say the precision of a metric: totals, and as many others as are soon read. */
function* someValues(pivot: Pivot, metric: Column): Iterable<number | null> {
  const linesOf = (lines: readonly Line[]) => {
    const own = lines.filter((line) => line.metric === null || line.metric === metric);
    return [...own.filter(isTotal), ...own.filter((line) => !isTotal(line))];
  };
  const columns = linesOf(pivot.columns);
  let left = MAX_READ;
  for (const row of linesOf(pivot.rows))
    for (const column of columns) {
      if (left === 0) return;
      left -= 1;
      yield readNumber(pivot.value(row, column));
    }
}

const MAX_READ = 5_000;

/** Tints of cells by the rules of their metric; the scale of a metric is that of its cells without totals. */
function backgrounds(pivot: Pivot, rules: readonly Rule[]) {
  const extents = new Map<Column, { readonly low: number; readonly high: number }>();
  return (value: Cell, metric: Column): PivotCell['background'] => {
    const number = readNumber(value);
    const rule = rules.findLast((one) => one.column === metric.name && one.matches(number));
    if (!rule || !Number.isFinite(number)) return null;
    const extent = extents.get(metric) ?? extentOf(pivot, metric);
    extents.set(metric, extent);
    return { color: rule.color, strength: rule.strength(number, extent.low, extent.high) };
  };
}

function extentOf(pivot: Pivot, metric: Column): { readonly low: number; readonly high: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const isOf = (line: Line) => !isTotal(line) && (line.metric === null || line.metric === metric);
  const columns = pivot.columns.filter(isOf);
  for (const row of pivot.rows.filter(isOf))
    for (const column of columns) {
      const number = readNumber(pivot.value(row, column));
      if (!Number.isFinite(number)) continue;
      low = Math.min(low, number);
      high = Math.max(high, number);
    }
  return { low, high };
}

function doesNotAddUp(metric: Column | null, { verboseName }: ChartContext): string {
  return t('No total: values of %(metric)s do not add up.', { metric: verboseName(metric?.name ?? '') });
}

/** What is said below the grid: which totals are missing, and which shares would be false. */
function noteOf(
  pivot: Pivot,
  aggregate: string,
  addsUp: (metric: Column) => boolean,
  context: ChartContext,
): string | null {
  const names = (metrics: readonly Column[]) => metrics.map(({ name }) => context.verboseName(name)).join(', ');
  const others = pivot.metrics.filter((metric) => !addsUp(metric));
  if (others.length === 0) return null;
  if (pivotFraction(aggregate))
    return t('Values of %(metrics)s do not add up: they are shown as they are, not as shares.', {
      metrics: names(others),
    });
  const [totalRow, totalColumn] = [pivot.rows.filter(isTotal), pivot.columns.filter(isTotal)];
  const leftOut = others.filter((metric) => {
    const isOf = (line: Line) => line.metric === null || line.metric === metric;
    const isMissing = (rows: readonly Line[], columns: readonly Line[]) =>
      rows.filter(isOf).some((row) => columns.filter(isOf).some((column) => pivot.isLeftOut(row, column)));
    return isMissing(totalRow, pivot.columns) || isMissing(pivot.rows, totalColumn);
  });
  return leftOut.length === 0
    ? null
    : t('No totals of %(metrics)s: the values do not add up.', { metrics: names(leftOut) });
}

function describePivot(
  pivot: Pivot,
  rows: readonly string[],
  columns: readonly string[],
  context: ChartContext,
): string {
  const by = [...rows, ...columns].map((name) => context.verboseName(name)).join(', ');
  const values = {
    rows: tn('1 row', '%(count)s rows', pivot.rows.length),
    columns: tn('1 column', '%(count)s columns', pivot.columns.length),
    by,
  };
  return by === ''
    ? t('Pivot table of %(rows)s and %(columns)s.', values)
    : t('Pivot table of %(rows)s and %(columns)s by %(by)s.', values);
}
