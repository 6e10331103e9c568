import { metricLabel } from '@tessera/core/form-data';
import { cellAt, type Cell, type Column, numberAt, type Table } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { Mark } from '../../marks.ts';
import { type Rule, readRules } from '../../shared/conditional-formatting.ts';
import { EMPTY_LABELS, isSameNumber } from '../../layer/labels.ts';
import { countedRows } from '../../layer/limit.ts';
import { htmlOfValue, type HtmlNode, htmlText } from '../../shared/safe-html.ts';
import { tabularWidth, textWidth } from '../../shared/text.ts';
import { type Align, type ColumnConfig, readColumnConfig } from '../../layer/column-config.ts';
import { shiftName } from '../../layer/shift.ts';
import { cellWriter } from './columns.ts';
import { changeIn, comparedColumn, type ComparedColumn, comparedLabel, withComparison } from './comparison.ts';
import type { TableForm } from './controls.ts';
import { withoutFalseShares } from './shares.ts';
import { cellMark, type Marking, tableSelection } from './touch.ts';

export type TableColumn = {
  readonly key: string;
  readonly label: string;
  /** The whole of what `label` says in short. */
  readonly full: string;
  readonly align: Align;
  /** px; wider content is cut. */
  readonly width: number;
  readonly isNumeric: boolean;
};

/** A bar behind a cell: where it begins and how wide it is, 0 to 1 of the cell. */
export type Bar = { readonly start: number; readonly width: number; readonly color: string };

export type CellView = {
  readonly text: string;
  /** Allowed markup of the value, where the author lets it show; `text` says the same without it. */
  readonly html: readonly HtmlNode[] | null;
  /** The exact value, where `text` rounds it. */
  readonly title: string | null;
  readonly isEmpty: boolean;
  readonly bar: Bar | null;
  readonly background: { readonly color: string; readonly strength: number } | null;
  /** Of a cell that filters: whether it is the selected one; null for a cell that does not. */
  readonly isSelected: boolean | null;
};

export type Paging =
  | { readonly kind: 'all' }
  | { readonly kind: 'client'; readonly size: number }
  | { readonly kind: 'server'; readonly size: number; readonly total: number };

export type TableModel = {
  readonly width: number;
  readonly height: number;
  readonly description: string;
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
  readonly cell: (row: number, column: number) => CellView;
  /** The cell as something that can be touched. */
  readonly mark: (row: number, column: number) => Mark | null;
  /** Whether a row stands back behind those with the selected value. */
  readonly isDimmed: (row: number) => boolean;
  /** What rows are put in order by. */
  readonly sortKey: (row: number, column: number) => Cell;
  /** One text per column, null without totals. */
  readonly totals: readonly string[] | null;
  readonly paging: Paging;
  readonly hasSearch: boolean;
  readonly canRearrange: boolean;
};

const SAMPLE_ROWS = 60;
const CELL_PADDING = 26;
const SORT_ICON = 18;
const MAX_WIDTH = 420;
const CUT_WIDTH = 160;

/** A result as a grid: names, widths and looks of columns; cells are made when they are shown. */
export function tableModel(
  results: readonly QueryResult[],
  form: TableForm,
  context: ChartContext,
  description: string,
): TableModel {
  const whole = withoutFalseShares(results[0]?.table ?? { rowCount: 0, columns: new Map() }, form, context);
  const table = withComparison(whole, form);
  const rules = readRules(form.conditional_formatting, context.theme);
  const shown = shownColumns(table, form);
  const summed =
    form.show_totals && form.query_mode === 'aggregate' ? results.at(form.server_pagination ? 2 : 1)?.table : undefined;
  const totalsRow = summed && withComparison(summed, form);
  const made = shown.map((column) => makeColumn(column, totalsRow?.columns.get(column.name), form, rules, context));
  const columns = stretch(
    made.map(({ view }) => view),
    context.width,
  );
  const marking: Marking = {
    table,
    form,
    text: (name, row) => made.find(({ view }) => view.key === name)?.name(row) ?? '',
  };
  const selection = tableSelection(marking, context.inputs);
  return {
    width: context.width,
    height: context.height,
    description,
    columns,
    rowCount: table.rowCount,
    cell: (row, column) => {
      const one = made[column];
      return one ? { ...one.cell(row), isSelected: selection.ofCell(one.view.key, row) } : EMPTY_CELL;
    },
    mark: (row, column) => {
      const one = made[column];
      return one ? cellMark(marking, row, one.view) : null;
    },
    isDimmed: selection.isDimmed,
    sortKey: (row, column) => made[column]?.sortKey(row) ?? null,
    totals:
      totalsRow === undefined ? null : made.map(({ view, write }) => totalText(totalsRow.columns.get(view.key), write)),
    paging: pagingOf(results, form),
    hasSearch: form.include_search,
    canRearrange: form.allow_rearrange_columns,
  };
}

const EMPTY_CELL: CellView = {
  text: '',
  html: null,
  title: null,
  isEmpty: true,
  bar: null,
  background: null,
  isSelected: null,
};

/** Metrics that only lend their share are not columns of their own; the author may hide more. */
function shownColumns(table: Table, form: TableForm): readonly Column[] {
  const metrics = new Set(form.metrics.map(metricLabel));
  const onlyPercent = new Set(form.percent_metrics.map(metricLabel).filter((label) => !metrics.has(label)));
  return [...table.columns.values()].filter(
    (column) => !onlyPercent.has(column.name) && configOf(column.name, comparedColumn(column.name, form), form).visible,
  );
}

function makeColumn(
  column: Column,
  total: Column | undefined,
  form: TableForm,
  rules: readonly Rule[],
  context: ChartContext,
) {
  const compared = comparedColumn(column.name, form);
  const config = configOf(column.name, compared, form);
  const { write, exact, isMeasure } = cellWriter(column, total, form, config, context);
  const isNumeric = column.kind === 'numeric';
  const extent = isNumeric ? extentOf(column) : null;
  const bars = isMeasure && extent !== null && (config.showCellBars ?? form.show_cell_bars);
  const own = rules.filter(
    (rule) => rule.column === column.name || (compared?.sign === 'Main' && rule.column === compared.metric),
  );
  const tones = tonesOf(compared, form, context);
  const cell = (row: number): CellView => {
    const value = cellAt(column, row);
    if (value === null) return { ...EMPTY_CELL, text: EMPTY_LABELS.null };
    const number = isNumeric ? numberAt(column, row) : null;
    const html = form.allow_render_html && typeof value === 'string' ? htmlOfValue(value) : null;
    if (html !== null) return { ...EMPTY_CELL, text: htmlText(html), html, isEmpty: false };
    const text = `${number === null ? '' : (tones?.arrow(number) ?? '')}${write(value)}`;
    const whole = exact(value);
    const background = backgroundOf(number, own, extent) ?? (number === null ? null : (tones?.tint(number) ?? null));
    // A tint and a bar in one cell would blend into a third colour.
    const bar = bars && number !== null && background === null ? barOf(number, extent, form, config, context) : null;
    return {
      text,
      html,
      title: isSameNumber(text, whole) ? null : whole,
      isEmpty: false,
      bar,
      background,
      isSelected: null,
    };
  };
  const short = compared && comparedLabel(compared, context.verboseName);
  const label = config.customColumnName ?? short?.label ?? headerOf(column.name, form, context);
  const view: TableColumn = {
    key: column.name,
    label,
    full: config.customColumnName ?? short?.full ?? label,
    align: config.horizontalAlign ?? (isNumeric ? 'right' : 'left'),
    width: config.columnWidth ?? widthOf(label, column, cell, config.truncateLongCells ? CUT_WIDTH : MAX_WIDTH),
    isNumeric,
  };
  return {
    view,
    cell,
    write,
    // The name of a value is the value, markup and all.
    name: (row: number) => {
      const { html, text } = cell(row);
      return html === null ? text : write(cellAt(column, row));
    },
    sortKey: (row: number): Cell => (isNumeric && numberAt(column, row) === null ? null : cellAt(column, row)),
  };
}

/** The author may configure a column of a comparison by its own key; else it takes what its metric has. */
function configOf(key: string, compared: ComparedColumn | null, form: TableForm): ColumnConfig {
  const isOwn = compared === null || Object.hasOwn(form.column_config, key);
  const config = readColumnConfig(form.column_config, isOwn ? key : compared.metric);
  if (isOwn) return config;
  const format = compared.sign === '%' ? { numberFormat: undefined, currency: null } : {};
  return { ...config, ...format, customColumnName: undefined };
}

/** Arrow and tint of what rose and fell, where the author asks for them. */
function tonesOf(compared: ComparedColumn | null, form: TableForm, { theme }: ChartContext) {
  if (!form.comparison_color_enabled || (compared?.sign !== '△' && compared?.sign !== '%')) return null;
  const isGreenUp = form.comparison_color_scheme === 'Green';
  return {
    arrow: (change: number) => (change > 0 ? '▲ ' : change < 0 ? '▼ ' : ''),
    tint: (change: number): CellView['background'] =>
      change === 0 ? null : { color: change > 0 === isGreenUp ? theme.success : theme.danger, strength: 0.4 },
  };
}

function headerOf(name: string, form: TableForm, context: ChartContext): string {
  const change = changeIn(name, form);
  if (change !== null) return `${context.verboseName(change.metric)}, ${shiftName(change.shift)}`;
  return name.startsWith('%') ? `% ${context.verboseName(name.slice(1))}` : context.verboseName(name);
}

/** As wide as the widest of the first rows, within reason. */
function widthOf(label: string, column: Column, cell: (row: number) => CellView, most: number): number {
  const rows = Math.min(SAMPLE_ROWS, column.values.length);
  const texts = Array.from({ length: rows }, (_, row) =>
    (column.kind === 'numeric' ? tabularWidth : textWidth)(cell(row).text, 13),
  );
  const widest = Math.max(textWidth(label, 12) * 1.08 + SORT_ICON, ...texts);
  return Math.round(Math.min(most, Math.max(72, widest + CELL_PADDING)));
}

/** Spread what is left over the columns, so that a narrow table fills its card. */
function stretch(columns: readonly TableColumn[], width: number): readonly TableColumn[] {
  const used = columns.reduce((sum, column) => sum + column.width, 0);
  if (used === 0 || used >= width) return columns;
  const factor = width / used;
  return columns.map((column) => ({ ...column, width: Math.floor(column.width * factor) }));
}

type Extent = { readonly low: number; readonly high: number };

function extentOf(column: Column): Extent | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < column.values.length; row += 1) {
    const value = numberAt(column, row);
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low > high ? null : { low, high };
}

/** Bars share one scale per column; zero stands where the negative ones end, unless all begin at the side. */
function barOf(
  value: number,
  { low, high }: Extent,
  form: TableForm,
  config: ColumnConfig,
  context: ChartContext,
): Bar | null {
  const color =
    value < 0 && (config.colorPositiveNegative ?? form.color_pn) ? context.theme.danger : context.theme.accent;
  if (config.alignPositiveNegative ?? form.align_pn) {
    const most = Math.max(Math.abs(low), Math.abs(high));
    return most === 0 ? null : { start: 0, width: Math.abs(value) / most, color };
  }
  const below = Math.max(0, -low);
  const span = below + Math.max(0, high);
  if (span === 0) return null;
  const zero = below / span;
  const width = Math.abs(value) / span;
  return { start: value < 0 ? zero - width : zero, width, color };
}

function backgroundOf(value: number | null, rules: readonly Rule[], extent: Extent | null): CellView['background'] {
  if (value === null || extent === null) return null;
  const rule = rules.findLast((one) => one.matches(value));
  return rule === undefined ? null : { color: rule.color, strength: rule.strength(value, extent.low, extent.high) };
}

function totalText(column: Column | undefined, write: (value: Cell) => string): string {
  const value = column ? cellAt(column, 0) : null;
  return value === null ? '' : write(value);
}

function pagingOf(results: readonly QueryResult[], form: TableForm): Paging {
  if (form.server_pagination)
    return { kind: 'server', size: form.server_page_length ?? 10, total: countedRows(results) ?? 0 };
  return form.page_length !== null && form.page_length > 0
    ? { kind: 'client', size: form.page_length }
    : { kind: 'all' };
}
