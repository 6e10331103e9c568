import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import type { EventBus, StoredEvent } from '../events/bus.ts';
import { createInProcessBus } from '../events/in-process.ts';
import { createRedisBus } from '../events/redis.ts';
import { jobErrors } from '../http/error-body.ts';
import { openMetadata } from '../metadata/connect.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { buildUser } from '../testing/builders.ts';
import {
  BEGAN,
  MARGIN_MS,
  STEP_MS,
  claimsUntil,
  clock,
  countLooks,
  quick,
  timeAt,
  wall,
} from '../testing/jobs-clock.ts';
import { metadataKinds } from '../testing/metadata-kinds.ts';
import { findRedis, startRedis } from '../testing/engines/redis.ts';
import { createJobs, type JobHandler, type Jobs, type JobSettings } from './jobs.ts';
import { createJobStore, type JobStore } from './store.ts';

const hasRedis = findRedis() !== null || process.env['CI'] === 'true';

describe.each(metadataKinds)('jobs on $name', (kind) => {
  describe.skipIf(!kind.isHere)('', () => {
    let server: Awaited<ReturnType<typeof kind.start>>;
    let metadata: Metadata;
    let ana: number;
    let ben: number;
    let bus: EventBus;
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
      bus = createInProcessBus(wall);
    });
    afterEach(async () => {
      for (const close of closers.splice(0).toReversed()) await close();
      await metadata.close();
    });
    afterAll(() => server.stop());

    type Worker = {
      readonly jobs: Jobs;
      readonly store: JobStore;
      readonly ran: string[];
      readonly stopped: string[];
      /** How often it looked at the table. */
      readonly looks: () => number;
    };

    /** Every server of the test has looked at the table from its beginning to its end since this was called. */
    async function ticks(...workers: readonly Worker[]): Promise<void> {
      const want = workers.map(({ looks }) => looks() + 2);
      await expect.poll(() => workers.every(({ looks }, at) => looks() >= (want[at] ?? 0)), { interval: 5 }).toBe(true);
    }

    /** Time goes by for servers that work; each renews its leases meanwhile. */
    async function pass(ms: number, workers: readonly Worker[], meanwhile = async (): Promise<void> => undefined) {
      for (let left = ms; left > 0; left -= STEP_MS) {
        await meanwhile();
        clock.passedMs += Math.min(left, STEP_MS);
        await ticks(...workers);
      }
    }

    /** A server that runs jobs; each has a name, and `hang` runs until it is stopped. */
    async function worker(
      settings: Partial<JobSettings> = {},
      {
        change = (store) => store,
        from = metadata,
        on = bus,
        run,
      }: {
        readonly change?: (store: JobStore) => JobStore;
        readonly from?: Metadata;
        readonly on?: EventBus;
        readonly run?: JobHandler['run'];
      } = {},
    ): Promise<Worker> {
      const [ran, stopped]: [string[], string[]] = [[], []];
      const watched = countLooks(createJobStore(from.db, from.dialect));
      const store = change(watched.store);
      const obey: JobHandler['run'] = async ({ payload }, signal) => {
        ran.push(payload);
        if (payload.startsWith('fail')) throw new AppError('columns_missing', { columns: ['x'] });
        if (payload.startsWith('break')) throw new Error('a defect that nobody may read');
        if (payload.startsWith('hang')) {
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
          stopped.push(payload);
          throw new AppError('query_cancelled', {});
        }
      };
      const jobs = createJobs({
        store,
        bus: on,
        now: () => new Date(wall()),
        monotonicMs: () => clock.passedMs,
        describe: jobErrors,
        log: () => undefined,
        settings: { ...quick, ...settings },
        handlers: { test: { run: run ?? obey, resultUrl: (id) => `/result/${id}` } },
      });
      jobs.start();
      closers.push(jobs.close);
      return { jobs, store, ran, stopped, looks: watched.looks };
    }

    /** Another server's view of the same database: a connection of its own. */
    async function secondMetadata(): Promise<Metadata> {
      if (metadata.file === null) return metadata; // a pool gives each its connection
      const second = await openMetadata(metadata.file);
      closers.push(second.close);
      return second;
    }

    const submit = ({ jobs }: Worker, payload: string, user_id = ana): Promise<string> =>
      jobs.submit({ kind: 'test', payload, user_id, channel: `channel of ${user_id}` });
    const stateOf = async ({ store }: Worker, id: string): Promise<string> => (await store.find(id))?.state ?? 'gone';
    const ends = (one: Worker, id: string) => expect.poll(() => stateOf(one, id));
    const messagesOf = async ({ store }: Worker, id: string): Promise<readonly string[]> =>
      (JSON.parse((await store.find(id))?.errors ?? '[]') as { message: string }[]).map(({ message }) => message);
    const eventsOf = async ({ jobs }: Worker, user = ana): Promise<readonly StoredEvent[]> =>
      (await jobs.events(`channel of ${user}`, null, 100)).filter(({ status }) => status !== 'running');

    test('[3.12-01] a job that ends tells id, job_id, status and result_url; one that fails its errors', async () => {
      const one = await worker();
      const [good, bad, broken] = [await submit(one, 'good'), await submit(one, 'fail'), await submit(one, 'break')];
      await ends(one, good).toBe('done');
      await ends(one, bad).toBe('error');
      await ends(one, broken).toBe('error');
      await expect.poll(async () => (await eventsOf(one)).length).toBe(3);
      const events = new Map((await eventsOf(one)).map((event) => [event.job_id, event]));
      expect(events.get(good)).toEqual({
        id: expect.stringMatching(/^\d+-\d+$/) as string,
        channel_id: `channel of ${ana}`,
        job_id: good,
        user_id: ana,
        status: 'done',
        errors: [],
        result_url: `/result/${good}`,
      });
      expect(events.get(bad)).toMatchObject({
        status: 'error',
        result_url: null,
        errors: [
          { message: 'Columns missing in dataset: x', level: 'error', extra: { issue_codes: [{ code: 1019 }] } },
        ],
      });
      expect(JSON.stringify(events.get(broken))).not.toContain('nobody may read');
    });

    test('two servers on one database run each job once', async () => {
      const [one, two] = [await worker({ workers: 3 }), await worker({ workers: 3 }, { from: await secondMetadata() })];
      const ids = await Promise.all(
        Array.from({ length: 40 }, (_, at) => submit(at % 2 === 0 ? one : two, `job ${at}`)),
      );
      for (const id of ids) await ends(one, id).toBe('done');
      expect([...one.ran, ...two.ran].toSorted()).toEqual(
        Array.from({ length: 40 }, (_, at) => `job ${at}`).toSorted(),
      );
    });

    test('no more run at once than there are workers, and a user does not fill the queue', async () => {
      const one = await worker({ workers: 2, maxPerUser: 4 });
      const ids = await Promise.all(['hang 1', 'hang 2', 'hang 3', 'hang 4'].map((name) => submit(one, name)));
      await expect.poll(() => one.jobs.running()).toBe(2);
      await expect(submit(one, 'hang 5')).rejects.toMatchObject({ code: 'too_many_jobs', status: 429 });
      await ticks(one);
      expect([one.jobs.running(), one.ran.length]).toEqual([2, 2]);
      expect(await submit(one, 'good', ben)).toBeTypeOf('string');
      for (const id of ids) await one.jobs.cancel(id, ana);
      for (const id of ids) await ends(one, id).toBe('error');
    });

    test('the crowd of one user does not hold up another: whose jobs are the fewest that run is next', async () => {
      const one = await worker({ workers: 2 });
      const crowd = await Promise.all(Array.from({ length: 6 }, (_, at) => submit(one, `hang ${at}`)));
      await expect.poll(() => one.ran.length).toBe(2);
      const bo = await one.jobs.submit({ kind: 'test', payload: 'of ben', user_id: ben, channel: `channel of ${ben}` });
      await one.jobs.cancel(crowd[Number(one.ran[0]?.slice(5))] ?? '', ana);
      await ends(one, bo).toBe('done');
      expect(one.ran[2]).toBe('of ben');
    });

    test('a job whose server died is taken over when its lease ends', async () => {
      const dead = createJobStore(metadata.db, metadata.dialect);
      await dead.add(
        { id: 'orphan', kind: 'test', payload: 'good', user_id: ana, channel: `channel of ${ana}` },
        timeAt(),
      );
      expect(await dead.claim('dead', timeAt(), claimsUntil(timeAt(500)), 'Z')).toMatchObject({
        id: 'orphan',
        state: 'running',
      });
      const one = await worker();
      clock.passedMs += 500;
      await ticks(one);
      expect(one.ran).toEqual([]);
      clock.passedMs += 1;
      await ends(one, 'orphan').toBe('done');
      expect(one.ran).toEqual(['good']);
      await expect
        .poll(async () => (await eventsOf(one)).map(({ job_id, status }) => [job_id, status]))
        .toEqual([['orphan', 'done']]);
    });

    test('[F41] a job that takes three servers with it is quarantined with a reason; others run', async () => {
      const store = createJobStore(metadata.db, metadata.dialect);
      await store.add(
        { id: 'poison', kind: 'test', payload: 'good', user_id: ana, channel: `channel of ${ana}` },
        timeAt(),
      );
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        expect((await store.claim(`victim ${attempt}`, timeAt(), claimsUntil(timeAt(1)), 'Z'))?.attempts).toBe(attempt);
        clock.passedMs += 5;
      }
      expect(await store.claim('fourth', timeAt(), claimsUntil(timeAt(1000)), 'Z')).toBeUndefined();
      const one = await worker();
      const other = await submit(one, 'good');
      await ends(one, 'poison').toBe('error');
      await ends(one, other).toBe('done');
      expect(await messagesOf(one, 'poison')).toEqual([
        'The server broke down 3 times while it ran this query; it is not tried again.',
      ]);
      await expect
        .poll(async () => (await eventsOf(one)).map(({ job_id }) => job_id).toSorted())
        .toEqual([other, 'poison'].toSorted());
      expect(one.ran).toEqual(['good']);
    });

    test('a server that was frozen beyond its lease stops its job and cannot write its end', async () => {
      let release = (): void => undefined;
      const semaphore = new Promise<void>((resolve) => (release = resolve));
      const slow = await worker(
        {},
        { run: () => semaphore, change: (store) => ({ ...store, renew: () => new Promise(() => undefined) }) },
      );
      const id = await submit(slow, 'good');
      await expect.poll(() => slow.jobs.running()).toBe(1);
      clock.passedMs += quick.leaseMs + 1;
      const heir = await worker();
      await ends(heir, id).toBe('done');
      const token = (await heir.store.find(id))?.token;
      release();
      await expect.poll(() => slow.jobs.running()).toBe(0);
      expect(await heir.store.find(id)).toMatchObject({ state: 'done', token, attempts: 2 });
      await expect.poll(() => heir.jobs.running()).toBe(0); // all is reported
      expect((await eventsOf(heir)).length).toBe(1);
      closers.splice(closers.indexOf(slow.jobs.close), 1); // its ticks stand still for good
    });

    test('[F52] a worker whose metadata stop responding stops its job before another begins it', async () => {
      const running = { now: 0, most: 0 };
      const run: JobHandler['run'] = async ({ payload }, signal) => {
        if (payload !== 'hang') return;
        running.most = Math.max(running.most, (running.now += 1));
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        running.now -= 1;
      };
      const away = { isAway: false };
      const never = () => new Promise<never>(() => undefined);
      // From some moment on it hears nothing: what it asks may be done all the same.
      const deaf = (store: JobStore): JobStore => ({
        ...store,
        renew: (...asked) => (away.isAway ? never() : store.renew(...asked)),
        claim: async (...asked) => {
          const job = await store.claim(...asked);
          return away.isAway && job ? never() : job; // with nothing to take, a look that was under way ends
        },
        finish: (...asked) => (away.isAway ? never() : store.finish(...asked)),
      });
      const lost = await worker({ workers: 2 }, { run, change: deaf });
      closers.splice(closers.indexOf(lost.jobs.close), 1); // its ticks will stand still for good
      const id = await submit(lost, 'hang');
      await expect.poll(() => running.now).toBe(1);
      await expect.poll(async () => (await lost.store.find(id))?.lease_until).toBeTypeOf('string');
      away.isAway = true;
      const unheard = await submit(lost, 'good');
      await expect.poll(async () => (await lost.store.find(unheard))?.state).toBe('running');
      const heir = await worker({}, { run });
      // It stops its job a little before the end of its lease; nobody else may begin the job yet.
      clock.passedMs += quick.leaseMs - MARGIN_MS + 1;
      await expect.poll(() => running.now).toBe(0);
      await ticks(heir);
      expect((await heir.store.find(id))?.attempts).toBe(1);
      clock.passedMs += MARGIN_MS;
      await expect.poll(async () => (await heir.store.find(id))?.attempts).toBe(2);
      await ends(heir, unheard).toBe('done');
      await expect.poll(() => running.now).toBe(1);
      expect(running.most).toBe(1);
      await heir.jobs.cancel(id, ana);
      await ends(heir, id).toBe('error');
    });

    test('the end of a job is noted when the metadata are back, and the job runs once', async () => {
      let refusals = 0;
      const one = await worker(
        {},
        {
          change: (store) => ({
            ...store,
            finish: (...asked) =>
              refusals++ < 3 ? Promise.reject(new AppError('unavailable', { reason: 'away' })) : store.finish(...asked),
          }),
        },
      );
      const id = await submit(one, 'good');
      await ends(one, id).toBe('done');
      expect([one.ran, refusals]).toEqual([['good'], 4]);
    });

    test('cancel is for the owner, stops a waiting job at once and a running one on whichever server', async () => {
      const one = await worker({ workers: 1 });
      const running = await submit(one, 'hang');
      await expect.poll(() => one.ran.length).toBe(1);
      const waiting = await submit(one, 'good');
      expect(await one.jobs.cancel(running, ben)).toBeNull();
      expect(await one.jobs.cancel('nothing', ana)).toBeNull();
      expect(await one.jobs.cancel(waiting, ana)).toBe('error');
      const two = await worker({ workers: 1 }, { from: await secondMetadata() });
      await two.jobs.cancel(running, ana);
      await ends(two, running).toBe('error');
      expect([one.stopped, one.ran, await messagesOf(one, running), await messagesOf(one, waiting)]).toEqual([
        ['hang'],
        ['hang'],
        ['Query was stopped.'],
        ['Query was stopped.'],
      ]);
      expect(await one.jobs.cancel(running, ana)).toBe('error');
    });

    test('[F13] a stop at any moment: never done after stopped, nothing left running', async () => {
      // The race is one of statements, so each side waits for some of them: every pair of numbers comes twice.
      const store = createJobStore(metadata.db, metadata.dialect);
      const statements = async (n: number): Promise<void> => {
        for (let at = 0; at < n; at += 1) await store.countUnended(ana, 'test');
      };
      const one = await worker({ workers: 8 }, { run: ({ payload }) => statements(Number(payload)) });
      for (let round = 0; round < 98; round += 1) {
        const id = await submit(one, String(round % 7));
        await statements(Math.floor(round / 7) % 7);
        const said = await one.jobs.cancel(id, ana);
        const wasAsked = (await one.store.find(id))?.cancel_on !== null;
        await expect.poll(() => stateOf(one, id), { interval: 1 }).toMatch(/done|error/);
        expect([said, wasAsked, await stateOf(one, id)]).toEqual(
          wasAsked ? [said, true, 'error'] : ['done', false, 'done'],
        );
      }
      await expect.poll(() => one.jobs.running()).toBe(0);
      const told = await eventsOf(one);
      expect(new Set(told.map(({ job_id }) => job_id)).size).toBe(told.length);
    });

    test('[F12] a job that nobody asks about any more is stopped; one that somebody waits for goes on', async () => {
      const one = await worker({ patienceMs: 2000 });
      const [left, kept] = [await submit(one, 'hang left'), await submit(one, 'hang kept', ben)];
      const asking = () => one.jobs.touch(`channel of ${ben}`);
      await expect.poll(() => one.ran.length).toBe(2);
      await pass(2000, [one], asking);
      expect([await stateOf(one, left), await stateOf(one, kept)]).toEqual(['running', 'running']);
      await pass(1, [one], asking);
      await ends(one, left).toBe('error');
      expect(await messagesOf(one, left)).toEqual(['Nobody waited for this query any more, so it was stopped.']);
      await pass(4000, [one], asking);
      expect([await stateOf(one, kept), one.stopped]).toEqual(['running', ['hang left']]);
      await pass(2001, [one]);
      await ends(one, kept).toBe('error');
    });

    test.each([
      ['back', -86_400_000],
      ['forwards', 86_400_000],
    ])('[F58] a clock that is corrected %s by a day ends no job that somebody waits for', async (_, correctionMs) => {
      const one = await worker({ patienceMs: 2000 });
      const [left, kept] = [await submit(one, 'hang left'), await submit(one, 'hang kept', ben)];
      await expect.poll(() => one.ran.length).toBe(2);
      clock.correctedMs = correctionMs;
      await pass(2001, [one], () => one.jobs.touch(`channel of ${ben}`));
      await ends(one, left).toBe('error');
      expect([await stateOf(one, kept), one.stopped, one.ran.length]).toEqual(['running', ['hang left'], 2]);
      await pass(2001, [one]);
      await ends(one, kept).toBe('error');
    });

    test('[F58] a lease from before the clock was corrected does not keep the job of a dead server', async () => {
      const dead = createJobStore(metadata.db, metadata.dialect);
      const tomorrow = timeAt(86_400_000);
      await dead.add(
        { id: 'orphan', kind: 'test', payload: 'good', user_id: ana, channel: `channel of ${ana}` },
        tomorrow,
      );
      expect(await dead.claim('dead', tomorrow, claimsUntil(tomorrow), 'Z')).toMatchObject({ id: 'orphan' });
      const one = await worker();
      await pass(quick.leaseMs, [one]); // for so long its holder may not have renewed it yet
      expect(one.ran).toEqual([]);
      await pass(1, [one]);
      await ends(one, 'orphan').toBe('done');
    });

    test('an orderly stop gives jobs back and the next start runs them', async () => {
      const first = await worker();
      const id = await submit(first, 'hang');
      await expect.poll(() => first.ran.length).toBe(1);
      await first.jobs.close();
      expect(await first.store.find(id)).toMatchObject({ state: 'queued', attempts: 0, worker: null });
      const next = await worker({}, { run: async () => undefined });
      await ends(next, id).toBe('done');
    });

    test('what a broker forgot that came back is reported in the order in which it happened', async () => {
      const state = { isAway: false, told: bus, back: (): void => undefined };
      const broker: EventBus = {
        ...bus,
        publish: (...event) => (state.isAway ? Promise.reject(new Error('away')) : state.told.publish(...event)),
        read: (...asked) => state.told.read(...asked),
        onReturn: (listener) => void (state.back = listener),
      };
      let look = (): void => undefined;
      const looked = new Promise<void>((resolve) => (look = resolve));
      const one = await worker(
        {},
        {
          on: broker,
          change: (store) => ({ ...store, endedSince: (...asked) => looked.then(() => store.endedSince(...asked)) }),
        },
      );
      const told = async () => (await eventsOf(one)).map(({ job_id }) => job_id);
      const before = await submit(one, 'good before');
      await expect.poll(told).toEqual([before]);
      state.isAway = true;
      const during = await submit(one, 'good during');
      await ends(one, during).toBe('done');
      // Long enough for a tick to take it for one that nobody else tells.
      await pass(2001, [one]);
      Object.assign(state, { isAway: false, told: createInProcessBus(wall) });
      state.back();
      await ticks(one);
      expect(await told()).toEqual([]);
      look();
      await expect.poll(told).toEqual([before, during]);
    });

    test.skipIf(!hasRedis)(
      '[F16] Redis stopped and started: no end is lost or delivered twice, and while it is away the table answers',
      async () => {
        const redis = await startRedis();
        try {
          const shared = createRedisBus(redis.url, { tell: () => undefined });
          closers.push(shared.close);
          await expect.poll(shared.isLive).toBe(true);
          const one = await worker({}, { on: shared });
          const heard: string[] = [];
          shared.subscribe(`channel of ${ana}`, ({ job_id, status }) => status === 'done' && heard.push(job_id));
          const before = await submit(one, 'good before');
          await expect.poll(() => heard).toEqual([before]);
          const [first] = await eventsOf(one);
          await redis.down();
          await expect.poll(shared.isLive).toBe(false);
          clock.passedMs = Date.now() - BEGAN; // Redis numbered the first event by the time of the day
          const during = await submit(one, 'good during');
          await ends(one, during).toBe('done');
          await expect.poll(async () => (await eventsOf(one)).map(({ job_id }) => job_id)).toEqual([before, during]);
          await redis.up(); // as empty as after a crash without a disk
          await expect
            .poll(async () =>
              (await shared.read(`channel of ${ana}`, null, 100).catch(() => []))
                .filter(({ status }) => status === 'done')
                .map(({ job_id }) => job_id),
            )
            .toEqual([before, during]);
          const after = await submit(one, 'good after');
          await expect.poll(() => new Set(heard)).toEqual(new Set([before, during, after]));
          // Whoever knew the first event does not read it again.
          expect(
            (await one.jobs.events(`channel of ${ana}`, first?.id ?? '', 100))
              .filter(({ status }) => status === 'done')
              .map(({ job_id }) => job_id),
          ).toEqual([during, after]);
          expect(one.ran).toEqual(['good before', 'good during', 'good after']);
        } finally {
          for (const close of closers.splice(0).toReversed()) await close();
          await redis.stop();
        }
      },
    );
  });
});
