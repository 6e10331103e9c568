import { message } from '@tessera/core/messages';
import type { Kysely } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import { assertVersion, changed, created, deleted } from '../../metadata/audit.ts';
import type { Tables } from '../../metadata/tables.ts';
import { isUniqueViolation } from '../../metadata/unique.ts';
import { isAdminRole } from '../security/actors.ts';
import { createUserStore } from '../users/store.ts';
import type { Pair } from './builtin.ts';
import { fixedPairs, pairId, pairOf, type NumberedPair } from './pairs.ts';
import type { Role } from './schema.ts';
import { createRoleStore } from './store.ts';

type Needs = { readonly db: Kysely<Tables>; readonly now: () => Date; readonly onChange: () => void };
export type RoleService = ReturnType<typeof createRoleService>;
export type TitledPair = NumberedPair & { readonly title: string };

type Context = Needs & {
  readonly roles: ReturnType<typeof createRoleStore>;
};

/** Roles and what they give. */
export function createRoleService(needs: Needs) {
  const context: Context = {
    ...needs,
    roles: createRoleStore(needs.db),
  };
  return {
    ...bindAll(context, { read, create, rename, remove, setUsers, pairs, setPairs, grantable }),
    byIds: context.roles.byIds,
  };
}

/** @throws AppError not_found */
async function read(context: Context, id: number): Promise<Role> {
  const role = await context.roles.find(id);
  if (!role) throw new AppError('not_found', {});
  return role;
}

/** @throws AppError name_taken, invalid_fields */
async function create(context: Context, principal: Principal, name: string): Promise<Role> {
  assertName(name);
  return read(context, await named(name, () => context.roles.insert({ ...created(principal, context.now()), name })));
}

/** @throws AppError not_found, builtin_role, name_taken, stale_version */
async function rename(
  context: Context,
  principal: Principal,
  id: number,
  name: string,
  ifMatch?: string,
): Promise<Role> {
  const role = await read(context, id);
  assertVersion('role', role, ifMatch);
  if (role.is_builtin && role.name !== name) throw new AppError('builtin_role', { role: role.name });
  if (!role.is_builtin) assertName(name);
  // A write that came between reading and writing is found by the version.
  const isWritten = await named(name, () =>
    context.roles.update(
      id,
      { ...changed(principal, context.now()), name },
      ifMatch === undefined ? undefined : role.version,
    ),
  );
  if (!isWritten) throw new AppError('stale_version', { object: 'role', version: (await read(context, id)).version });
  context.onChange();
  return read(context, id);
}

/** Deletes all or none. @throws AppError not_found, builtin_role */
async function remove(context: Context, principal: Principal, ids: readonly number[]): Promise<number> {
  await context.db.transaction().execute(async (transaction) => {
    const store = createRoleStore(transaction);
    const doomed = await store.byIds(ids);
    if (doomed.length !== ids.length) throw new AppError('not_found', {});
    const builtin = doomed.find((role) => role.is_builtin);
    if (builtin) throw new AppError('builtin_role', { role: builtin.name });
    for (const id of ids) {
      await store.setPairs(id, []);
      await store.setUsers(id, []);
      await store.update(id, deleted(principal, context.now()));
    }
  });
  context.onChange();
  return ids.length;
}

/** Put these users in the role in place of all others. @throws AppError not_found, invalid_fields, last_admin */
async function setUsers(context: Context, principal: Principal, id: number, userIds: readonly number[]): Promise<void> {
  await context.db.transaction().execute(async (transaction) => {
    const store = createRoleStore(transaction);
    const people = createUserStore(transaction);
    await people.lockAdmins();
    if (!(await store.find(id))) throw new AppError('not_found', {});
    const unknown = await store.setUsers(id, userIds);
    if (unknown.length > 0)
      throw new AppError('invalid_fields', {
        fields: { user_ids: [message('User %(unknown)s does not exist.', { unknown: unknown.join(', ') })] },
      });
    await store.update(id, changed(principal, context.now()));
    if ((await people.countAdmins()) === 0) throw new AppError('last_admin', {});
  });
  context.onChange();
}

/** @throws AppError not_found */
async function pairs(context: Context, id: number): Promise<readonly NumberedPair[]> {
  await read(context, id);
  return (await context.roles.pairsOf(id)).flatMap((pair) => {
    const number = pairId(pair);
    return number === null ? [] : [{ id: number, ...pair }];
  });
}

/** Put these pairs in place of all others. @throws AppError not_found, stale_version, invalid_fields */
async function setPairs(
  context: Context,
  principal: Principal,
  id: number,
  pairIds: readonly number[],
  ifMatch?: string,
): Promise<Role> {
  const role = await read(context, id);
  assertVersion('role', role, ifMatch);
  const wanted = await known(context, [...new Set(pairIds)]);
  await context.db.transaction().execute(async (transaction) => {
    const store = createRoleStore(transaction);
    const isWritten = await store.update(
      id,
      changed(principal, context.now()),
      ifMatch === undefined ? undefined : role.version,
    );
    if (!isWritten) throw new AppError('stale_version', { object: 'role', version: role.version + 1 });
    await store.setPairs(id, wanted);
  });
  context.onChange();
  return read(context, id);
}

async function known(context: Context, ids: readonly number[]): Promise<readonly Pair[]> {
  const objects = new Set((await context.roles.objectPairs()).map((pair) => `${pair.permission} ${pair.view}`));
  const found = ids.map((id) => [id, pairOf(id)] as const);
  const unknown = found.filter(
    ([id, pair]) => pair === null || (id >= 1_000_000 && !objects.has(`${pair.permission} ${pair.view}`)),
  );
  if (unknown.length > 0)
    throw new AppError('invalid_fields', {
      fields: {
        permission_view_menu_ids: [
          message('Permission %(value)s does not exist.', { value: unknown.map(([id]) => id).join(', ') }),
        ],
      },
    });
  return found.flatMap(([, pair]) => pair ?? []);
}

/** Everything that can be granted, with the names of datasets and databases. */
async function grantable(context: Context): Promise<readonly TitledPair[]> {
  const objects = (await context.roles.objectPairs()).flatMap((pair) => {
    const id = pairId(pair);
    return id === null ? [] : [{ id, ...pair }];
  });
  return [...fixedPairs.map((pair) => ({ ...pair, title: pair.view })), ...objects];
}

/** A second role that counts as admin ([6.0-02]) would be one that nobody sees as such. */
function assertName(name: string): void {
  if (isAdminRole(name)) throw new AppError('name_taken', { field: 'Role', value: name });
}

async function named<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('name_taken', { field: 'Role', value: name }, { cause: error });
    throw error;
  }
}
