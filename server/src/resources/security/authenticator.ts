import { AppError } from '@tessera/core/errors/app-error';
import type { Identity } from '../../http/guard.ts';
import type { Guests } from '../embedding/guests.ts';
import type { PrincipalLookup } from './actors.ts';
import { SESSION_COOKIE, cookieOf, type Sender } from './cookies.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

type Needs = {
  readonly principals: PrincipalLookup;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly guests: Pick<Guests, 'read'>;
};

/**
 * Who sent a request: its guest token if it has one, else its bearer token, else its session cookie, else nobody. A
 * guest token comes first: a page that is embedded has the least rights of those that its browser holds.
 */
export function createAuthenticator({
  principals,
  sessions,
  tokens,
  guests,
}: Needs): (request: Sender) => Promise<Identity> {
  return async (request) => {
    const guestToken = [request.headers['x-guesttoken']].flat()[0];
    if (guestToken !== undefined) return { principal: await guests.read(guestToken), credential: 'token', csrf: null };
    const token = bearerOf(request);
    if (token !== null) return byToken(token);
    const cookie = cookieOf(request, SESSION_COOKIE);
    return cookie === null
      ? { principal: await principals.publicPrincipal(), credential: 'none', csrf: null }
      : byCookie(cookie);
  };

  async function byToken(token: string): Promise<Identity> {
    const claims = await tokens.read(token);
    const user = claims.type === 'access' ? await principals.find(claims.userId) : null;
    if (!user || user.epoch !== claims.epoch) throw new AppError('token_invalid', {});
    return { principal: { ...user.principal, kind: 'service_account' }, credential: 'token', csrf: null };
  }

  async function byCookie(cookie: string): Promise<Identity> {
    const session = await sessions.find(cookie);
    const user = session ? await principals.find(session.userId) : null;
    if (!session || !user)
      return { principal: await principals.publicPrincipal(), credential: 'none', csrf: sessions.csrfOf(cookie, null) };
    return { principal: user.principal, credential: 'session', csrf: sessions.csrfOf(cookie, session) };
  }
}

/** The bearer token of a request, or null. */
export function bearerOf(request: Sender): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? null;
}
