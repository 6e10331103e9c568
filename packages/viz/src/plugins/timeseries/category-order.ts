import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { cellAt, type Column, numberAt, type Table } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { cellText } from '../../layer/labels.ts';
import type { FamilyForm } from './controls.ts';

/** Room in px that a bar and its gap need, and what the others of its group need beside it. */
const LEAST_SLOT = { vertical: 9, horizontal: 13, beside: 4 } as const;
/** However small a card, so many places are drawn. */
const LEAST_PLACES = 12;
/** What the axis beside the bars takes, in px. */
const AXIS_ROOM = 56;

type Asked = Pick<
  FamilyForm,
  'x_axis' | 'x_axis_sort' | 'metrics' | 'orientation' | 'zoomable' | 'stack' | 'groupby' | 'xAxisForceCategorical'
>;

/** The rows as bars of categories stand: the greatest first, unless the author or their names say another order. */
export function inOrder<R extends QueryResult>(result: R, form: Asked, isBar: boolean): R {
  const column = categoryColumn(result, form);
  if (!isBar || column === null || (form.x_axis_sort ?? '') !== '') return result;
  const names = Array.from({ length: result.table.rowCount }, (_, row) => cellText(cellAt(column, row)));
  if (haveOwnOrder(names)) return result;
  const sizes = sizesOf(result, column, form);
  const order = names.map((_, row) => row).toSorted((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0));
  return { ...result, table: taken(result.table, order) };
}

/** The rows that there is room for, and how many are left out; a chart that is zoomed has all of them. */
export function withRoom<R extends QueryResult>(
  result: R,
  form: Asked,
  isBar: boolean,
  { width, height }: Pick<ChartContext, 'width' | 'height'>,
): { readonly result: R; readonly leftOut: number } {
  const { rowCount } = result.table;
  if (!isBar || form.zoomable || categoryColumn(result, form) === null) return { result, leftOut: 0 };
  const isHorizontal = form.orientation === 'horizontal';
  const bars = form.stack === null ? Math.max(1, result.table.columns.size - 1) : 1;
  const slot = (isHorizontal ? LEAST_SLOT.horizontal : LEAST_SLOT.vertical) + (bars - 1) * LEAST_SLOT.beside;
  const most = Math.max(LEAST_PLACES, Math.floor(((isHorizontal ? height : width) - AXIS_ROOM) / slot));
  if (rowCount <= most) return { result, leftOut: 0 };
  const order = Array.from({ length: most }, (_, row) => row);
  return { result: { ...result, table: taken(result.table, order) }, leftOut: rowCount - most };
}

function categoryColumn(result: QueryResult, form: Asked): Column | null {
  const column = form.x_axis === null ? undefined : result.table.columns.get(columnLabel(form.x_axis));
  return column?.kind === 'string' ? column : null;
}

/** The first metric at each place, over all series. */
function sizesOf(result: QueryResult, axis: Column, form: Asked): readonly number[] {
  const [metric] = form.metrics;
  const label = metric === undefined ? null : metricLabel(metric);
  const columns = [...result.table.columns.values()].filter((column) => column !== axis && column.kind === 'numeric');
  const named = columns.filter(({ name }) => name === label || result.labelMap[name]?.[0] === label);
  const measured = named.length > 0 ? named : columns;
  return Array.from({ length: result.table.rowCount }, (_, row) =>
    measured.reduce((sum, column) => sum + (numberAt(column, row) ?? 0), 0),
  );
}

const WEEKDAYS = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?$/i;
const MONTHS =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?$/i;
const NUMBERED = /^[<>≤≥~+-]?\s*\d/;

/** Ages, weekdays, months and what begins with a number are read in the order that they have. */
function haveOwnOrder(names: readonly string[]): boolean {
  const said = names.filter((name) => name !== '' && name !== 'null');
  return [WEEKDAYS, MONTHS, NUMBERED].some((kind) => said.every((name) => kind.test(name)));
}

function taken(table: Table, order: readonly number[]): Table {
  const columns = [...table.columns].map(([name, column]): [string, Column] => [
    name,
    { ...column, values: order.map((row) => cellAt(column, row)) },
  ]);
  return { rowCount: order.length, columns: new Map(columns) };
}
