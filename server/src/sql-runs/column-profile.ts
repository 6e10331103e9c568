import { AppError } from '@tessera/core/errors/app-error';
import { cellAt, numberAt, type Cell, type Column, type ColumnKind } from '@tessera/core/table';
import { dialectOf } from '@tessera/query/dialects/registry';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import { metered } from '../engines/admission/quotas.ts';
import { planOwnQuery } from './own-query.ts';
import { assertPreviews, type RunDatabase, type RunRequest } from './run-request.ts';
import type { ScriptNeeds } from './run-script.ts';

/** What the first rows of a column hold. */
export type ColumnProfile = {
  readonly kind: ColumnKind;
  readonly rows: number;
  readonly nulls: number;
  readonly distinct: number;
  /** The table has more rows. */
  readonly isSample: boolean;
  /** The least and the greatest: numbers, or epoch milliseconds. */
  readonly range: readonly [number, number] | null;
  readonly bars: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  readonly top: readonly { readonly value: Cell; readonly count: number }[];
};

export type ProfiledColumn = { readonly table: string; readonly column: string };

/** So many rows show the shape of a column; more would make a big table wait. */
const ROWS = 50_000;
const BYTES = 32 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const BINS = 24;
const TOP = 8;

/**
 * Counts, range, spread and frequent values of a column, of the rows that somebody may see: one question to the
 * database, decided about as a query of its own and stored nowhere.
 * @throws AppError statement_refused, table_denied, rules_unheld, and what the database says
 */
export async function columnProfile(
  needs: ScriptNeeds,
  request: RunRequest,
  database: RunDatabase,
  { table, column }: ProfiledColumn,
  signal: AbortSignal,
): Promise<ColumnProfile> {
  assertPreviews(database);
  const dialect = dialectOf(database.dialect);
  const { catalog, schema } = request;
  const path = [...(catalog ? [catalog] : []), ...(schema ? [schema] : []), table].map(dialect.quote).join('.');
  const sql = `SELECT ${dialect.quote(column)} FROM ${path}`;
  const engine = metered(await needs.engines(database), needs.quotas.accountOf(request.principal));
  const { query, maxRows } = await planOwnQuery(needs.policy, sql, { request, database, engine, signal }, ROWS);
  const result = await engine.run(query, {
    signal,
    timeoutMs: TIMEOUT_MS,
    maxRows,
    maxBytes: BYTES,
    namespace: request,
    fairnessKey: fairnessKeyOf(request.principal),
  });
  const [found] = result.table.columns.values();
  if (!found) throw new AppError('not_found', {});
  return profileOf(found, result.table.rowCount, result.truncated);
}

/** @param isSample  There are more rows than these */
export function profileOf(column: Column, rows: number, isSample: boolean): ColumnProfile {
  const counts = new Map<unknown, { readonly value: Cell; count: number }>();
  const isMeasured = column.kind === 'numeric' || column.kind === 'temporal';
  const numbers: number[] = [];
  let nulls = 0;
  for (let row = 0; row < rows; row += 1) {
    const value = cellAt(column, row);
    if (value === null) nulls += 1;
    const key = typeof value === 'object' && value !== null ? JSON.stringify(value, exactly) : value;
    const known = counts.get(key);
    if (known) known.count += 1;
    else counts.set(key, { value, count: 1 });
    const number = isMeasured ? numberAt(column, row) : null;
    if (number !== null) numbers.push(number);
  }
  const range = rangeOf(numbers);
  return {
    kind: column.kind,
    rows,
    nulls,
    distinct: counts.size - (nulls > 0 ? 1 : 0),
    isSample,
    range,
    bars: range === null || range[0] === range[1] ? [] : barsOf(numbers, range),
    top: [...counts.values()].toSorted((one, other) => other.count - one.count).slice(0, TOP),
  };
}

function exactly(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function rangeOf(numbers: readonly number[]): readonly [number, number] | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    if (number < low) low = number;
    if (number > high) high = number;
  }
  return low <= high && Number.isFinite(high - low) ? [low, high] : null;
}

function barsOf(numbers: readonly number[], [low, high]: readonly [number, number]): ColumnProfile['bars'] {
  const width = (high - low) / BINS;
  const counts = Array.from({ length: BINS }, () => 0);
  for (const number of numbers) {
    // The greatest value would begin a bin that nothing else is in.
    const at = Math.min(BINS - 1, Math.floor((number - low) / width));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts.map((count, at) => ({
    from: low + at * width,
    to: at === BINS - 1 ? high : low + (at + 1) * width,
    count,
  }));
}
