import { sql, type Kysely } from 'kysely';
import type { TaggedType, Tables } from './tables.ts';

/** What is put into the trash and can be taken out of it again, and its table. */
export const trashed = { chart: 'charts', dashboard: 'dashboards', saved_query: 'saved_queries' } as const;
export type TrashKind = keyof typeof trashed;
export const trashKinds = Object.keys(trashed) as TrashKind[];

/** Their names among tagged objects. */
const taggedAs: Readonly<Record<TrashKind, TaggedType>> = {
  chart: 'chart',
  dashboard: 'dashboard',
  saved_query: 'query',
};

/** Rows of one statement, so that none of them holds up the loop or the table. */
const ROWS = 500;

/**
 * Remove objects in the trash for good, with their owners, stars and tags; what links to them goes by its foreign keys.
 * Ids that are not in the trash stay.
 * @returns how many are gone
 */
export function purgeTrash(db: Kysely<Tables>, kind: TrashKind, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return Promise.resolve(0);
  return db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom(trashed[kind])
      .where('id', 'in', ids)
      .where('deleted_on', 'is not', null)
      .returning('id')
      .execute();
    const left = gone.map(({ id }) => id);
    if (left.length === 0) return 0;
    if (kind !== 'saved_query')
      await trx.deleteFrom('owners').where('object_type', '=', kind).where('object_id', 'in', left).execute();
    await trx.deleteFrom('favorites').where('object_type', '=', kind).where('object_id', 'in', left).execute();
    const tagged = taggedAs[kind];
    await trx.deleteFrom('tagged_objects').where('object_type', '=', tagged).where('object_id', 'in', left).execute();
    return left.length;
  });
}

/** Remove what came into the trash before this time in ISO 8601, portion by portion. @returns how many are gone */
export async function purgeTrashBefore(db: Kysely<Tables>, before: string, signal?: AbortSignal): Promise<number> {
  let gone = 0;
  for (const kind of trashKinds)
    for (;;) {
      if (signal?.aborted) return gone;
      const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(trashed[kind])} WHERE deleted_on < ${before}
        ORDER BY deleted_on LIMIT ${sql.lit(ROWS)}`.execute(db);
      gone += await purgeTrash(
        db,
        kind,
        rows.map(({ id }) => id),
      );
      if (rows.length < ROWS) break;
    }
  return gone;
}
