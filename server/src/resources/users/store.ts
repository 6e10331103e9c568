import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { Changed } from '../../metadata/audit.ts';
import type { Tables, UsersTable } from '../../metadata/tables.ts';
import type { User } from './schema.ts';

export type UserStore = ReturnType<typeof createUserStore>;
type Patch = Omit<Updateable<UsersTable>, 'version'> & Changed;

/** Users in the metadata database. Give it a transaction to work inside one. */
export function createUserStore(db: Kysely<Tables>) {
  return bindAll(db, {
    find,
    byIds,
    insert,
    update,
    raiseEpoch,
    setRoles,
    passwordHash,
    taken,
    lockAdmins,
    countAdmins,
  });
}

async function find(db: Kysely<Tables>, id: number): Promise<User | null> {
  return (await byIds(db, [id]))[0] ?? null;
}

/** In the order of the ids; users in the trash are left out. */
async function byIds(db: Kysely<Tables>, ids: readonly number[]): Promise<readonly User[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select([
      'id',
      'uuid',
      'username',
      'first_name',
      'last_name',
      'email',
      'is_active',
      'last_login',
      'login_count',
      'created_on',
      'changed_on',
      'created_by',
      'changed_by',
      'version',
    ])
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .execute();
  const roles = await db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['user_roles.user_id', 'roles.id', 'roles.name'])
    .where('user_roles.user_id', 'in', ids)
    .where('roles.deleted_on', 'is', null)
    .orderBy('roles.name')
    .execute();
  const users = new Map(
    rows.map(({ is_active: active, created_by: maker, changed_by: changer, ...row }) => [
      row.id,
      {
        ...row,
        active: active === 1,
        created_by: refOf(maker),
        changed_by: refOf(changer),
        groups: [],
        roles: roles.filter((role) => role.user_id === row.id).map(({ id, name }) => ({ id, name })),
      },
    ]),
  );
  return ids.flatMap((id) => users.get(id) ?? []);
}

async function insert(db: Kysely<Tables>, values: Insertable<UsersTable>): Promise<number> {
  return (await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function update(db: Kysely<Tables>, id: number, patch: Patch): Promise<void> {
  await db.updateTable('users').set(patch).where('id', '=', id).execute();
}

/** Ends every token: sessions are rows and deleted apart. */
async function raiseEpoch(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .updateTable('users')
    .set((e) => ({ session_epoch: e('session_epoch', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Put these roles in place of all others. @returns the ids that name no role; nothing is written then */
async function setRoles(db: Kysely<Tables>, userId: number, roleIds: readonly number[]): Promise<readonly number[]> {
  const wanted = [...new Set(roleIds)];
  const known =
    wanted.length === 0
      ? []
      : (
          await db.selectFrom('roles').select('id').where('id', 'in', wanted).where('deleted_on', 'is', null).execute()
        ).map((row) => row.id);
  const unknown = wanted.filter((id) => !known.includes(id));
  if (unknown.length > 0) return unknown;
  await db.deleteFrom('user_roles').where('user_id', '=', userId).execute();
  if (wanted.length > 0)
    await db
      .insertInto('user_roles')
      .values(wanted.map((roleId) => ({ user_id: userId, role_id: roleId })))
      .execute();
  return [];
}

async function passwordHash(db: Kysely<Tables>, id: number): Promise<string | null> {
  return (
    (await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst())?.password_hash ??
    null
  );
}

/** Which of these is taken by somebody else. */
async function taken(
  db: Kysely<Tables>,
  names: { readonly username?: string | undefined; readonly email?: string | undefined },
  exceptId: number,
): Promise<'username' | 'email' | null> {
  for (const field of ['username', 'email'] as const) {
    const value = names[field];
    if (value === undefined) continue;
    const other = await db
      .selectFrom('users')
      .select('id')
      .where(field, '=', value)
      .where('id', '<>', exceptId)
      .where('deleted_on', 'is', null)
      .executeTakeFirst();
    if (other) return field;
  }
  return null;
}

/** Hold off everybody else who changes administrators until the transaction ends. */
async function lockAdmins(db: Kysely<Tables>): Promise<void> {
  await sql`UPDATE roles SET is_builtin = is_builtin WHERE lower(name) = 'admin'`.execute(db);
}

async function countAdmins(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(DISTINCT users.id) AS count FROM users
      JOIN user_roles ON user_roles.user_id = users.id JOIN roles ON roles.id = user_roles.role_id
      WHERE users.is_active = 1 AND users.deleted_on IS NULL AND roles.deleted_on IS NULL AND lower(roles.name) =
      'admin'`.execute(db);
  return rows[0]?.count ?? 0;
}

function refOf(id: number | null): { readonly id: number } | null {
  return id === null ? null : { id };
}
