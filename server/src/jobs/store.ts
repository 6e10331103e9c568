import { sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely';
import { bindAll } from '../bind-all.ts';
import type { MetadataDialect } from '../metadata/metadata.ts';
import type { JobsTable, Tables } from '../metadata/tables.ts';

export type Job = Selectable<JobsTable>;
export type NewJob = Pick<Job, 'id' | 'kind' | 'payload' | 'user_id' | 'channel'>;
/** A claim as its worker holds it. */
export type Claim = Pick<Job, 'id' | 'token'>;
export type JobStore = ReturnType<typeof createJobStore>;

const unended = ['queued', 'running'] as const;
const ended = ['done', 'error'] as const;

/** What a worker takes: on which terms, and for which kinds it has room. */
export type Claims = {
  readonly kinds: readonly (ClaimTerms & {
    readonly kind: string;
    readonly hasRoom: boolean;
    /** Users who have as many of them as one may have here. */
    readonly passedOver?: readonly number[];
  })[];
  /** Kinds that are not named; `null` without room for them. */
  readonly others: ClaimTerms | null;
};
type ClaimTerms = { readonly maxAttempts: number; readonly leaseUntil: string };

type Context = {
  readonly db: Kysely<Tables>;
  readonly dialect: MetadataDialect;
};

/**
 * The jobs table. Every change of state is one statement that names the state it starts from, so that two servers
 * never both succeed. Instants are ISO text, which sorts as time does.
 */
export function createJobStore(db: Kysely<Tables>, dialect: MetadataDialect) {
  const context: Context = {
    db,
    dialect,
  };
  return bindAll(context, {
    add,
    find,
    countUnended,
    claim,
    renew,
    finish,
    release,
    cancel,
    touch,
    abandon,
    quarantine,
    told,
    untold,
    endedSince,
    endedOn,
    purge,
  });
}

async function add(context: Context, job: NewJob, now: string): Promise<void> {
  await context.db
    .insertInto('jobs')
    .values({
      ...job,
      state: 'queued',
      worker: null,
      lease_until: null,
      seen_on: now,
      cancel_on: null,
      errors: '[]',
      created_on: now,
      ended_on: null,
      event_id: null,
    })
    .execute();
}

function find(context: Context, id: string): Promise<Job | undefined> {
  return context.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

async function countUnended(context: Context, userId: number, kind: string): Promise<number> {
  return (
    await context.db
      .selectFrom('jobs')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .where('state', 'in', unended)
      .executeTakeFirstOrThrow()
  ).count;
}

/** Jobs of those who may have another one of their kind. */
function mayRun(kinds: Claims['kinds']) {
  return (e: ExpressionBuilder<Tables, 'jobs'>) =>
    e.and(
      kinds
        .filter(({ passedOver = [] }) => passedOver.length > 0)
        .map(({ kind, passedOver = [] }) => e.or([e('kind', '<>', kind), e('user_id', 'not in', passedOver)])),
    );
}

/**
 * The next job that waits or whose worker stopped responding: the oldest of those whose users have the fewest that run.
 * Whoever claims it is seen to wait for it. A lease beyond `absurd` counts for nothing; nobody takes what they hold
 * themselves.
 */
function claim(
  context: Context,
  worker: string,
  now: string,
  { kinds, others }: Claims,
  absurd: string,
): Promise<Job | undefined> {
  const byKind = <T>(valueOf: (terms: ClaimTerms) => T) =>
    sql<T>`CASE ${sql.join(
      [sql`WHEN kind = '' THEN NULL`, ...kinds.map((one) => sql`WHEN kind = ${one.kind} THEN ${valueOf(one)}`)],
      sql` `,
    )} ELSE ${others && valueOf(others)} END`;
  const free = context.db
    .selectFrom('jobs')
    .select('id')
    .where('kind', others === null ? 'in' : 'not in', [
      '',
      ...kinds.flatMap(({ kind, hasRoom }) => (hasRoom === (others === null) ? [kind] : [])),
    ])
    .where(mayRun(kinds))
    .where((e) =>
      e.or([
        e('state', '=', 'queued'),
        e.and([
          e('state', '=', 'running'),
          e('worker', '<>', worker),
          e.or([e('lease_until', '<', now), e('lease_until', '>', absurd)]),
          e('attempts', '<', sql<number>`CAST(${byKind(({ maxAttempts }) => maxAttempts)} AS INTEGER)`),
        ]),
      ]),
    )
    .orderBy((e) =>
      e
        .selectFrom('jobs as others')
        .select((of) => of.fn.countAll().as('count'))
        .whereRef('others.user_id', '=', 'jobs.user_id')
        .where('others.state', '=', 'running'),
    )
    .orderBy('created_on')
    .orderBy('id')
    .limit(1);
  return (
    context.db
      .updateTable('jobs')
      .set((e) => ({
        state: 'running',
        worker,
        lease_until: byKind(({ leaseUntil }) => leaseUntil),
        seen_on: now,
        token: e('token', '+', 1),
        attempts: e('attempts', '+', 1),
      }))
      // SQLite has one writer; PostgreSQL passes over rows that another server is claiming.
      .where('id', '=', context.dialect === 'postgresql' ? free.forUpdate().skipLocked() : free)
      .returningAll()
      .executeTakeFirst()
  );
}

/** Keep what this worker runs, and nothing that it was given without hearing of it. @returns what it still holds */
function renew(
  context: Context,
  worker: string,
  ids: readonly string[],
  leaseUntil: string,
): Promise<readonly Pick<Job, 'id' | 'token' | 'cancel_on' | 'seen_on'>[]> {
  return context.db
    .updateTable('jobs')
    .set({ lease_until: leaseUntil })
    .where('id', 'in', ids)
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .returning(['id', 'token', 'cancel_on', 'seen_on'])
    .execute();
}

/**
 * End a job under the claim that ran it.
 * @returns undefined when the claim was lost, or when a stop came before
 * success
 */
function finish(
  context: Context,
  claim: Claim,
  state: 'done' | 'error',
  errors: string,
  now: string,
): Promise<Job | undefined> {
  const own = context.db
    .updateTable('jobs')
    .set({ state, errors, ended_on: now, worker: null, lease_until: null })
    .where('id', '=', claim.id)
    .where('token', '=', claim.token)
    .where('state', '=', 'running');
  return (state === 'done' ? own.where('cancel_on', 'is', null) : own).returningAll().executeTakeFirst();
}

/** Give back what this worker has not finished; that it stopped in order does not count against the job. */
async function release(context: Context, worker: string): Promise<void> {
  await context.db
    .updateTable('jobs')
    .set((e) => ({ state: 'queued', worker: null, lease_until: null, attempts: e('attempts', '-', 1) }))
    .where('worker', '=', worker)
    .where('state', '=', 'running')
    .execute();
}

/** Ask for a stop; a job that still waits ends at once. @returns the jobs that ended by it */
async function cancel(context: Context, id: string, errors: string, now: string): Promise<Job | undefined> {
  const gone = await context.db
    .updateTable('jobs')
    .set({ state: 'error', errors, ended_on: now, cancel_on: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returningAll()
    .executeTakeFirst();
  if (!gone)
    await context.db
      .updateTable('jobs')
      .set({ cancel_on: now })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('cancel_on', 'is', null)
      .execute();
  return gone;
}

/** Somebody waits for the jobs of a channel. */
async function touch(context: Context, channel: string, now: string): Promise<void> {
  await context.db
    .updateTable('jobs')
    .set({ seen_on: now })
    .where('channel', '=', channel)
    .where('state', 'in', unended)
    .where('seen_on', '<>', now)
    .execute();
}

/** End waiting jobs that nobody waits for. */
function abandon(
  context: Context,
  kind: string,
  seenBefore: string,
  errors: string,
  now: string,
): Promise<readonly Job[]> {
  return context.db
    .updateTable('jobs')
    .set({ state: 'error', errors, ended_on: now })
    .where('kind', '=', kind)
    .where('state', '=', 'queued')
    .where('seen_on', '<', seenBefore)
    .returningAll()
    .execute();
}

/** End jobs whose workers all stopped responding. */
function quarantine(
  context: Context,
  kind: string,
  maxAttempts: number,
  errors: string,
  now: string,
  absurd: string,
): Promise<readonly Job[]> {
  return context.db
    .updateTable('jobs')
    .set({ state: 'error', errors, ended_on: now, worker: null, lease_until: null })
    .where('kind', '=', kind)
    .where('state', '=', 'running')
    .where((e) => e.or([e('lease_until', '<', now), e('lease_until', '>', absurd)]))
    .where('attempts', '>=', maxAttempts)
    .returningAll()
    .execute();
}

async function told(context: Context, id: string, eventId: string): Promise<void> {
  await context.db.updateTable('jobs').set({ event_id: eventId }).where('id', '=', id).execute();
}

/** Ended jobs whose end was reported to nobody. */
function untold(context: Context, endedBefore: string, most: number): Promise<readonly Job[]> {
  return context.db
    .selectFrom('jobs')
    .selectAll()
    .where('event_id', 'is', null)
    .where('state', 'in', ended)
    .where('ended_on', '<=', endedBefore)
    .orderBy('ended_on')
    .limit(most)
    .execute();
}

function endedSince(context: Context, since: string, most: number): Promise<readonly Job[]> {
  return context.db
    .selectFrom('jobs')
    .selectAll()
    .where('state', 'in', ended)
    .where('ended_on', '>=', since)
    .orderBy('ended_on')
    .limit(most)
    .execute();
}

function endedOn(context: Context, channel: string, since: string, most: number): Promise<readonly Job[]> {
  return context.db
    .selectFrom('jobs')
    .selectAll()
    .where('channel', '=', channel)
    .where('state', 'in', ended)
    .where('ended_on', '>=', since)
    .orderBy('ended_on')
    .limit(most)
    .execute();
}

/** Remove ended jobs whose time is over. @param others  Ended before this, of kinds that are not named */
async function purge(
  context: Context,
  kinds: readonly { readonly kind: string; readonly endedBefore: string }[],
  others: string,
): Promise<void> {
  for (const { kind, endedBefore } of kinds)
    await sql`DELETE FROM jobs WHERE kind = ${kind} AND ended_on < ${endedBefore}`.execute(context.db);
  const known = sql.join([sql`${''}`, ...kinds.map(({ kind }) => sql`${kind}`)]);
  await sql`DELETE FROM jobs WHERE kind NOT IN (${known}) AND ended_on < ${others}`.execute(context.db);
}
