import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { Principal } from '../principal.ts';
import { tickFor } from '../ticks.ts';
import type { ListFilter } from './list-query.ts';
import type { ListContext, ListSpec } from './list-spec.ts';

/** Bytes of long texts that are looked through in one tick: some twenty milliseconds. */
const TICK_BYTES = 4_000_000;
/** Rows that are looked through in one tick. */
const TICK_ROWS = 500;
/** Bytes that one request looks through, for all its conditions together: some seconds. */
const MOST_BYTES = 1_500_000_000;

/** A row before its long texts are looked at. */
export type Candidate = { readonly id: number; readonly bytes: number };

/** Does a filter look for something in texts that may be long? */
export function isInLongTexts({ longTexts = [] }: ListSpec, { col, opr }: ListFilter): boolean {
  return longTexts.length > 0 && (longTexts.includes(col) || opr === 'all_text');
}

/** The bytes of texts of a row, by their columns; no text is read for it. */
export function bytesOf(columns: readonly string[]): RawBuilder<number> {
  return sql<number>`(${sql.join(
    columns.map((name) => sql`coalesce(octet_length(${sql.ref(name)}), 0)`),
    sql` + `,
  )})`;
}

/** The bytes of the long texts of a row. */
export function bytesOfLongTexts({ table, longTexts = [] }: ListSpec): RawBuilder<number> {
  return bytesOf(longTexts.map((name) => `${table}.${name}`));
}

/**
 * Those of the candidates that meet all conditions, in their order. Conditions on long texts are looked at slice by
 * slice, a tick each: SQLite reads in the thread that answers everybody, a gigabyte of scripts in seconds.
 * @throws AppError invalid_request
 */
export async function withLongTexts(
  { db }: ListContext,
  spec: ListSpec,
  candidates: readonly Candidate[],
  { conditions, principal }: { readonly conditions: readonly RawBuilder<SqlBool>[]; readonly principal: Principal },
): Promise<readonly number[]> {
  const bytes = candidates.reduce((sum, one) => sum + one.bytes, 0);
  if (bytes * conditions.length > MOST_BYTES)
    throw new AppError('invalid_request', {
      reason: message('Too much text to search. Choose fewer conditions, or a shorter time.'),
    });
  const found: number[] = [];
  for (const slice of slicesOf(candidates)) {
    let left: readonly number[] = slice;
    for (const condition of conditions) {
      if (left.length === 0) break;
      await tickFor(`user ${principal.userId ?? 0}`);
      const id = sql.ref<number>(`${spec.table}.id`);
      const { rows } = await sql<{ id: number }>`SELECT ${id} AS id FROM ${sql.table(spec.table)}
        WHERE ${id} IN (${sql.join(left)}) AND ${condition}`.execute(db);
      const meets = new Set(rows.map((row) => row.id));
      left = left.filter((one) => meets.has(one));
    }
    found.push(...left);
  }
  return found;
}

/** In their order, each slice so much as is read in one tick. */
export function* slicesOf(candidates: readonly Candidate[]): Generator<readonly number[], void> {
  let slice: number[] = [];
  let bytes = 0;
  for (const one of candidates) {
    if (slice.length > 0 && (bytes + one.bytes > TICK_BYTES || slice.length === TICK_ROWS)) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(one.id);
    bytes += one.bytes;
  }
  if (slice.length > 0) yield slice;
}
