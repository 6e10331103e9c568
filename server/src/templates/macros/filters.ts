import { ownValue } from '@tessera/core/own-value';
import type { QueryFilter } from '@tessera/core/query-object';
import { argument, flagArgument, optionalText, textArgument, type Call, type Macro, type MacroRun } from './macro.ts';
import { dialectOf } from '@tessera/query/dialects/registry';

const withoutValue = new Set(['IS NULL', 'IS NOT NULL', 'IS TRUE', 'IS FALSE']);
const listOperators = new Set(['IN', 'NOT IN']);

/** Filters on one column that carry a value (or need none), and the note that the template takes them over. */
function filtersOn(column: string, call: Call, run: MacroRun, removeAt: number): readonly QueryFilter[] {
  if (flagArgument(call, removeAt, 'remove_filter', false)) run.removeFilter(column);
  const found = run.data.filters.filter(
    (filter) => filter.col === column && (withoutValue.has(filter.op.toUpperCase()) || !isEmpty(filter.val)),
  );
  if (found.length > 0) run.readFilter(column);
  return found;
}

function isEmpty(value: QueryFilter['val']): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** filter_values(column, default, remove_filter): one flat list of values. */
const filterValues: Macro = (call, run) => {
  const column = textArgument('filter_values', call, 0, 'column');
  const values = filtersOn(column, call, run, 2).flatMap((filter) =>
    isEmpty(filter.val) ? [] : Array.isArray(filter.val) ? filter.val : [filter.val],
  );
  const fallback = argument(call, 1, 'default');
  return values.length === 0 && fallback !== undefined && fallback !== null ? [fallback] : values;
};

/** get_filters(column, remove_filter): operator, column and value of each. */
const getFilters: Macro = (call, run) => {
  const column = textArgument('get_filters', call, 0, 'column');
  return filtersOn(column, call, run, 1).map((filter) => {
    const op = filter.op.toUpperCase();
    const val = listOperators.has(op) && !Array.isArray(filter.val) ? [filter.val ?? null] : (filter.val ?? null);
    return { op, col: column, val };
  });
};

/**
 * get_time_filter(column, default, target_type, strftime, remove_filter): the bounds as expressions of the database.
 */
const getTimeFilter: Macro = (call, run) => {
  const column = optionalText(call, 0, 'column');
  const { data } = run;
  if (column !== null && flagArgument(call, 4, 'remove_filter', false)) run.removeFilter(column);
  const range = column === null ? data.timeRange : (ownValue(data.timeFilters, column) ?? null);
  if (column !== null && range !== null) run.readFilter(column);
  const fallback = optionalText(call, 1, 'default');
  const open = range === null || (range.since === null && range.until === null);
  if (open)
    return {
      from_expr: null,
      to_expr: null,
      time_range: range?.text && range.text !== 'No filter' ? range.text : (fallback ?? range?.text ?? null),
    };
  const type =
    optionalText(call, 2, 'target_type') ?? ownValue(data.columnTypes, column ?? data.timeColumn ?? '') ?? null;
  const format = optionalText(call, 3, 'strftime');
  const write = (epochMs: number | null) =>
    epochMs === null
      ? null
      : run.pieceOf(
          format === null
            ? instant(data.dialect, epochMs, type)
            : dialectOf(data.dialect).literal(strftime(format, epochMs)),
        );
  return { from_expr: write(range.since), to_expr: write(range.until), time_range: range.text };
};

function instant(dialect: string, epochMs: number, type: string | null): string {
  return dialectOf(dialect).instant(epochMs, type, (value) =>
    typeof value === 'string' ? dialectOf(dialect).literal(value) : String(value),
  );
}

/** The time codes that templates use, in UTC. A code that is none of them stays as it is. */
export function strftime(format: string, epochMs: number): string {
  const iso = new Date(epochMs).toISOString();
  const parts: Readonly<Record<string, string>> = {
    Y: iso.slice(0, 4),
    m: iso.slice(5, 7),
    d: iso.slice(8, 10),
    H: iso.slice(11, 13),
    M: iso.slice(14, 16),
    S: iso.slice(17, 19),
    f: `${iso.slice(20, 23)}000`,
    y: iso.slice(2, 4),
    F: iso.slice(0, 10),
    T: iso.slice(11, 19),
    s: String(Math.floor(epochMs / 1000)),
    '%': '%',
  };
  return format.replace(/%(.)/g, (code, letter: string) => ownValue(parts, letter) ?? code);
}

export const filterMacros: Readonly<Record<string, Macro>> = {
  filter_values: filterValues,
  get_filters: getFilters,
  get_time_filter: getTimeFilter,
};
