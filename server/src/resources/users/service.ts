import type { Kysely } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
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
  /** People or roles changed: whatever is remembered of them is stale. */
  readonly onChange: () => void;
  /** End the browser sessions of a person, but the one with this cookie. */
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

/** People: made, changed and deactivated by administrators; everybody changes their own name and password. */
export function createUserService({ db, passwords, guesses, now, onChange, endSessions }: Needs) {
  const users = createUserStore(db);

  /** @throws AppError not_found */
  async function read(id: number): Promise<User> {
    const user = await users.find(id);
    if (!user) throw new AppError('not_found', {});
    return user;
  }

  /** @throws AppError name_taken, invalid_fields */
  async function create(
    principal: Pick<Principal, 'userId'>,
    { roles, password, active = true, groups: _, ...rest }: UserPost,
  ): Promise<User> {
    assertPassword(password);
    const hash = await passwords.hash(password);
    const id = await inTransaction(async (store) => {
      await assertFree(store, rest, 0);
      const made = await store.insert({
        ...created(principal, now()),
        ...rest,
        is_active: active ? 1 : 0,
        password_hash: hash,
        last_login: null,
      });
      await assignRoles(store, made, roles);
      return made;
    }, rest);
    return read(id);
  }

  /**
   * A new password or a deactivation ends the person's sessions and tokens.
   * @throws AppError not_found, stale_version,
   * name_taken, last_admin, invalid_fields
   */
  async function update(
    principal: Principal,
    id: number,
    { roles, password, active, groups: _, ...rest }: UserPut,
    ifMatch?: string,
  ): Promise<User> {
    if (password !== undefined) assertPassword(password);
    const hash = password === undefined ? null : await passwords.hash(password);
    await inTransaction(async (store) => {
      await store.lockAdmins();
      const before = await store.find(id);
      if (!before) throw new AppError('not_found', {});
      assertVersion('user', before, ifMatch);
      await assertFree(store, rest, id);
      await store.update(id, {
        ...changed(principal, now()),
        ...rest,
        ...(active === undefined ? {} : { is_active: active ? 1 : 0 }),
        ...(hash === null ? {} : { password_hash: hash }),
      });
      if (roles) await assignRoles(store, id, roles);
      await assertAdminLeft(store);
      if (hash !== null || active === false) await store.raiseEpoch(id);
    }, rest);
    if (hash !== null || active === false) await endSessions(id, null);
    onChange();
    return read(id);
  }

  /**
   * Own name and password; the old password proves that the person is still the one at the keyboard.
   * @throws AppError
   * wrong_password, invalid_fields, rejected_fields, name_taken, too_many_requests
   */
  async function updateSelf(
    principal: Extract<Principal, { readonly userId: number }>,
    { password, current_password: current, ...rest }: OwnPatch,
    cookie: string | null,
  ): Promise<User> {
    const hash = password === undefined ? null : await newHash(principal.userId, password, current);
    await assertOwnEmail(principal, rest.email);
    await inTransaction(async (store) => {
      await assertFree(store, rest, principal.userId);
      const names = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      await store.update(principal.userId, {
        ...changed(principal, now()),
        ...names,
        ...(hash === null ? {} : { password_hash: hash }),
      });
      if (hash !== null) await store.raiseEpoch(principal.userId);
    }, rest);
    if (hash !== null) await endSessions(principal.userId, cookie);
    onChange();
    return read(principal.userId);
  }

  /**
   * Row-level rules and templates know people by their mail addresses, and whether one is taken tells who is here:
   * nobody but administrators changes one, and everybody else gets one answer, whatever the address.
   *
   * @throws AppError rejected_fields
   */
  async function assertOwnEmail(
    principal: Principal & { readonly userId: number },
    email: string | undefined,
  ): Promise<void> {
    if (email === undefined || principal.isAdmin || email === (await read(principal.userId)).email) return;
    throw new AppError('rejected_fields', {
      fields: { email: [message('Only an administrator changes mail addresses')] },
    });
  }

  async function newHash(userId: number, password: string, current: string | undefined): Promise<string> {
    if (current === undefined)
      throw new AppError('invalid_fields', {
        fields: { current_password: [message('Missing data for required field.')] },
      });
    assertPassword(password);
    if (
      await guesses.make(
        'password',
        userId,
        async () => !(await passwords.matches(await users.passwordHash(userId), current)),
      )
    )
      throw new AppError('wrong_password', {});
    return passwords.hash(password);
  }

  /**
   * People go to the trash: what they made stays theirs by name. All or none.
   * @throws AppError not_found, last_admin
   */
  async function remove(principal: Principal, ids: readonly number[]): Promise<number> {
    await db.transaction().execute(async (transaction) => {
      const store = createUserStore(transaction);
      await store.lockAdmins();
      if ((await store.byIds(ids)).length !== ids.length) throw new AppError('not_found', {});
      for (const id of ids) {
        await store.update(id, { ...deleted(principal, now()), is_active: 0 });
        await store.raiseEpoch(id);
      }
      await assertAdminLeft(store);
    });
    for (const id of ids) await endSessions(id, null);
    onChange();
    return ids.length;
  }

  async function inTransaction<T>(
    work: (store: UserStore) => Promise<T>,
    names: { readonly username?: string | undefined; readonly email?: string | undefined },
  ): Promise<T> {
    try {
      return await db.transaction().execute((transaction) => work(createUserStore(transaction)));
    } catch (error) {
      // Two people took the name at once; the database let one of them.
      if (isUniqueViolation(error))
        throw new AppError(
          'name_taken',
          { field: 'User', value: names.username ?? names.email ?? '' },
          { cause: error },
        );
      throw error;
    }
  }

  return { read, byIds: users.byIds, create, update, updateSelf, remove };
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
