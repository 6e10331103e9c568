import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import type { AdminAccount } from '../../config.ts';
import { changed, created } from '../../metadata/audit.ts';
import type { Tables } from '../../metadata/tables.ts';
import { assertPassword, type Passwords } from '../security/passwords.ts';
import { createUserStore } from '../users/store.ts';
import { namesGiven } from './names.ts';

type Needs = {
  readonly db: Kysely<Tables>;
  readonly passwords: Passwords;
  readonly now: () => Date;
  readonly onChange: () => void;
};
type FirstAdmin = {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
};
export type SetupService = ReturnType<typeof createSetupService>;

const TOKEN = 'setup_token';

/** The first administrator: through the one-use link that the server prints, or from the environment. */
export function createSetupService(needs: Needs) {
  return bindAll(needs, { isDone, issueToken, complete, fromEnvironment, ensureAdmin });
}

/** Whether an administrator has ever been made; the link is dead from then on. */
async function isDone(needs: Needs): Promise<boolean> {
  return (await createUserStore(needs.db).countAdmins()) > 0;
}

/**
 * A new link's token; the one before is dead. Only its hash is retained. @returns null once there is an administrator
 */
async function issueToken(needs: Needs): Promise<string | null> {
  if (await isDone(needs)) return null;
  const token = randomBytes(24).toString('base64url');
  const value = hashOf(token);
  await needs.db
    .insertInto('settings')
    .values({ key: TOKEN, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
  return token;
}

/**
 * Make the first administrator with the link's token. Two at once make one.
 * @returns the id
 * @throws AppError
 * setup_done, setup_link_invalid, invalid_fields
 */
async function complete(needs: Needs, token: string, account: FirstAdmin): Promise<number> {
  if (await isDone(needs)) throw new AppError('setup_done', {});
  assertPassword(account.password);
  const hash = await needs.passwords.hash(account.password);
  const id = await needs.db.transaction().execute(async (transaction) => {
    // Deleting the token is the right to go on: the database gives it once.
    const { numDeletedRows } = await transaction
      .deleteFrom('settings')
      .where('key', '=', TOKEN)
      .where('value', '=', hashOf(token))
      .executeTakeFirst();
    if (Number(numDeletedRows) !== 1)
      throw new AppError(
        (await createUserStore(transaction).countAdmins()) > 0 ? 'setup_done' : 'setup_link_invalid',
        {},
      );
    const made = await insertAdmin(needs, transaction, account, hash);
    // The link signs its user in.
    await transaction
      .updateTable('users')
      .set({ last_login: needs.now().toISOString(), login_count: 1 })
      .where('id', '=', made)
      .execute();
    return made;
  });
  needs.onChange();
  return id;
}

/** Make the administrator that the environment names, unless there is one already. @returns whether one was made */
async function fromEnvironment(
  needs: Needs,
  { password, firstName, lastName, ...account }: AdminAccount,
): Promise<boolean> {
  if (await isDone(needs)) return false;
  assertPassword(password, 'TESSERA_ADMIN_PASSWORD');
  const hash = await needs.passwords.hash(password);
  const made = await needs.db.transaction().execute(async (transaction) => {
    const store = createUserStore(transaction);
    await store.lockAdmins();
    if ((await store.countAdmins()) > 0) return false;
    await transaction.deleteFrom('settings').where('key', '=', TOKEN).execute();
    await insertAdmin(needs, transaction, { ...account, ...namesGiven(account.username, firstName, lastName) }, hash);
    return true;
  });
  needs.onChange();
  return made;
}

/**
 * For the command line, when nobody can sign in: make this administrator, or give the user that role and this
 * password.
 * @returns whether the user is new
 */
async function ensureAdmin(
  needs: Needs,
  account: Omit<FirstAdmin, 'password'> & { readonly password: string },
): Promise<boolean> {
  assertPassword(account.password);
  const hash = await needs.passwords.hash(account.password);
  return needs.db.transaction().execute(async (transaction) => {
    const store = createUserStore(transaction);
    await transaction.deleteFrom('settings').where('key', '=', TOKEN).execute();
    const user = await transaction
      .selectFrom('users')
      .select('id')
      .where('username', '=', account.username)
      .where('deleted_on', 'is', null)
      .executeTakeFirst();
    if (!user) {
      await insertAdmin(needs, transaction, account, hash);
      return true;
    }
    await store.update(user.id, { ...changed({ userId: null }, needs.now()), password_hash: hash, is_active: 1 });
    await store.raiseEpoch(user.id);
    await transaction.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    await grantAdmin(transaction, user.id);
    return false;
  });
}

async function insertAdmin(
  needs: Needs,
  transaction: Kysely<Tables>,
  { username, email, first_name, last_name }: Omit<FirstAdmin, 'password'>,
  hash: string,
): Promise<number> {
  const id = await createUserStore(transaction).insert({
    ...created({ userId: null }, needs.now()),
    username,
    email,
    first_name,
    last_name,
    password_hash: hash,
    last_login: null,
  });
  await grantAdmin(transaction, id);
  return id;
}

async function grantAdmin(transaction: Kysely<Tables>, userId: number): Promise<void> {
  const { id } = await transaction
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'Admin')
    .where('deleted_on', 'is', null)
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto('user_roles')
    .values({ user_id: userId, role_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
