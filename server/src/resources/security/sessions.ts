import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { bindAll } from '../../bind-all.ts';
import type { Tables } from '../../metadata/tables.ts';

export type Session = {
  readonly userId: number;
  readonly csrfSecret: string;
  /** Epoch milliseconds. */ readonly expires: number;
};

type Needs = {
  readonly db: Kysely<Tables>;
  readonly key: Uint8Array;
  readonly now: () => Date;
  readonly hours: number;
  /** See CookieRules. */ readonly isAlwaysSecure: boolean;
};

/** Another server may have ended a session; this one finds out after so long. */
const TTL_MS = 5000;
const HOUR_MS = 3_600_000;

export type Sessions = ReturnType<typeof createSessions>;

type Context = Needs & {
  readonly known: LRUCache<string, Session>;
};

/**
 * Browser sessions. The cookie holds 256 random bits, the database their hash: a stolen copy of the database signs
 * nobody in.
 * Nobody's session (the sign-in page) is a signed cookie without a row, so that strangers cannot fill the database.
 */
export function createSessions(needs: Needs) {
  const context: Context = {
    ...needs,
    known: new LRUCache<string, Session>({ max: 10_000, ttl: TTL_MS, ttlAutopurge: false }),
  };
  return {
    ...bindAll(context, { begin, find, findByHash, end, endAll, sweep, anonymousCookie, csrfOf }),
    maxAgeSeconds: needs.hours * 3600,
    isAlwaysSecure: needs.isAlwaysSecure,
  };
}

/** Begin a session. @returns the value of the cookie */
async function begin(context: Context, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const at = context.now();
  await context.db
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      csrf_secret: randomBytes(32).toString('base64url'),
      created_on: at.toISOString(),
      expires_on: new Date(at.getTime() + context.hours * HOUR_MS).toISOString(),
    })
    .execute();
  return token;
}

async function find(context: Context, token: string): Promise<Session | null> {
  return findByHash(context, hashOf(token));
}

/**
 * By the hash of its token, as `hashOf` gives it: for what holds on to a session without being able to act in its
 * name.
 */
async function findByHash(context: Context, hash: string): Promise<Session | null> {
  const session = context.known.get(hash) ?? (await load(context, hash));
  if (!session || session.expires <= context.now().getTime()) return null;
  context.known.set(hash, session, { noUpdateTTL: true });
  return session;
}

async function load(context: Context, hash: string): Promise<Session | null> {
  const row = await context.db
    .selectFrom('sessions')
    .select(['user_id', 'csrf_secret', 'expires_on'])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  return row && row.user_id !== null
    ? { userId: row.user_id, csrfSecret: row.csrf_secret, expires: Date.parse(row.expires_on) }
    : null;
}

async function end(context: Context, token: string): Promise<void> {
  context.known.delete(hashOf(token));
  await context.db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute();
}

/** End all sessions of a user but this one. */
async function endAll(context: Context, userId: number, keep: string | null): Promise<void> {
  context.known.clear();
  const doomed = context.db.deleteFrom('sessions').where('user_id', '=', userId);
  await (keep === null ? doomed : doomed.where('token_hash', '<>', hashOf(keep))).execute();
}

async function sweep(context: Context): Promise<void> {
  await context.db.deleteFrom('sessions').where('expires_on', '<', context.now().toISOString()).execute();
}

/** The cookie of somebody who is not signed in. */
function anonymousCookie(context: Context): string {
  const id = randomBytes(18).toString('base64url');
  return `n.${id}.${sign(context, id)}`;
}

function sign(context: Context, id: string): string {
  return createHmac('sha256', context.key).update(id).digest('base64url');
}

/** The CSRF token that belongs to a cookie; null for a cookie that is not ours. */
function csrfOf(context: Context, cookie: string, session: Session | null): string | null {
  if (session) return createHmac('sha256', session.csrfSecret).update('csrf').digest('base64url');
  const [kind, id, signature] = cookie.split('.');
  if (kind !== 'n' || id === undefined || signature === undefined) return null;
  const expected = sign(context, id);
  if (signature.length !== expected.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(expected)))
    return null;
  return createHmac('sha256', context.key).update(`csrf ${id}`).digest('base64url');
}

/** What the database keeps of a session's token. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
