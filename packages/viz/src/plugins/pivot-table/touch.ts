import { columnLabel } from '@tessera/core/form-data';
import type { Cell } from '@tessera/core/table';
import type { QueryResult } from '../../define.ts';
import type { ChartEvent, Outcome, SelectionMask } from '../../events.ts';
import type { ChartInputs } from '../../inputs.ts';
import { type FilterCell, filterCell, type Mark, type MarkFilter } from '../../marks.ts';
import { drillTarget, valuesFilter } from '../../select.ts';
import type { Axis } from './axis.ts';
import type { PivotControlForm } from './controls.ts';

/** A header: the innermost value filters, the outer ones tell its rows apart. A total filters nothing. */
export function headerMark(axis: Axis, line: number, level: number): Mark | null {
  const view = axis.header(line, level);
  if (view.span === 0) return null;
  const all = axis.filters(line, level);
  const own = view.kind === 'value' ? all.at(-1) : undefined;
  const shown = axis.levels[level]?.name ?? '';
  return {
    key: `${axis.side} · ${line} · ${level}`,
    name: shown === '' || view.kind !== 'value' ? view.text : `${shown}: ${view.text}`,
    series: null,
    datum: datumOf(all),
    value: own?.val ?? view.text,
    filters: own ? [own] : [],
    ...(own ? { label: own.formattedVal ?? String(own.val) } : {}),
    detail: all,
    by: own ? [withoutText(own)] : null,
  };
}

/** A cell selects nothing; its rows are those of its column and its row. */
export function cellMark(input: {
  readonly rows: Axis;
  readonly columns: Axis;
  readonly row: number;
  readonly column: number;
  readonly name: string;
  readonly metric: string;
  readonly value: Cell;
}): Mark {
  const { rows, columns, row, column, name, metric, value } = input;
  const detail = [...columns.filters(column, columns.levels.length - 1), ...rows.filters(row, rows.levels.length - 1)];
  return {
    key: `cell · ${row} · ${column}`,
    name,
    series: null,
    datum: { ...datumOf(detail), [metric]: value },
    value,
    filters: [],
    detail,
    by: null,
  };
}

function withoutText({ formattedVal: _, grain: __, ...filter }: MarkFilter): MarkFilter {
  return filter;
}

function datumOf(filters: readonly MarkFilter[]): Readonly<Record<string, Cell>> {
  return Object.fromEntries(filters.map(({ col, val }) => [columnLabel(col), val]));
}

type Chosen = { readonly column: string; readonly values: readonly FilterCell[] };

/** Filter state of a pivot table: one dimension and the values chosen in it. */
export function readChosen({ selection }: Pick<ChartInputs, 'selection'>): Chosen | null {
  const stored = selection['selectedFilters'];
  if (typeof stored !== 'object' || stored === null) return null;
  const [first] = Object.entries(stored);
  if (!first || !Array.isArray(first[1]) || first[1].length === 0) return null;
  const values: readonly Cell[] = first[1];
  return { column: first[0], values: values.map(filterCell).filter((value) => value !== undefined) };
}

/** Whether a header is selected; null for one that selects nothing. */
export function isHeaderChosen(axis: Axis, line: number, level: number, chosen: Chosen | null): boolean | null {
  if (axis.header(line, level).kind !== 'value') return null;
  const own = axis.filters(line, level).at(-1);
  return own ? isOf(own, chosen) : null;
}

/** Whether a line stands back: another value of its dimension is selected. */
export function isLineDimmed(axis: Axis, line: number, chosen: Chosen | null): boolean {
  if (chosen === null) return false;
  const own = axis.filters(line, axis.levels.length - 1).find(({ col }) => columnLabel(col) === chosen.column);
  return own !== undefined && !isOf(own, chosen);
}

function isOf({ col, val }: MarkFilter, chosen: Chosen | null): boolean {
  return chosen !== null && columnLabel(col) === chosen.column && chosen.values.includes(val);
}

/** What a touched header or cell means: values of one dimension at a time. */
export function selectPivot(
  event: ChartEvent,
  _: readonly QueryResult[],
  form: PivotControlForm,
  inputs: ChartInputs,
): Outcome {
  switch (event.kind) {
    case 'select': {
      const mask = inputs.emits ? headerMask(event.mark, event.isAdded, inputs) : null;
      return mask && { kind: 'data_mask', mask };
    }
    case 'clear':
      return inputs.emits && readChosen(inputs) !== null ? { kind: 'data_mask', mask: NONE } : null;
    case 'menu': {
      const { mark } = event;
      const [own] = mark.filters;
      const groupbyFieldName = fieldOf(own, form);
      const outcome = drillTarget(mark, inputs, headerMask(mark, false, inputs), { groupbyFieldName });
      if (outcome?.kind !== 'drill_target' || outcome.target.crossFilter === null || !own) return outcome;
      const crossFilter = { ...outcome.target.crossFilter, isSelected: isOf(own, readChosen(inputs)) };
      return { ...outcome, target: { ...outcome.target, crossFilter } };
    }
    case 'brush':
    case 'hover':
    case 'legend':
      return null;
  }
}

/** The control that a drill replaces: the one that holds the dimension, wherever it is drawn. */
function fieldOf(own: MarkFilter | undefined, form: PivotControlForm): 'groupbyRows' | 'groupbyColumns' {
  const isColumn = own && form.groupbyColumns.some((column) => columnLabel(column) === columnLabel(own.col));
  return isColumn ? 'groupbyColumns' : 'groupbyRows';
}

const NONE: SelectionMask = { extraFormData: {}, filterState: { value: null, selectedFilters: null } };

function headerMask(mark: Mark, isAdded: boolean, inputs: ChartInputs): SelectionMask | null {
  const [own] = mark.filters;
  if (own === undefined) return null;
  const chosen = readChosen(inputs);
  const column = columnLabel(own.col);
  const isOn = isOf(own, chosen);
  if (isOn && !isAdded) return NONE;
  const before = isAdded && chosen?.column === column ? chosen.values : [];
  const values = isOn ? before.filter((value) => value !== own.val) : [...before, own.val];
  if (values.length === 0) return NONE;
  return {
    extraFormData: { filters: [valuesFilter(own, values)] },
    filterState: { value: [values], selectedFilters: { [column]: values } },
  };
}
