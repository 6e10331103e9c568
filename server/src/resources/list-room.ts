import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { slicesOf } from '../http/long-texts.ts';
import { tickFor } from '../ticks.ts';

/** Bytes that the long texts of a page take together; beyond them texts are cut, and the single object has them. */
export const LIST_ROOM = 1_000_000;
/** Letters of a text that is cut. */
export const CUT_LETTERS = 2000;

/** Those for whose texts there is no room, in the order of the page; short ones have room always. */
export function idsBeyond(
  ids: readonly number[],
  sizes: readonly { readonly id: number; readonly size: number }[],
  room: number,
): ReadonlySet<number> {
  const sizeOf = new Map(sizes.map(({ id, size }) => [id, size]));
  const beyond = new Set<number>();
  let left = room;
  for (const id of ids) {
    const size = sizeOf.get(id) ?? 0;
    if (size <= CUT_LETTERS) continue;
    left -= size;
    if (left < 0) beyond.add(id);
  }
  return beyond;
}

/**
 * Rows of a page, read a slice at a time and a tick each: to cut a text SQLite reads all of it, in the thread that
 * answers everybody.
 */
export async function readInSlices<Row>(
  ids: readonly number[],
  sizes: readonly { readonly id: number; readonly size: number }[],
  read: (ids: readonly number[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const sizeOf = new Map(sizes.map(({ id, size }) => [id, size]));
  const rows: Row[] = [];
  for (const slice of slicesOf(ids.map((id) => ({ id, bytes: sizeOf.get(id) ?? 0 })))) {
    if (rows.length > 0) await tickFor('lists');
    rows.push(...(await read(slice)));
  }
  return rows;
}

/** A text of a table as a list shows it: its beginning where it is cut. */
export function shownText<Text extends string | null>(
  table: string,
  column: string,
  cut: ReadonlySet<number>,
): RawBuilder<Text> {
  const text = sql.ref<Text>(`${table}.${column}`);
  return sql<Text>`case when ${isAmong(table, cut)} then substr(${text}, 1, ${sql.lit(CUT_LETTERS)}) else ${text} end`;
}

/** The same of a text that is of no use in part. */
export function wholeText(table: string, column: string, cut: ReadonlySet<number>): RawBuilder<string | null> {
  const text = sql.ref<string | null>(`${table}.${column}`);
  return sql<string | null>`case when ${isAmong(table, cut)} then null else ${text} end`;
}

function isAmong(table: string, ids: ReadonlySet<number>): RawBuilder<SqlBool> {
  return ids.size === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(`${table}.id`)} in (${sql.join([...ids])})`;
}
