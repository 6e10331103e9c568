import type { Insertable, Kysely } from 'kysely';
import { created } from '../metadata/audit.ts';
import type { RolesTable, Tables, UsersTable } from '../metadata/tables.ts';

/** Instant at which the clock of tests stands. */
export const TEST_NOW = new Date('2026-03-02T10:00:00.000Z');

export const nobody = { userId: null };
let counter = 0;

/** A number that no other builder has used in this file: names made with it do not collide. */
export function nextNumber(): number {
  counter += 1;
  return counter;
}

/** A user with these roles, by name or id. They sign in by token; give a hash to try passwords. @returns the id */
export async function buildUser(
  db: Kysely<Tables>,
  {
    roles = ['Gamma'],
    ...user
  }: Partial<Insertable<UsersTable>> & { readonly roles?: readonly (string | number)[] } = {},
): Promise<number> {
  const number = nextNumber();
  const name = user.username ?? `person${number}`;
  const { id } = await db
    .insertInto('users')
    .values({
      ...created(nobody, TEST_NOW),
      first_name: `First${number}`,
      last_name: `Last${number}`,
      email: `${name}@example.com`,
      password_hash: null,
      last_login: null,
      ...user,
      username: name,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (roles.length > 0) {
    await db
      .insertInto('user_roles')
      .columns(['user_id', 'role_id'])
      .expression((e) =>
        e
          .selectFrom('roles')
          .select((s) => [s.val(id).as('user_id'), 'id'])
          .where((s) => s.or(roles.map((role) => s(typeof role === 'number' ? 'id' : 'name', '=', role))))
          .where('deleted_on', 'is', null),
      )
      .execute();
  }
  return id;
}

/** A role with these pairs, each `permission view`. @returns the id */
export async function buildRole(
  db: Kysely<Tables>,
  { pairs = [], ...role }: Partial<Insertable<RolesTable>> & { readonly pairs?: readonly string[] } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('roles')
    .values({ ...created(nobody, TEST_NOW), name: `Role ${nextNumber()}`, ...role })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const pair of pairs) {
    const [permission = '', view = ''] = pair.split(' ');
    await db.insertInto('role_permissions').values({ role_id: id, permission, view }).execute();
  }
  return id;
}
