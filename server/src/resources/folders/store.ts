import type { Insertable, Kysely, Selectable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { Changed } from '../../metadata/audit.ts';
import type { Tables } from '../../metadata/tables.ts';
import type { Principal } from '../../principal.ts';
import { visibleDashboard } from '../access/visible.ts';
import { activeUsers, ownersOf, setOwners, type User } from '../owners/store.ts';

export type FolderRow = Selectable<Tables['folders']>;
export type FullFolder = {
  readonly row: FolderRow;
  readonly owners: readonly User[];
  readonly roles: readonly { readonly id: number; readonly name: string }[];
  /** Itself and the folders above it. */
  readonly ancestors: ReadonlySet<number>;
};
type Change = Partial<Pick<FolderRow, 'name' | 'parent_id'>> & Changed;
type Lists = { readonly owners?: readonly number[]; readonly roles?: readonly number[] };
type Db = Kysely<Tables>;

export type FolderStore = ReturnType<typeof createFolderStore>;

/** Folders in the metadata database. */
export function createFolderStore(db: Db, dashboardRoles: boolean) {
  return {
    ...bindAll(db, { all, insert, update, remove, activeUsers, dashboardsBelow, knownRoles }),
    ...bindAll({ db, dashboardRoles }, { counts }),
  };
}

/** Every folder, by name. */
async function all(db: Db): Promise<readonly FullFolder[]> {
  const rows = await db.selectFrom('folders').selectAll().where('deleted_on', 'is', null).orderBy('name').execute();
  const owners = await ownersOf(
    db,
    'folder',
    rows.map((row) => row.id),
  );
  const roles = await db
    .selectFrom('folder_roles')
    .innerJoin('roles', 'roles.id', 'folder_roles.role_id')
    .select(['folder_roles.folder_id', 'roles.id', 'roles.name'])
    .where('roles.deleted_on', 'is', null)
    .orderBy('roles.name')
    .execute();
  const ancestors = await db.selectFrom('folder_ancestors').selectAll().execute();
  return rows.map((row) => ({
    row,
    owners: owners.get(row.id) ?? [],
    roles: roles.filter((role) => role.folder_id === row.id).map(({ id, name }) => ({ id, name })),
    ancestors: new Set(ancestors.filter(({ folder_id }) => folder_id === row.id).map(({ ancestor_id }) => ancestor_id)),
  }));
}

/** Dashboards in each folder and below it that the principal sees. */
async function counts(
  { db, dashboardRoles }: { readonly db: Db; readonly dashboardRoles: boolean },
  principal: Principal,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('folder_ancestors')
    .innerJoin('dashboards', 'dashboards.folder_id', 'folder_ancestors.folder_id')
    .select(({ fn }) => ['folder_ancestors.ancestor_id', fn.countAll().as('count')])
    .where('dashboards.deleted_on', 'is', null)
    .where(visibleDashboard(principal, dashboardRoles))
    .groupBy('folder_ancestors.ancestor_id')
    .execute();
  return new Map(rows.map((row) => [row.ancestor_id, Number(row.count)]));
}

/** Live dashboards in a folder and below it. */
function dashboardsBelow(db: Db, folderId: number) {
  return db
    .selectFrom('dashboards')
    .innerJoin('folder_ancestors', 'folder_ancestors.folder_id', 'dashboards.folder_id')
    .selectAll('dashboards')
    .where('folder_ancestors.ancestor_id', '=', folderId)
    .where('dashboards.deleted_on', 'is', null)
    .execute();
}

async function knownRoles(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('roles')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.id));
}

function insert(db: Db, values: Insertable<Tables['folders']>, lists: Lists): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx.insertInto('folders').values(values).returning('id').executeTakeFirstOrThrow();
    await place(trx, id, values.parent_id ?? null);
    await setLists(trx, id, lists);
    return id;
  });
}

/** @returns false when the row is gone, or at another version than `version` by now */
function update(
  db: Db,
  { id, parent_id }: Pick<FolderRow, 'id' | 'parent_id'>,
  change: Change,
  lists: Lists,
  version: number | null,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const query = trx.updateTable('folders').set(change).where('id', '=', id).where('deleted_on', 'is', null);
    const { numUpdatedRows } = await (
      version === null ? query : query.where('version', '=', version)
    ).executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (change.parent_id !== undefined && change.parent_id !== parent_id) await move(trx, id, change.parent_id);
    await setLists(trx, id, lists);
    return true;
  });
}

/** Nothing that lives is in it; what is in the trash comes back outside of it. */
async function remove(db: Db, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('dashboards').set({ folder_id: null }).where('folder_id', '=', id).execute();
    await setOwners(trx, 'folder', id, []);
    await trx.deleteFrom('folders').where('id', '=', id).execute();
  });
}

/** A new folder below its parent. */
async function place(trx: Db, id: number, parentId: number | null): Promise<void> {
  const above =
    parentId === null
      ? []
      : await trx.selectFrom('folder_ancestors').select('ancestor_id').where('folder_id', '=', parentId).execute();
  await trx
    .insertInto('folder_ancestors')
    .values([id, ...above.map(({ ancestor_id }) => ancestor_id)].map((ancestor_id) => ({ folder_id: id, ancestor_id })))
    .execute();
}

/** A folder with all below it goes to another parent. */
async function move(trx: Db, id: number, parentId: number | null): Promise<void> {
  const below = await trx.selectFrom('folder_ancestors').select('folder_id').where('ancestor_id', '=', id).execute();
  const moved = below.map(({ folder_id }) => folder_id);
  await trx
    .deleteFrom('folder_ancestors')
    .where('folder_id', 'in', moved)
    .where('ancestor_id', 'not in', moved)
    .execute();
  if (parentId === null) return;
  const above = await trx
    .selectFrom('folder_ancestors')
    .select('ancestor_id')
    .where('folder_id', '=', parentId)
    .execute();
  await trx
    .insertInto('folder_ancestors')
    .values(moved.flatMap((folder_id) => above.map(({ ancestor_id }) => ({ folder_id, ancestor_id }))))
    .execute();
}

async function setLists(trx: Db, id: number, { owners, roles }: Lists): Promise<void> {
  if (owners) await setOwners(trx, 'folder', id, owners);
  if (!roles) return;
  await trx.deleteFrom('folder_roles').where('folder_id', '=', id).execute();
  const unique = [...new Set(roles)];
  if (unique.length > 0)
    await trx
      .insertInto('folder_roles')
      .values(unique.map((role_id) => ({ folder_id: id, role_id })))
      .execute();
}
