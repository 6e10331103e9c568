import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import { can, hasAccount, type Principal } from '../../principal.ts';
import type { PrincipalLookup } from '../security/actors.ts';
import { bearerOf } from '../security/authenticator.ts';
import { SESSION_COOKIE, cookieOf, type Sender } from '../security/cookies.ts';
import { hashOf, type Sessions } from '../security/sessions.ts';

/** The cookie that names the channel of a session to the server and to whatever hands its events on. */
export const ASYNC_COOKIE = 'async-token';

/** Where the events of a session, or of a user's programs, go. */
export type Channel = {
  readonly name: string;
  readonly userId: number;
  /** The session that it ends with, by its hash; null for programs. */
  readonly session: string | null;
  /** Programs listen until the next new password, as their tokens are good until then; null for a session. */
  readonly epoch: number | null;
};

type Needs = {
  readonly key: Uint8Array;
  readonly sessions: Pick<Sessions, 'findByHash'>;
  readonly principals: Pick<PrincipalLookup, 'find'>;
  /** @throws AppError token_expired, token_invalid */ readonly authenticate: (
    sender: Sender,
  ) => Promise<{ readonly principal: Principal }>;
};
export type Channels = ReturnType<typeof createChannels>;

type Context = Needs & {
  readonly tokens: LRUCache<string, string>;
  readonly known: LRUCache<string, Channel>;
};

/**
 * Channels have names that cannot be guessed and follow from the session or the user, so every server knows them
 * without a table. The cookie is a signed token (HS256) with the channel and its user; nobody can write one for
 * another.
 */
export function createChannels(needs: Needs) {
  const context: Context = {
    ...needs,
    tokens: new LRUCache<string, string>({ max: 10_000 }),
    known: new LRUCache<string, Channel>({ max: 10_000 }),
  };
  return bindAll(context, { tokenOf, isOpen, ofRequest, ofListener, ofSocket });
}

function nameOf(context: Context, of: string): string {
  return createHmac('sha256', context.key).update(of).digest('hex').slice(0, 32);
}

function ofSession(context: Context, cookie: string, userId: number): Channel {
  const session = hashOf(cookie);
  return { name: nameOf(context, `session ${session}`), userId, session, epoch: null };
}

function ofEpoch(context: Context, userId: number, epoch: number): Channel {
  return {
    name: nameOf(context, `person ${userId} ${epoch}`),
    userId,
    session: null,
    epoch,
  };
}

async function ofPrograms(context: Context, userId: number | null): Promise<Channel | null> {
  const user = userId === null ? null : await context.principals.find(userId);
  return user && userId !== null ? ofEpoch(context, userId, user.epoch) : null;
}

/** The cookie's value for a channel; the same each time. */
async function tokenOf(context: Context, channel: Channel): Promise<string> {
  const present = context.tokens.get(channel.name);
  if (present !== undefined) return present;
  const { SignJWT } = await import('jose');
  const token = await new SignJWT({ channel: channel.name, session: channel.session, epoch: channel.epoch })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(channel.userId))
    .sign(context.key);
  context.tokens.set(channel.name, token);
  return token;
}

/** @returns null for a cookie that is none of ours */
async function readToken(context: Context, token: string): Promise<Channel | null> {
  const present = context.known.get(token);
  if (present) return present;
  const { jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify<{
      readonly channel?: unknown;
      readonly session?: unknown;
      readonly epoch?: unknown;
    }>(token, context.key, { algorithms: ['HS256'], requiredClaims: ['sub', 'channel'] });
    const userId = Number(payload.sub);
    const session = typeof payload.session === 'string' ? payload.session : null;
    const channel =
      session === null
        ? ofEpoch(context, userId, Number(payload.epoch))
        : { name: nameOf(context, `session ${session}`), userId, session, epoch: null };
    if (!Number.isInteger(userId) || payload.channel !== channel.name) return null;
    context.known.set(token, channel);
    return channel;
  } catch {
    return null;
  }
}

/**
 * Whether somebody may listen here still: the session lives, or the password is the same, and the user may read
 * charts.
 */
async function isOpen(context: Context, channel: Channel): Promise<boolean> {
  const user = await context.principals.find(channel.userId);
  if (!user || !can(user.principal, 'can_read', 'Chart')) return false;
  if (channel.session === null) return user.epoch === channel.epoch;
  return (await context.sessions.findByHash(channel.session))?.userId === channel.userId;
}

/** Where the jobs of this request tell of themselves; null for users without a name. */
async function ofRequest(context: Context, principal: Principal, sender: Sender): Promise<Channel | null> {
  if (!hasAccount(principal)) return null;
  const cookie = bearerOf(sender) === null ? cookieOf(sender, SESSION_COOKIE) : null;
  return cookie === null ? ofPrograms(context, principal.userId) : ofSession(context, cookie, principal.userId);
}

/**
 * The channel that this user listens to: that of the cookie, or of their programs.
 * @throws AppError
 * not_authenticated
 */
async function ofListener(context: Context, principal: Principal, sender: Sender): Promise<Channel> {
  const cookie = cookieOf(sender, ASYNC_COOKIE);
  const channel = cookie === null ? null : await readToken(context, cookie);
  const isBearer = bearerOf(sender) !== null;
  const programs = cookie === null && isBearer ? await ofPrograms(context, principal.userId) : null;
  if (programs) return programs;
  if (!channel || channel.userId !== principal.userId || !(await isOpen(context, channel)))
    throw new AppError('not_authenticated', {});
  return channel;
}

/**
 * The channel that a socket asks for, by its cookie or its bearer token.
 * @throws AppError not_authenticated,
 * token_expired, token_invalid
 */
async function ofSocket(context: Context, sender: Sender): Promise<Channel> {
  const cookie = cookieOf(sender, ASYNC_COOKIE);
  const channel = cookie === null ? await programsOf(context, sender) : await readToken(context, cookie);
  if (!channel || !(await isOpen(context, channel))) throw new AppError('not_authenticated', {});
  return channel;
}

async function programsOf(context: Context, sender: Sender): Promise<Channel | null> {
  if (bearerOf(sender) === null) return null;
  const {
    principal: { userId },
  } = await context.authenticate(sender);
  return ofPrograms(context, userId);
}
