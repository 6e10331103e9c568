import { sql, type Kysely } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { Changed } from '../../metadata/audit.ts';
import type { Tables } from '../../metadata/tables.ts';
import { purgeTrash, trashed, type TrashKind } from '../../metadata/trash.ts';
import { ownersOf, usersById, type User } from '../owners/store.ts';

export type TrashedObject = {
  readonly id: number;
  readonly name: string;
  readonly deletedOn: string;
  readonly deletedBy: User | null;
  readonly ownerIds: readonly number[];
};
export type Restored = { readonly id: number; readonly slug: string };

export type TrashStore = ReturnType<typeof createTrashStore>;

/** The column that holds the name of an object. */
export const nameColumn = { chart: 'slice_name', dashboard: 'dashboard_title', saved_query: 'label' } as const;

/** What was deleted and is not gone yet. */
export function createTrashStore(db: Kysely<Tables>) {
  return bindAll(db, { byIds, restore, purge: purgeTrash });
}

/** In the order of the ids; what is not in the trash is left out. */
async function byIds(db: Kysely<Tables>, kind: TrashKind, ids: readonly number[]): Promise<readonly TrashedObject[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; name: string | null; deleted_on: string; changed_by: number | null }>`
    SELECT id, ${sql.ref(nameColumn[kind])} AS name, deleted_on, changed_by FROM ${sql.table(trashed[kind])}
    WHERE id IN (${sql.join(ids)}) AND deleted_on IS NOT NULL`.execute(db);
  const owners = await ownerIdsOf(db, kind, ids);
  const users = await usersById(
    db,
    rows.flatMap((row) => row.changed_by ?? []),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    return {
      id,
      name: row.name ?? '',
      deletedOn: row.deleted_on,
      deletedBy: row.changed_by === null ? null : (users.get(row.changed_by) ?? null),
      ownerIds: owners.get(id) ?? [],
    };
  });
}

/** A saved query belongs to whoever made it. */
async function ownerIdsOf(
  db: Kysely<Tables>,
  kind: TrashKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (kind !== 'saved_query') {
    const owners = await ownersOf(db, kind, ids);
    return new Map([...owners].map(([id, users]) => [id, users.map((user) => user.id)]));
  }
  const rows = await db.selectFrom('saved_queries').select(['id', 'created_by']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, created_by: owner }) => [id, owner === null ? [] : [owner]]));
}

/**
 * Take objects out of the trash, all or none. A dashboard whose address another one has by now comes back without it.
 * @returns those dashboards; null when not all of the ids are in the trash any more
 */
function restore(
  db: Kysely<Tables>,
  kind: TrashKind,
  ids: readonly number[],
  change: Changed,
): Promise<readonly Restored[] | null> {
  return db
    .transaction()
    .execute(async (trx) => {
      const displaced = kind === 'dashboard' ? await displacedSlugs(trx, ids) : [];
      for (const { id } of displaced)
        await trx.updateTable('dashboards').set({ slug: null }).where('id', '=', id).execute();
      const { numUpdatedRows } = await trx
        .updateTable(trashed[kind])
        .set({ ...change, deleted_on: null })
        .where('id', 'in', ids)
        .where('deleted_on', 'is not', null)
        .executeTakeFirst();
      if (Number(numUpdatedRows) !== ids.length) throw new NotAllThere();
      return displaced;
    })
    .catch((error: unknown) => {
      if (error instanceof NotAllThere) return null;
      throw error;
    });
}

/** Rolls back what was restored of a list that is not there as a whole. */
class NotAllThere extends Error {}

/** Dashboards of the trash whose slug is taken, by a living one or by one before them in the list. */
async function displacedSlugs(db: Kysely<Tables>, ids: readonly number[]): Promise<readonly Restored[]> {
  const wanted = await db.selectFrom('dashboards').select(['id', 'slug']).where('id', 'in', ids).execute();
  const slugs = wanted.flatMap(({ slug }) => slug ?? []);
  if (slugs.length === 0) return [];
  const living = await db
    .selectFrom('dashboards')
    .select('slug')
    .where('slug', 'in', slugs)
    .where('deleted_on', 'is', null)
    .execute();
  const taken = new Set(living.map(({ slug }) => slug));
  return wanted.flatMap(({ id, slug }) => {
    if (slug === null) return [];
    if (taken.has(slug)) return { id, slug };
    taken.add(slug);
    return [];
  });
}
