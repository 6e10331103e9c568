import type { Kysely } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import { metadataFailure } from '../../metadata/failure.ts';
import type { Tables } from '../../metadata/tables.ts';
import type { PrincipalLookup } from './actors.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import type { Throttle } from './throttle.ts';
import type { Tokens } from './tokens.ts';

type Needs = {
  readonly db: Kysely<Tables>;
  readonly principals: PrincipalLookup;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly throttle: Throttle;
  readonly now: () => Date;
};
export type SecurityService = ReturnType<typeof createSecurityService>;
/** Who signed in, and what they were given for it. */
export type SignedIn<Given> = { readonly userId: number; readonly given: Given };
type Account = { readonly id: number; readonly epoch: number };

/** Why a sign-in failed: for the log of the operator, and never for the answer. */
export class SignInRefused extends Error {}

/** Signing in and out. The answer to a wrong name and to a wrong password is one and the same. */
export function createSecurityService(needs: Needs) {
  return {
    ...bindAll(needs, { issueTokens, refresh, signIn }),
    signOut: needs.sessions.end,
  };
}

/** @throws AppError not_authenticated, too_many_requests */
async function checkPassword(needs: Needs, username: string, password: string, address: string): Promise<Account> {
  // Counted before the slow check: tries that run side by side must not all be free.
  const attempt = await needs.throttle.begin(username.toLowerCase(), address);
  if ('waitSeconds' in attempt) throw new AppError('too_many_requests', { seconds: attempt.waitSeconds });
  const user = await needs.db
    .selectFrom('users')
    .select(['id', 'password_hash', 'session_epoch', 'is_active'])
    .where('username', '=', username)
    .where('deleted_on', 'is', null)
    .executeTakeFirst();
  const isRight = await needs.passwords.matches(user?.password_hash ?? null, password);
  if (!user || !isRight || user.is_active !== 1) {
    await attempt.failed();
    throw new AppError(
      'not_authenticated',
      {},
      { cause: new SignInRefused(!user ? 'unknown_name' : isRight ? 'inactive' : 'wrong_password') },
    );
  }
  await attempt.succeeded();
  await noteSignIn(needs, user.id);
  return { id: user.id, epoch: user.session_epoch };
}

/** On a full disk users go without this note: who is let in can see what is wrong, and make room. */
async function noteSignIn(needs: Needs, id: number): Promise<void> {
  try {
    await needs.db
      .updateTable('users')
      .set((e) => ({ last_login: needs.now().toISOString(), login_count: e('login_count', '+', 1) }))
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if (metadataFailure(error) !== 'full') throw error;
  }
}

/** Sign a program in. @throws AppError not_authenticated, too_many_requests */
async function issueTokens(
  needs: Needs,
  username: string,
  password: string,
  withRefresh: boolean,
  address: string,
): Promise<SignedIn<{ readonly access_token: string; readonly refresh_token?: string }>> {
  const { id, epoch } = await checkPassword(needs, username, password, address);
  const access = await needs.tokens.issue('access', id, epoch);
  return {
    userId: id,
    given: withRefresh
      ? { access_token: access, refresh_token: await needs.tokens.issue('refresh', id, epoch) }
      : { access_token: access },
  };
}

/** A new access token for a refresh token. @throws AppError token_missing, token_expired, token_invalid */
async function refresh(needs: Needs, token: string | null): Promise<{ readonly access_token: string }> {
  if (token === null) throw new AppError('token_missing', {});
  const claims = await needs.tokens.read(token);
  const user = await needs.principals.find(claims.userId);
  if (claims.type !== 'refresh' || !user || user.epoch !== claims.epoch) throw new AppError('token_invalid', {});
  return { access_token: await needs.tokens.issue('access', claims.userId, claims.epoch) };
}

/**
 * Sign a browser in: the old session ends, the new one has another cookie.
 * @returns the cookie's value with its
 * user
 * @throws AppError not_authenticated, too_many_requests
 */
async function signIn(
  needs: Needs,
  username: string,
  password: string,
  address: string,
  oldCookie: string | null,
): Promise<SignedIn<string>> {
  const { id } = await checkPassword(needs, username, password, address);
  if (oldCookie !== null) await needs.sessions.end(oldCookie);
  return { userId: id, given: await needs.sessions.begin(id) };
}
