import { message } from '@tessera/core/messages';
import type { Kysely } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import { assertVersion, changed, created, deleted } from '../../metadata/audit.ts';
import type { Tables } from '../../metadata/tables.ts';
import { isUniqueViolation } from '../../metadata/unique.ts';
import { assertPassword, type Passwords } from '../security/passwords.ts';
import type { Guesses } from '../security/guesses.ts';
import type { User, UserPost, UserPut } from './schema.ts';
import { createUserStore, type UserStore } from './store.ts';

type Needs = {
  readonly db: Kysely<Tables>;
  readonly passwords: Passwords;
  readonly guesses: Guesses;
  readonly now: () => Date;
  /** Users or roles changed: whatever is cached of them is stale. */
  readonly onChange: () => void;
  /** End the browser sessions of a user, but the one with this cookie. */
  readonly endSessions: (userId: number, keepCookie: string | null) => Promise<void>;
};
export type UserService = ReturnType<typeof createUserService>;
type OwnPatch = {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
  readonly password?: string | undefined;
  readonly current_password?: string | undefined;
};

type Context = Needs & {
  readonly users: ReturnType<typeof createUserStore>;
};

/** Users: made, changed and deactivated by administrators; everybody changes their own name and password. */
export function createUserService(needs: Needs) {
  const context: Context = {
    ...needs,
    users: createUserStore(needs.db),
  };
  return {
    ...bindAll(context, { read, create, update, updateSelf, remove }),
    byIds: context.users.byIds,
  };
}

/** @throws AppError not_found */
async function read(context: Context, id: number): Promise<User> {
  const user = await context.users.find(id);
  if (!user) throw new AppError('not_found', {});
  return user;
}

/** @throws AppError name_taken, invalid_fields */
async function create(
  context: Context,
  principal: Pick<Principal, 'userId'>,
  { roles, password, active = true, groups: _, ...rest }: UserPost,
): Promise<User> {
  assertPassword(password);
  const hash = await context.passwords.hash(password);
  const id = await inTransaction(
    context,
    async (store) => {
      await assertFree(store, rest, 0);
      const made = await store.insert({
        ...created(principal, context.now()),
        ...rest,
        is_active: active ? 1 : 0,
        password_hash: hash,
        last_login: null,
      });
      await assignRoles(store, made, roles);
      return made;
    },
    rest,
  );
  return read(context, id);
}

/**
 * A new password or a deactivation ends the user's sessions and tokens.
 * @throws AppError not_found, stale_version,
 * name_taken, last_admin, invalid_fields
 */
async function update(
  context: Context,
  principal: Principal,
  id: number,
  { roles, password, active, groups: _, ...rest }: UserPut,
  ifMatch?: string,
): Promise<User> {
  if (password !== undefined) assertPassword(password);
  const hash = password === undefined ? null : await context.passwords.hash(password);
  await inTransaction(
    context,
    async (store) => {
      await store.lockAdmins();
      const before = await store.find(id);
      if (!before) throw new AppError('not_found', {});
      assertVersion('user', before, ifMatch);
      await assertFree(store, rest, id);
      await store.update(id, {
        ...changed(principal, context.now()),
        ...rest,
        ...(active === undefined ? {} : { is_active: active ? 1 : 0 }),
        ...(hash === null ? {} : { password_hash: hash }),
      });
      if (roles) await assignRoles(store, id, roles);
      await assertAdminLeft(store);
      if (hash !== null || active === false) await store.raiseEpoch(id);
    },
    rest,
  );
  if (hash !== null || active === false) await context.endSessions(id, null);
  context.onChange();
  return read(context, id);
}

/**
 * Own name and password; the old password proves that the user is still the one at the keyboard.
 * @throws AppError
 * wrong_password, invalid_fields, rejected_fields, name_taken, too_many_requests
 */
async function updateSelf(
  context: Context,
  principal: Extract<Principal, { readonly userId: number }>,
  { password, current_password: current, ...rest }: OwnPatch,
  cookie: string | null,
): Promise<User> {
  const hash = password === undefined ? null : await newHash(context, principal.userId, password, current);
  await assertOwnEmail(context, principal, rest.email);
  await inTransaction(
    context,
    async (store) => {
      await assertFree(store, rest, principal.userId);
      const names = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      await store.update(principal.userId, {
        ...changed(principal, context.now()),
        ...names,
        ...(hash === null ? {} : { password_hash: hash }),
      });
      if (hash !== null) await store.raiseEpoch(principal.userId);
    },
    rest,
  );
  if (hash !== null) await context.endSessions(principal.userId, cookie);
  context.onChange();
  return read(context, principal.userId);
}

/**
 * Row-level rules and templates know users by their mail addresses, and whether one is taken tells who is here:
 * nobody but administrators changes one, and everybody else gets one answer, whatever the address.
 *
 * @throws AppError rejected_fields
 */
async function assertOwnEmail(
  context: Context,
  principal: Principal & { readonly userId: number },
  email: string | undefined,
): Promise<void> {
  if (email === undefined || principal.isAdmin || email === (await read(context, principal.userId)).email) return;
  throw new AppError('rejected_fields', {
    fields: { email: [message('Only an administrator changes mail addresses')] },
  });
}

async function newHash(
  context: Context,
  userId: number,
  password: string,
  current: string | undefined,
): Promise<string> {
  if (current === undefined)
    throw new AppError('invalid_fields', {
      fields: { current_password: [message('Missing data for required field.')] },
    });
  assertPassword(password);
  if (
    await context.guesses.make(
      'password',
      userId,
      async () => !(await context.passwords.matches(await context.users.passwordHash(userId), current)),
    )
  )
    throw new AppError('wrong_password', {});
  return context.passwords.hash(password);
}

/**
 * Users go to the trash: what they made stays theirs by name. All or none.
 * @throws AppError not_found, last_admin
 */
async function remove(context: Context, principal: Principal, ids: readonly number[]): Promise<number> {
  await context.db.transaction().execute(async (transaction) => {
    const store = createUserStore(transaction);
    await store.lockAdmins();
    if ((await store.byIds(ids)).length !== ids.length) throw new AppError('not_found', {});
    for (const id of ids) {
      await store.update(id, { ...deleted(principal, context.now()), is_active: 0 });
      await store.raiseEpoch(id);
    }
    await assertAdminLeft(store);
  });
  for (const id of ids) await context.endSessions(id, null);
  context.onChange();
  return ids.length;
}

async function inTransaction<T>(
  context: Context,
  work: (store: UserStore) => Promise<T>,
  names: { readonly username?: string | undefined; readonly email?: string | undefined },
): Promise<T> {
  try {
    return await context.db.transaction().execute((transaction) => work(createUserStore(transaction)));
  } catch (error) {
    // Two users took the name at once; the database let one of them.
    if (isUniqueViolation(error))
      throw new AppError('name_taken', { field: 'User', value: names.username ?? names.email ?? '' }, { cause: error });
    throw error;
  }
}

async function assertFree(
  store: UserStore,
  names: { readonly username?: string | undefined; readonly email?: string | undefined },
  exceptId: number,
): Promise<void> {
  const field = await store.taken(names, exceptId);
  if (field)
    throw new AppError('name_taken', { field: field === 'email' ? 'Email' : 'Username', value: names[field] ?? '' });
}

async function assignRoles(store: UserStore, userId: number, roleIds: readonly number[]): Promise<void> {
  const unknown = await store.setRoles(userId, roleIds);
  if (unknown.length > 0)
    throw new AppError('invalid_fields', {
      fields: { roles: [message('Role %(unknown)s does not exist.', { unknown: unknown.join(', ') })] },
    });
}

async function assertAdminLeft(store: UserStore): Promise<void> {
  if ((await store.countAdmins()) === 0) throw new AppError('last_admin', {});
}
