import type { Insertable, Kysely, Updateable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { Changed } from '../../metadata/audit.ts';
import type { RolesTable, Tables } from '../../metadata/tables.ts';
import type { Pair } from './builtin.ts';
import { pairId } from './pairs.ts';
import type { Role } from './schema.ts';

type Patch = Omit<Updateable<RolesTable>, 'version'> & Changed;

/** Roles in the metadata database. Give it a transaction to work inside one. */
export function createRoleStore(db: Kysely<Tables>) {
  return bindAll(db, { find, byIds, insert, update, pairsOf, setPairs, setUsers, objectPairs });
}

async function find(db: Kysely<Tables>, id: number): Promise<Role | null> {
  return (await byIds(db, [id]))[0] ?? null;
}

/** In the order of the ids; roles in the trash are left out. */
async function byIds(db: Kysely<Tables>, ids: readonly number[]): Promise<readonly Role[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('roles')
    .select(['id', 'uuid', 'name', 'is_builtin', 'version'])
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .execute();
  const pairs = await db.selectFrom('role_permissions').selectAll().where('role_id', 'in', ids).execute();
  const people = await db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select(['user_roles.role_id', 'user_roles.user_id'])
    .where('user_roles.role_id', 'in', ids)
    .where('users.deleted_on', 'is', null)
    .orderBy('user_roles.user_id')
    .execute();
  const roles = new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        is_builtin: row.is_builtin === 1,
        group_ids: [],
        permission_ids: pairs
          .filter((pair) => pair.role_id === row.id)
          .flatMap((pair) => pairId(pair) ?? [])
          .sort((left, right) => left - right),
        user_ids: people.filter((user) => user.role_id === row.id).map((user) => user.user_id),
      },
    ]),
  );
  return ids.flatMap((id) => roles.get(id) ?? []);
}

async function insert(db: Kysely<Tables>, values: Insertable<RolesTable>): Promise<number> {
  return (await db.insertInto('roles').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** @returns whether the row still had this version */
async function update(db: Kysely<Tables>, id: number, patch: Patch, version?: number): Promise<boolean> {
  const named = db.updateTable('roles').set(patch).where('id', '=', id);
  const { numUpdatedRows } = await (
    version === undefined ? named : named.where('version', '=', version)
  ).executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function pairsOf(db: Kysely<Tables>, id: number): Promise<readonly Pair[]> {
  return db
    .selectFrom('role_permissions')
    .select(['permission', 'view'])
    .where('role_id', '=', id)
    .orderBy('permission')
    .orderBy('view')
    .execute();
}

async function setPairs(db: Kysely<Tables>, id: number, pairs: readonly Pair[]): Promise<void> {
  await db.deleteFrom('role_permissions').where('role_id', '=', id).execute();
  if (pairs.length > 0)
    await db
      .insertInto('role_permissions')
      .values(pairs.map(({ permission, view }) => ({ role_id: id, permission, view })))
      .execute();
}

/** @returns the ids that name nobody; nothing is written then */
async function setUsers(db: Kysely<Tables>, id: number, userIds: readonly number[]): Promise<readonly number[]> {
  const wanted = [...new Set(userIds)];
  const known =
    wanted.length === 0
      ? []
      : (
          await db.selectFrom('users').select('id').where('id', 'in', wanted).where('deleted_on', 'is', null).execute()
        ).map((row) => row.id);
  const unknown = wanted.filter((userId) => !known.includes(userId));
  if (unknown.length > 0) return unknown;
  await db.deleteFrom('user_roles').where('role_id', '=', id).execute();
  if (wanted.length > 0)
    await db
      .insertInto('user_roles')
      .values(wanted.map((userId) => ({ role_id: id, user_id: userId })))
      .execute();
  return [];
}

/** Names of datasets and databases that can be granted, as pairs. */
async function objectPairs(db: Kysely<Tables>): Promise<readonly (Pair & { readonly title: string })[]> {
  const datasets = await db
    .selectFrom('datasets')
    .select(['id', 'table_name as title'])
    .where('deleted_on', 'is', null)
    .orderBy('table_name')
    .execute();
  const databases = await db
    .selectFrom('databases')
    .select(['id', 'database_name as title'])
    .where('deleted_on', 'is', null)
    .orderBy('database_name')
    .execute();
  return [
    ...datasets.map(({ id, title }) => ({ permission: 'datasource_access', view: `dataset:${id}`, title })),
    ...databases.map(({ id, title }) => ({ permission: 'database_access', view: `database:${id}`, title })),
  ];
}
