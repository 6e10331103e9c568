import { AppError } from '@tessera/core/errors/app-error';
import type { Identity } from '../../http/guard.ts';
import type { Guests } from '../embedding/guests.ts';
import type { Actors } from './actors.ts';
import { SESSION_COOKIE, cookieOf, type Sender } from './cookies.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

type Needs = {
  readonly actors: Actors;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly guests: Pick<Guests, 'read'>;
};

/**
 * Who sent a request: its guest token if it has one, else its bearer token, else its session cookie, else nobody. A
 * guest token comes first: a page that is embedded has the least rights of those that its browser holds.
 */
export function createAuthenticator({
  actors,
  sessions,
  tokens,
  guests,
}: Needs): (request: Sender) => Promise<Identity> {
  return async (request) => {
    const guestToken = [request.headers['x-guesttoken']].flat()[0];
    if (guestToken !== undefined) return { actor: await guests.read(guestToken), credential: 'token', csrf: null };
    const token = bearerOf(request);
    if (token !== null) return byToken(token);
    const cookie = cookieOf(request, SESSION_COOKIE);
    return cookie === null ? { actor: await actors.publicActor(), credential: 'none', csrf: null } : byCookie(cookie);
  };

  async function byToken(token: string): Promise<Identity> {
    const claims = await tokens.read(token);
    const person = claims.type === 'access' ? await actors.find(claims.userId) : null;
    if (!person || person.epoch !== claims.epoch) throw new AppError('token_invalid', {});
    return { actor: { ...person.actor, kind: 'service_account' }, credential: 'token', csrf: null };
  }

  async function byCookie(cookie: string): Promise<Identity> {
    const session = await sessions.find(cookie);
    const person = session ? await actors.find(session.userId) : null;
    if (!session || !person)
      return { actor: await actors.publicActor(), credential: 'none', csrf: sessions.csrfOf(cookie, null) };
    return { actor: person.actor, credential: 'session', csrf: sessions.csrfOf(cookie, session) };
  }
}

/** The bearer token of a request, or null. */
export function bearerOf(request: Sender): string | null {
  const { authorization } = request.headers;
  if (authorization === undefined) return null;
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1] ?? null;
}
