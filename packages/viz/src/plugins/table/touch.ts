import { columnLabel } from '@tessera/core/form-data';
import { cellAt, type Cell, type Column, type Table } from '@tessera/core/table';
import type { QueryResult } from '../../define.ts';
import type { ChartEvent, Outcome, SelectionMask } from '../../events.ts';
import type { ChartInputs } from '../../inputs.ts';
import { type FilterCell, filterCell, type Mark, type MarkFilter } from '../../marks.ts';
import { drillTarget, valuesFilter } from '../../select.ts';
import { columnAsDimension } from './dimensions.ts';
import type { TableForm } from './controls.ts';

/** What marks of cells are made from. */
export type Marking = {
  readonly table: Table;
  readonly form: TableForm;
  /** A cell as it is written. */
  readonly text: (column: string, row: number) => string;
};

type Marked = {
  readonly rowCount: number;
  readonly columns: readonly unknown[];
  readonly mark: (row: number, column: number) => Mark | null;
};

/** Cells that are offered one by one to whoever asks for all marks; a grid asks for the mark of the cell touched. */
const MAX_MARKED_ROWS = 1000;

export function tableMarks(model: Marked): readonly Mark[] {
  const rows = Math.min(model.rowCount, MAX_MARKED_ROWS);
  return Array.from({ length: rows }, (_, row) => row).flatMap((row) =>
    model.columns.flatMap((_, column) => model.mark(row, column) ?? []),
  );
}

/**
 * A cell. One of a dimension filters its column; its row is distinguished by all dimensions. Cells of raw records
 * filter unless they are numbers, and have no rows behind them.
 */
export function cellMark(
  { table, form, text }: Marking,
  row: number,
  view: { readonly key: string; readonly full: string },
): Mark | null {
  const column = table.columns.get(view.key);
  if (!column) return null;
  const own = dimensionFilter(column, row, form, text);
  const value = cellAt(column, row);
  return {
    key: `${row} · ${view.key}`,
    name: `${view.full}: ${text(view.key, row)}`,
    series: null,
    datum: Object.fromEntries([...table.columns.values()].map((one) => [one.name, cellAt(one, row)])),
    value,
    filters: own === null ? [] : [own],
    label: typeof value === 'boolean' ? String(value) : (own?.formattedVal ?? text(view.key, row)),
    detail: form.query_mode === 'raw' ? [] : rowDimensions(table, row, form, text),
    by: own === null ? null : [withoutText(own)],
  };
}

function withoutText({ formattedVal: _, grain: __, ...filter }: MarkFilter): MarkFilter {
  return filter;
}

function rowDimensions(table: Table, row: number, form: TableForm, text: Marking['text']): readonly MarkFilter[] {
  return [...table.columns.values()].flatMap((column) => dimensionFilter(column, row, form, text) ?? []);
}

function dimensionFilter(column: Column, row: number, form: TableForm, text: Marking['text']): MarkFilter | null {
  const dimension = columnAsDimension(column, form);
  const value = cellAt(column, row);
  const val = filterCell(value);
  if (dimension === null || val === undefined) return null;
  const { col, grain } = dimension;
  return {
    col,
    ...(grain === null ? {} : { grain }),
    val,
    formattedVal: typeof val === 'boolean' ? String(val) : text(column.name, row),
  };
}

/** Filter state of a table: one column and the values chosen in it. */
function readChosen({ selection }: Pick<ChartInputs, 'selection'>): Chosen | null {
  const filters = selection['filters'];
  if (typeof filters !== 'object' || filters === null) return null;
  const [first] = Object.entries(filters);
  if (!first || !Array.isArray(first[1]) || first[1].length === 0) return null;
  const values: readonly Cell[] = first[1];
  return { column: first[0], values: values.map(filterCell).filter((value) => value !== undefined) };
}

type Chosen = { readonly column: string; readonly values: readonly FilterCell[] };

/** How the selection shows in the grid. */
export function tableSelection(
  { table, form }: Marking,
  inputs: ChartInputs,
): {
  readonly ofCell: (column: string, row: number) => boolean | null;
  readonly isDimmed: (row: number) => boolean;
} {
  const chosen = readChosen(inputs);
  const chosenColumn = chosen === null ? undefined : table.columns.get(chosen.column);
  const values = new Set<Cell>(chosen?.values);
  const dimensions = new Set(
    [...table.columns.values()].filter((one) => columnAsDimension(one, form) !== null).map(({ name }) => name),
  );
  const isOn = (row: number) => chosenColumn !== undefined && values.has(cellAt(chosenColumn, row));
  return {
    ofCell: (column, row) => (dimensions.has(column) ? column === chosen?.column && isOn(row) : null),
    isDimmed: (row) => chosenColumn !== undefined && !isOn(row),
  };
}

/** What a touched cell means: values of one column at a time. */
export function selectCell(
  event: ChartEvent,
  _: readonly QueryResult[],
  form: TableForm,
  inputs: ChartInputs,
): Outcome {
  switch (event.kind) {
    case 'select': {
      const mask = inputs.emits ? cellMask(event.mark, event.isAdded, inputs) : null;
      return mask && { kind: 'data_mask', mask };
    }
    case 'clear':
      return inputs.emits && readChosen(inputs) !== null ? { kind: 'data_mask', mask: NONE } : null;
    case 'menu': {
      if (form.query_mode === 'raw') return null;
      const mask = cellMask(event.mark, false, inputs);
      const outcome = drillTarget(event.mark, inputs, mask);
      if (outcome?.kind !== 'drill_target' || outcome.target.crossFilter === null) return outcome;
      const crossFilter = { ...outcome.target.crossFilter, isSelected: isChosen(event.mark, inputs) };
      return { ...outcome, target: { ...outcome.target, crossFilter } };
    }
    case 'brush':
    case 'hover':
    case 'legend':
      return null;
  }
}

const NONE: SelectionMask = {
  extraFormData: { filters: [] },
  filterState: { label: '', value: null, filters: null },
};

function isChosen(mark: Mark, inputs: ChartInputs): boolean {
  const chosen = readChosen(inputs);
  const [filter] = mark.filters;
  return filter !== undefined && chosen?.column === columnLabel(filter.col) && chosen.values.includes(filter.val);
}

function cellMask(mark: Mark, isAdded: boolean, inputs: ChartInputs): SelectionMask | null {
  const [filter] = mark.filters;
  if (filter === undefined) return null;
  const chosen = readChosen(inputs);
  const column = columnLabel(filter.col);
  const before = isAdded && chosen?.column === column ? chosen.values : [];
  const isOn = isChosen(mark, inputs);
  if (isOn && !isAdded) return NONE;
  const values = isOn ? before.filter((value) => value !== filter.val) : [...before, filter.val];
  if (values.length === 0) return NONE;
  return {
    extraFormData: { filters: [valuesFilter(filter, values)] },
    filterState: {
      label: values.map((value) => (value === filter.val ? mark.label : String(value))).join(', '),
      value: [values],
      filters: { [column]: values },
    },
  };
}
