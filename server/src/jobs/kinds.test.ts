import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createInProcessBus } from '../events/in-process.ts';
import { jobErrors } from '../http/error-body.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { buildUser } from '../testing/builders.ts';
import { STEP_MS, clock, countLooks, quick, timeAt, wall } from '../testing/jobs-clock.ts';
import { metadataKinds } from '../testing/metadata-kinds.ts';
import { createJobs, type JobHandler, type Jobs, type JobSettings } from './jobs.ts';
import { createJobStore, type JobStore } from './store.ts';

const untilStopped: JobHandler['run'] = (_, signal) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
const kindOf = (terms: NonNullable<JobHandler['terms']>, more: Partial<JobHandler> = {}): JobHandler => ({
  run: untilStopped,
  resultUrl: (id) => `/result/${id}`,
  terms,
  ...more,
});

describe.each(metadataKinds)('kinds of jobs on $name', (kind) => {
  describe.skipIf(!kind.isHere)('', () => {
    let server: Awaited<ReturnType<typeof kind.start>>;
    let metadata: Metadata;
    let ana: number;
    let ben: number;
    const closers: (() => Promise<void>)[] = [];

    beforeAll(async () => {
      server = await kind.start();
    });
    beforeEach(async () => {
      metadata = await server.open();
      ana = await buildUser(metadata.db, { roles: [] });
      ben = await buildUser(metadata.db, { roles: [] });
      clock.passedMs = 0;
      clock.correctedMs = 0;
    });
    afterEach(async () => {
      for (const close of closers.splice(0).toReversed()) await close();
      await metadata.close();
    });
    afterAll(() => server.stop());

    type Worker = { readonly jobs: Jobs; readonly store: JobStore; readonly looks: () => number };

    /** A server that runs these kinds, and two on common terms: `hang` until it is stopped, and `good`. */
    async function worker(
      settings: Partial<JobSettings>,
      { handlers }: { readonly handlers: Readonly<Record<string, JobHandler>> },
    ): Promise<Worker> {
      const { store, looks } = countLooks(createJobStore(metadata.db, metadata.dialect));
      const jobs = createJobs({
        store,
        bus: createInProcessBus(wall),
        now: () => new Date(wall()),
        monotonicMs: () => clock.passedMs,
        describe: jobErrors,
        log: () => undefined,
        settings: { ...quick, ...settings },
        handlers: { hang: kindOf({}), good: kindOf({}, { run: async () => undefined }), ...handlers },
      });
      jobs.start();
      closers.push(jobs.close);
      return { jobs, store, looks };
    }

    /** The server has looked at the table from its beginning to its end since this was called. */
    async function ticks({ looks }: Worker): Promise<void> {
      const want = looks() + 2;
      await expect.poll(() => looks() >= want, { interval: 5 }).toBe(true);
    }

    /** Time goes by for a server that works; it renews its leases meanwhile. */
    async function pass(ms: number, one: Worker): Promise<void> {
      for (let left = ms; left > 0; left -= STEP_MS) {
        clock.passedMs += Math.min(left, STEP_MS);
        await ticks(one);
      }
    }

    const stateOf = async ({ store }: Worker, id: string): Promise<string> => (await store.find(id))?.state ?? 'gone';
    const ends = (one: Worker, id: string) => expect.poll(() => stateOf(one, id));
    const add = ({ jobs }: Worker, kind: string, user_id = ana) =>
      jobs.submit({ kind, payload: kind, user_id, channel: `channel of ${user_id}` });

    /** So many jobs that run, and one behind them: two of one instant are taken in either order. */
    async function fill(one: Worker, kind: string, places: number): Promise<readonly string[]> {
      const made: string[] = [];
      for (let at = 0; at < places; at += 1) {
        made.push(await add(one, kind));
        await ends(one, made.at(-1) ?? '').toBe('running');
      }
      return [...made, await add(one, kind)];
    }

    test('a kind may go on with nobody watching, in the queue and while it runs', async () => {
      const one = await worker(
        { patienceMs: 2000 },
        { handlers: { report: kindOf({ patienceMs: null, workers: 1 }) } },
      );
      const running = await add(one, 'report');
      await ends(one, running).toBe('running');
      const waiting = await add(one, 'report');
      const watched = await add(one, 'hang');
      await pass(5000, one);
      await ends(one, watched).toBe('error');
      expect([await stateOf(one, running), await stateOf(one, waiting)]).toEqual(['running', 'queued']);
    });

    test('a kind has room of its own: long work of one holds up no other', async () => {
      const one = await worker({ workers: 1 }, { handlers: { long: kindOf({ patienceMs: null, workers: 2 }) } });
      const long = await fill(one, 'long', 2);
      await ends(one, await add(one, 'good')).toBe('done');
      const common = await add(one, 'hang');
      await ends(one, common).toBe('running');
      await one.jobs.cancel(long[0] ?? '', ana);
      await ends(one, long[2] ?? '').toBe('running');
      const behind = await add(one, 'good');
      await ticks(one);
      expect(await stateOf(one, behind)).toBe('queued');
    });

    test('[attack 61] the last worker of a kind is for somebody else than whoever has all others', async () => {
      const one = await worker({}, { handlers: { long: kindOf({ patienceMs: null, workers: 3 }) } });
      const own = await fill(one, 'long', 2);
      await ticks(one);
      const other = await add(one, 'long', ben);
      await ends(one, other).toBe('running');
      await ends(one, await add(one, 'good')).toBe('done');
      expect(await stateOf(one, own[2] ?? '')).toBe('queued');
      await one.jobs.cancel(own[0] ?? '', ana);
      await ends(one, own[2] ?? '').toBe('running');
    });

    test('a user has so many of a kind, whatever they have of others', async () => {
      const one = await worker({ maxPerUser: 1 }, { handlers: { long: kindOf({ maxPerUser: 2, patienceMs: null }) } });
      await add(one, 'hang');
      await add(one, 'long');
      await add(one, 'long');
      await expect(add(one, 'long')).rejects.toMatchObject({ code: 'too_many_jobs', params: { most: 2 } });
      await add(one, 'long', ben);
    });

    test('[attack 62] jobs that come at once are counted one after the other', async () => {
      const one = await worker({}, { handlers: { long: kindOf({ maxPerUser: 3, patienceMs: null }) } });
      const added = await Promise.allSettled(Array.from({ length: 12 }, () => add(one, 'long')));
      expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    });

    test('a kind is tried as often and leased for as long as it says, and hears of an end without a run', async () => {
      const heard: string[] = [];
      const fragile = kindOf(
        { maxAttempts: 1, leaseMs: 4 * quick.leaseMs, patienceMs: null },
        { ended: async ({ payload }, { code }) => void heard.push(`${payload} ${code}`) },
      );
      const store = createJobStore(metadata.db, metadata.dialect);
      const one = await worker({}, { handlers: { fragile } });
      await one.jobs.close();
      const id = 'fragile job';
      await store.add({ id, kind: 'fragile', payload: 'p', user_id: ana, channel: 'c' }, timeAt());
      const terms = { maxAttempts: 1, leaseUntil: timeAt(4 * quick.leaseMs) };
      await store.claim(
        'victim',
        timeAt(),
        { kinds: [{ kind: 'fragile', hasRoom: true, ...terms }], others: null },
        'Z',
      );
      const two = await worker({}, { handlers: { fragile } });
      await pass(3 * quick.leaseMs, two);
      expect(await stateOf(two, id)).toBe('running');
      await pass(quick.leaseMs + 1, two);
      await ends(two, id).toBe('error');
      expect(heard).toEqual(['p job_quarantined']);
    });

    test('ended jobs of a kind are stored for as long as it says', async () => {
      const one = await worker(
        {},
        { handlers: { kept: kindOf({ keepMs: 10 * 3_600_000 }, { run: async () => undefined }) } },
      );
      const [id, other] = [await add(one, 'kept'), await add(one, 'good')];
      await ends(one, id).toBe('done');
      await ends(one, other).toBe('done');
      await one.store.purge([{ kind: 'kept', endedBefore: timeAt(-1000) }], timeAt(1000));
      expect([await stateOf(one, id), await stateOf(one, other)]).toEqual(['done', 'gone']);
    });

    test('a job of a kind that nobody runs any more ends; ended jobs are removed after a while', async () => {
      const one = await worker({}, { handlers: {} });
      const id = await one.jobs.submit({ kind: 'gone', payload: '', user_id: ana, channel: 'c' });
      await ends(one, id).toBe('error');
      await one.store.purge([], timeAt(-1000));
      expect(await stateOf(one, id)).toBe('error');
      await one.store.purge([], timeAt(1000));
      expect(await stateOf(one, id)).toBe('gone');
    });
  });
});
