import { columnLabel } from '@tessera/core/form-data';
import type { FilterValue, QueryFilter, QueryObject } from '@tessera/core/query-object';
import { cellAt, type Cell, type Table } from '@tessera/core/table';
import { toWall } from '@tessera/core/time-range/zone';
import type { Range } from '../../resolve/time.ts';
import type { Offset } from './offset.ts';

/** Most values by which a compared query is narrowed to what the query itself brought. */
const NARROWING_VALUES = 1000;

export type RangeReader = (text: string) => Range;

/** The range that offsets move: of the time column of older requests, of the axis, or of the first column with one. */
export function comparedRange(query: QueryObject): { readonly column: string; readonly text: string } | null {
  const granularity = query.granularity ?? query.granularity_sqla;
  if (query.time_range && granularity) return { column: granularity, text: query.time_range };
  const sources = new Set(
    (query.columns ?? query.groupby ?? []).map((column) =>
      typeof column === 'string' ? column : column.sqlExpression,
    ),
  );
  const ranged = (query.filters ?? []).filter(isRange);
  const filter = ranged.find(({ col }) => sources.has(columnLabel(col))) ?? ranged[0];
  return filter ? { column: columnLabel(filter.col), text: String(filter.val ?? 'No filter') } : null;
}

/** The query at another time. All its times become absolute, so that templates read the moved range too. */
export function movedQuery(
  query: QueryObject,
  column: string,
  offset: Offset,
  readRange: RangeReader,
  zone: string,
): QueryObject {
  const moved = (text: string, moves: boolean): string =>
    rangeText(moves ? offset.range(readRange(text)) : readRange(text), zone);
  const filters = (query.filters ?? []).map((filter) =>
    isRange(filter)
      ? { ...filter, val: moved(String(filter.val ?? 'No filter'), columnLabel(filter.col) === column) }
      : filter,
  );
  const { time_shift: _shift, ...rest } = query;
  return { ...rest, filters, ...(query.time_range && { time_range: moved(query.time_range, true) }) };
}

/** The rows that a query is compared with: all that the default limit lets through, as they are. */
export function comparedQuery(
  query: QueryObject,
  column: string,
  offset: Offset,
  readRange: RangeReader,
  zone: string,
): QueryObject {
  const {
    time_offsets: _offsets,
    post_processing: _steps,
    row_limit: _limit,
    row_offset: _skipped,
    ...rest
  } = movedQuery(query, column, offset, readRange, zone);
  return rest;
}

/**
 * Where a limit cut the query's rows, the compared query asks for just those values: its own greatest would be others,
 * and the rows that are wanted might lie behind its limit.
 */
export function narrowed(query: QueryObject, table: Table, axis: string | null): QueryObject {
  const only: QueryFilter[] = [];
  for (const column of query.columns ?? query.groupby ?? []) {
    const label = columnLabel(column);
    const found = table.columns.get(label);
    if (label === axis || !found || found.kind === 'temporal' || (typeof column === 'object' && column.timeGrain))
      continue;
    const values = new Set<Cell>();
    for (let row = 0; row < table.rowCount && values.size <= NARROWING_VALUES; row += 1) values.add(cellAt(found, row));
    const wanted = [...values].map(filterValue);
    if (wanted.length > 0 && wanted.length <= NARROWING_VALUES && wanted.every((value) => value !== undefined))
      only.push({ col: column, op: 'IN', val: wanted });
  }
  const { series_limit: _limit, timeseries_limit: _older, ...rest } = query;
  return { ...rest, filters: [...(query.filters ?? []), ...only] };
}

type Single = Exclude<FilterValue, readonly unknown[]>;

/** `undefined` for what no filter can name: nested values, and texts that mean something else in filters. */
function filterValue(cell: Cell): Single | undefined {
  if (typeof cell === 'object' && cell !== null) return undefined;
  return cell === '<NULL>' || cell === '<empty string>' ? undefined : cell;
}

function isRange(filter: QueryFilter): boolean {
  return filter.op.trim().toUpperCase() === 'TEMPORAL_RANGE';
}

/** The range in the grammar of ranges, on the zone's wall clock. */
function rangeText({ since, until }: Range, zone: string): string {
  if (since === null && until === null) return 'No filter';
  const end = (at: number | null) =>
    at === null
      ? ''
      : new Date(toWall(at, zone))
          .toISOString()
          .slice(0, -1)
          .replace(/\.000$/, '');
  return `${end(since)} : ${end(until)}`;
}
