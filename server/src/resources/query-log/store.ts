import type { Insertable, Kysely, Selectable } from 'kysely';
import type { QueryLogTable, Tables } from '../../metadata/tables.ts';

export type QueryLogRow = Selectable<QueryLogTable>;
export type NewQueryLogRow = Insertable<QueryLogTable>;
export type QueryLogStore = ReturnType<typeof createQueryLogStore>;

/** Rows of one statement: a database binds only so many values. */
const ROWS_AT_ONCE = 500;

export function createQueryLogStore(db: Kysely<Tables>) {
  return {
    append: async (rows: readonly NewQueryLogRow[]): Promise<void> => {
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await db.insertInto('query_log').values(rows.slice(at, at + ROWS_AT_ONCE)).execute();
    },

    find: async (id: number): Promise<QueryLogRow | null> => (await db.selectFrom('query_log').selectAll().where('id', '=', id).executeTakeFirst()) ?? null,

    byIds: async (ids: readonly number[]): Promise<readonly QueryLogRow[]> => {
      const rows = await db.selectFrom('query_log').selectAll().where('id', 'in', ids).execute();
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  };
}
