import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { tableOf, type Table } from '@tessera/core/table';
import { createResults, type Freshness, type Results } from '../chart-data/results.ts';
import { alone, type Run } from '../chart-data/shared-runs.ts';
import { buildBirths } from '../testing/births.ts';
import { TEST_NOW } from '../testing/builders.ts';
import { codeOf } from '../testing/code-of.ts';
import { testPipeline } from '../testing/pipeline.ts';
import { redisLinks } from '../testing/redis-links.ts';
import { createBox } from './box.ts';
import type { RedisLink } from './redis-link.ts';
import { createRedisRuns, type RedisRuns } from './redis-runs.ts';

const { hasRedis, redis, client, linkOf } = redisLinks();

const key = new Uint8Array(32).fill(7);
type Server = {
  readonly results: Results;
  readonly shared: RedisRuns;
  readonly link: RedisLink;
  readonly ran: string[];
};

/** A busy machine signs in time all the same. */
const times = { leaseMs: 2000, signMs: 400 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A server of an installation; several of one name share. */
async function serverOf(
  installation: string,
  {
    maxBytes = 10_000_000,
    sharedBytes = 10_000_000,
    secret = key,
    now = () => Date.now(),
    monotonicMs = now,
    answerMs = 10_000,
  }: {
    readonly maxBytes?: number;
    readonly sharedBytes?: number;
    readonly secret?: Uint8Array<ArrayBuffer>;
    readonly now?: () => number;
    readonly monotonicMs?: () => number;
    readonly answerMs?: number;
  } = {},
): Promise<Server> {
  const link = await linkOf(installation, { answerMs });
  const shared = createRedisRuns({ link, box: createBox(secret), maxBytes: sharedBytes, now, times });
  return { results: createResults({ maxBytes, now, monotonicMs, shared }), shared, link, ran: [] };
}

const kinds = [
  {
    name: 'in process',
    isHere: true,
    make: async (maxBytes: number, now: () => number, monotonicMs = now): Promise<Results> =>
      createResults({ maxBytes, now, monotonicMs, shared: alone }),
  },
  {
    name: 'Redis',
    isHere: hasRedis,
    make: async (maxBytes: number, now: () => number, monotonicMs = now): Promise<Results> =>
      (await serverOf(randomUUID(), { maxBytes, now, monotonicMs })).results,
  },
] as const;

const fresh: Freshness = { maxAgeMs: 600_000, staleMs: 0, force: false };
const patient = () => new AbortController().signal;
const tableWith = (text: string, rows = 1): Table =>
  tableOf([
    { name: 'text', kind: 'string', values: Array.from({ length: rows }, () => text) },
    { name: 'n', kind: 'numeric', values: new Float64Array(rows).fill(1.5) },
    {
      name: 'big',
      kind: 'numeric',
      values: Array.from({ length: rows }, (_, row) => (row % 2 === 0 ? 9_007_199_254_740_993n : null)),
    },
    { name: 'nested', kind: 'string', values: Array.from({ length: rows }, () => ({ a: [1, null, 'x'] })) },
  ]);
const runOf = (text: string, rows = 1): Run => ({ table: tableWith(text, rows), truncated: false });
const textIn = ({ result }: { readonly result: Run }): unknown => result.table.columns.get('text')?.values[0];

/** Work that goes on until it is let go; it tells when it was stopped. */
function work() {
  const state = { begun: 0, stopped: 0, finish: (_: Run): void => undefined, fail: (_: Error): void => undefined };
  const run = (signal: AbortSignal): Promise<Run> => {
    state.begun += 1;
    return new Promise((resolve, reject) => {
      state.finish = resolve;
      state.fail = reject;
      signal.addEventListener('abort', () => {
        state.stopped += 1;
        reject(new AppError('query_cancelled', {}));
      });
    });
  };
  return { state, run };
}

describe.each(kinds)('results, $name', ({ isHere, make }) => {
  describe.skipIf(!isHere)('', () => {
    test('a result is kept with its age, dropped when it is too old, made anew when that is wished, and not kept where that is off', async () => {
      const clock = { at: 1_000_000 };
      const results = await make(1_000_000, () => clock.at);
      let runs = 0;
      const ask = (freshness: Partial<Freshness> = {}, name = 'k') =>
        results.read(name, { ...fresh, ...freshness }, patient(), async () => runOf(String((runs += 1))));
      expect([textIn(await ask()), textIn(await ask())]).toEqual(['1', '1']);
      expect((await ask()).isCached).toBe(true);
      expect(await results.has('k', fresh)).toBe(true);
      clock.at += 600_001;
      expect([await results.has('k', fresh), textIn(await ask())]).toEqual([false, '2']);
      clock.at += 1;
      expect([textIn(await ask({ force: true })), textIn(await ask())]).toEqual(['3', '3']);
      clock.at += 700_000;
      expect(textIn(await ask({ staleMs: 600_000 }))).toBe('3');
      await expect.poll(() => runs).toBe(4);
      await expect.poll(async () => textIn(await ask())).toBe('4');
      expect([textIn(await ask({ maxAgeMs: 0 }, 'other')), textIn(await ask({ maxAgeMs: 0 }, 'other'))]).toEqual([
        '5',
        '6',
      ]);
      expect(await results.has('other', fresh)).toBe(false);
      clock.at += 1e12;
      expect(textIn(await ask({ maxAgeMs: null }))).toBe('4');
    });

    test.each([
      ['back', -86_400_000],
      ['forwards', 86_400_000],
    ])('[F58] a clock that is corrected %s by a day makes no kept result younger or older', async (_, correctionMs) => {
      const clock = { at: 1e9, correctedMs: 0 };
      const results = await make(
        1_000_000,
        () => clock.at + clock.correctedMs,
        () => clock.at,
      );
      let runs = 0;
      const ask = async () => textIn(await results.read('k', fresh, patient(), async () => runOf(String((runs += 1)))));
      expect(await ask()).toBe('1');
      clock.correctedMs = correctionMs;
      expect([await ask(), results.peek('k')?.ageMs]).toEqual(['1', 0]);
      clock.at += 600_000;
      expect(await ask()).toBe('1');
      clock.at += 1;
      expect([await results.has('k', fresh), await ask(), await ask()]).toEqual([false, '2', '2']);
    });

    test('many who ask at once wait for one run; it is stopped when the last one leaves, and can be asked for again', async () => {
      const results = await make(1_000_000, () => Date.now());
      const { state, run } = work();
      const people = Array.from({ length: 20 }, () => new AbortController());
      const asked = people.map(({ signal }) => codeOf(results.read('k', fresh, signal, run)));
      await expect.poll(() => state.begun).toBe(1);
      for (const person of people.slice(1)) person.abort();
      await pause(50);
      expect(state.stopped).toBe(0);
      people[0]?.abort();
      expect(new Set(await Promise.all(asked))).toEqual(new Set(['query_cancelled']));
      await expect.poll(() => state.stopped).toBe(1);
      const again = results.read('k', fresh, patient(), run);
      await expect.poll(() => state.begun).toBe(2);
      state.finish(runOf('again'));
      expect(textIn(await again)).toBe('again');
    });

    test('a failure reaches everybody who waits, and is not kept', async () => {
      const results = await make(1_000_000, () => Date.now());
      const { state, run } = work();
      const asked = [1, 2, 3].map(() => codeOf(results.read('k', fresh, patient(), run)));
      await expect.poll(() => state.begun).toBe(1);
      state.fail(new AppError('database_error', { reason: 'no' }));
      expect(await Promise.all(asked)).toEqual(['database_error', 'database_error', 'database_error']);
      expect(textIn(await results.read('k', fresh, patient(), async () => runOf('fine')))).toBe('fine');
    });

    test('the quota of the one who began is not that of those who asked the same', async () => {
      const results = await make(1_000_000, () => Date.now());
      const { state, run } = work();
      const first = codeOf(results.read('k', fresh, patient(), run));
      await expect.poll(() => state.begun).toBe(1);
      const second = results.read('k', fresh, patient(), async () => runOf('allowed'));
      state.fail(new AppError('quota_exceeded', { what: 'rows a day', most: 1, seconds: 1 }));
      expect([await first, textIn(await second)]).toEqual(['quota_exceeded', 'allowed']);
    });

    test('what is kept stays below the budget; those that nobody asked for longest go', async () => {
      const results = await make(40_000, () => Date.now());
      for (let at = 0; at < 50; at += 1) await results.read(`k${at}`, fresh, patient(), async () => runOf('x', 20));
      expect(results.bytes()).toBeLessThanOrEqual(40_000);
      expect(results.bytes()).toBeGreaterThan(5000);
      expect(results.counters.evicted).toBeGreaterThan(10);
    });
  });
});

/** Another server has come upon the run and waits for its end. */
const isWaitedFor = async ({ link }: Server, name: string) =>
  expect.poll(() => client().exists(link.key('waiting', name))).toBe(1);

describe.skipIf(!hasRedis)('results of several servers', () => {
  test('what one has kept is a hit in the other, every value as it was; what is renewed in one is new in the other', async () => {
    const name = randomUUID();
    const [one, two] = [await serverOf(name), await serverOf(name)];
    await one.results.read('k', fresh, patient(), async () => runOf('first', 30_000));
    await expect.poll(() => client().exists(one.link.key('run', 'k'))).toBe(1);
    const got = await two.results.read('k', fresh, patient(), () => Promise.reject(new Error('not needed')));
    expect([got.isCached, got.result.table, two.results.counters.fetched]).toEqual([
      true,
      tableWith('first', 30_000),
      1,
    ]);
    expect(got.result.table.columns.get('n')?.values).toBeInstanceOf(Float64Array);
    await one.results.read('k', { ...fresh, force: true }, patient(), async () => runOf('second'));
    await expect
      .poll(async () => textIn(await two.results.read('k', fresh, patient(), async () => runOf('never'))))
      .toBe('second');
    expect(await two.results.has('k', fresh)).toBe(true);
    expect(await two.results.has('unknown', fresh)).toBe(false);
  });

  test('what was made from a wider result is there for the others too, as old as that, and makes nothing new of what is there', async () => {
    const name = randomUUID();
    const clock = { at: Date.now() };
    const [one, two] = [await serverOf(name, { now: () => clock.at }), await serverOf(name, { now: () => clock.at })];
    const renewed: string[] = [];
    two.link.hear('renewed', (about) => void renewed.push(about));
    await one.results.read('wide', fresh, patient(), async () => runOf('wide', 100));
    clock.at += 60_000;
    one.results.derive('narrow', 'wide', tableWith('narrow'));
    await expect.poll(() => client().exists(one.link.key('run', 'narrow'))).toBe(1);
    const got = await two.results.read('narrow', fresh, patient(), () => Promise.reject(new Error('not needed')));
    expect([got.isCached, got.result.table, got.result.ranAtMs]).toEqual([
      true,
      tableWith('narrow'),
      clock.at - 60_000,
    ]);
    // Made anew at the other server, it is the same: nobody has to drop what they have.
    await two.results.read('wide', fresh, patient(), () => Promise.reject(new Error('not needed')));
    one.link.hear('renewed', (about) => void renewed.push(about));
    await expect.poll(() => renewed).toContain('narrow');
    two.results.derive('narrow', 'wide', tableWith('narrow'));
    await pause(300);
    expect(renewed.filter((about) => about === 'narrow')).toEqual(['narrow']);
    clock.at += 600_000;
    expect(await two.results.has('narrow', fresh)).toBe(false);
    // Nor does it take the place of a later run.
    await two.results.read('narrow', { ...fresh, force: true }, patient(), async () => runOf('later'));
    await expect
      .poll(async () => textIn(await one.results.read('narrow', fresh, patient(), async () => runOf('never'))))
      .toBe('later');
    one.results.derive('narrow', 'wide', tableWith('narrow'));
    await pause(300);
    expect(
      textIn(
        await (
          await serverOf(name, { now: () => clock.at })
        ).results.read('narrow', fresh, patient(), async () => runOf('never')),
      ),
    ).toBe('later');
  });

  test('a narrower question is answered from a wider result that another server has kept', async () => {
    const name = randomUUID();
    const births = await buildBirths('duckdb');
    const now = () => TEST_NOW.getTime();
    const [one, two] = [await serverOf(name, { now }), await serverOf(name, { now })];
    const [here, there] = [
      testPipeline(births, { results: one.results }),
      testPipeline(births, { results: two.results }),
    ];
    const wide = { columns: ['name', 'state'], metrics: ['count'], row_limit: 1000 };
    const narrow = { columns: ['state'], metrics: ['count'], row_limit: 10 };
    await here.ask(wide);
    await expect.poll(async () => (await client().keys(one.link.key('run', '*'))).length).toBe(1);
    await there.ask(wide);
    expect((await there.ask(narrow)).data).toEqual([
      { state: 'CA', count: 60 },
      { state: 'other', count: 60 },
    ]);
    expect([here.ran.length, there.ran.length, two.results.counters.derived]).toEqual([1, 0, 1]);
    await births.close();
  });

  test('[F40] the same question at three servers is one run; each gets its answer, also one that is not kept', async () => {
    const name = randomUUID();
    const servers = [await serverOf(name), await serverOf(name), await serverOf(name)];
    for (const freshness of [fresh, { ...fresh, maxAgeMs: 0 }]) {
      const { state, run } = work();
      const asked = servers.flatMap(({ results }) =>
        Array.from({ length: 10 }, () => results.read(`k${freshness.maxAgeMs}`, freshness, patient(), run)),
      );
      await expect.poll(() => state.begun).toBe(1);
      await pause(times.leaseMs + 300); // longer than a lease that nobody renews
      state.finish(runOf('once'));
      expect(new Set((await Promise.all(asked)).map(textIn))).toEqual(new Set(['once']));
      expect(state.begun).toBe(1);
    }
  });

  test('a failure of the query is told to those who wait elsewhere; one of the server is not theirs', async () => {
    const name = randomUUID();
    const [one, two] = [await serverOf(name), await serverOf(name)];
    for (const [code, expected] of [
      ['database_error', 'database_error'],
      ['quota_exceeded', 'fine'],
    ] as const) {
      const { state, run } = work();
      const first = codeOf(one.results.read(code, fresh, patient(), run));
      await expect.poll(() => state.begun).toBe(1);
      const second = codeOf(two.results.read(code, fresh, patient(), async () => runOf('own')));
      await isWaitedFor(one, code);
      state.fail(
        code === 'database_error'
          ? new AppError(code, { reason: 'column "x"' })
          : new AppError(code, { what: 'rows a day', most: 1, seconds: 1 }),
      );
      expect([await first, await second]).toEqual([code, expected]);
    }
  });

  test('who began leaves while others wait elsewhere: the run goes on for them; when they leave too it is stopped', async () => {
    const name = randomUUID();
    const [one, two] = [await serverOf(name), await serverOf(name)];
    for (const isAnswered of [true, false]) {
      const { state, run } = work();
      const [a, b] = [new AbortController(), new AbortController()];
      const first = codeOf(one.results.read(`k${isAnswered}`, fresh, a.signal, run));
      await expect.poll(() => state.begun).toBe(1);
      const second = two.results.read(`k${isAnswered}`, fresh, b.signal, async () => runOf('own'));
      const how = codeOf(second);
      await isWaitedFor(one, `k${isAnswered}`);
      a.abort();
      expect(await first).toBe('query_cancelled');
      await pause(times.signMs * 2.5);
      expect(state.stopped).toBe(0);
      if (isAnswered) state.finish(runOf('theirs'));
      else b.abort();
      expect(await how).toBe(isAnswered ? 'fine' : 'query_cancelled');
      if (isAnswered) expect(textIn(await second)).toBe('theirs');
      else await expect.poll(() => state.stopped).toBe(1);
      expect(state.begun).toBe(1);
    }
  });

  test('who began dies: one of the others takes over within a lease, and the rest waits for that one', async () => {
    const name = randomUUID();
    const [dying, two, three] = [await serverOf(name), await serverOf(name), await serverOf(name)];
    const lost = work();
    void codeOf(dying.results.read('k', fresh, patient(), lost.run));
    await expect.poll(() => lost.state.begun).toBe(1);
    const { state, run } = work();
    const asked = [two, three].flatMap(({ results }) => [
      results.read('k', fresh, patient(), run),
      results.read('k', fresh, patient(), run),
    ]);
    await isWaitedFor(two, 'k');
    await dying.link.close();
    await expect.poll(() => state.begun).toBe(1);
    await pause(times.leaseMs + 300);
    state.finish(runOf('taken over'));
    expect((await Promise.all(asked)).map(textIn)).toEqual(['taken over', 'taken over', 'taken over', 'taken over']);
    expect(state.begun).toBe(1);
  });

  test('[F16] [F39] Redis stopped in the middle: both go on by themselves, also those who wait; started: shared again', async () => {
    const name = randomUUID();
    const [one, two] = [await serverOf(name), await serverOf(name)];
    await one.results.read('before', fresh, patient(), async () => runOf('before'));
    const { state, run } = work();
    const first = one.results.read('k', fresh, patient(), run);
    await expect.poll(() => state.begun).toBe(1);
    const second = two.results.read('k', fresh, patient(), async () => runOf('own'));
    await isWaitedFor(one, 'k');
    await redis().down();
    expect(textIn(await second)).toBe('own');
    state.finish(runOf('led'));
    expect(textIn(await first)).toBe('led');
    await expect.poll(() => [one.link.isUp(), two.link.isUp()]).toEqual([false, false]);
    expect(await one.shared.room()).toEqual({ bytes: Number.NaN, entries: Number.NaN });
    expect(textIn(await one.results.read('before', fresh, patient(), async () => runOf('never')))).toBe('before');
    expect(textIn(await two.results.read('before', fresh, patient(), async () => runOf('own')))).toBe('own');
    await redis().up();
    await expect.poll(() => one.link.isUp() && two.link.isUp()).toBe(true);
    await one.results.read('after', fresh, patient(), async () => runOf('shared'));
    await expect
      .poll(() =>
        client()
          .exists(one.link.key('run', 'after'))
          .catch(() => 0),
      )
      .toBe(1);
    expect(textIn(await two.results.read('after', fresh, patient(), async () => runOf('never')))).toBe('shared');
  });

  test('Redis that stands still holds a question up for a moment, once, and nobody after it', async () => {
    const name = randomUUID();
    const { results, link } = await serverOf(name, { answerMs: 700 });
    await redis().freeze();
    try {
      expect(textIn(await results.read('a', fresh, patient(), async () => runOf('a')))).toBe('a');
      // From now on nobody asks it.
      expect(link.isUp()).toBe(false);
      for (let at = 0; at < 20; at += 1) await results.read(`b${at}`, fresh, patient(), async () => runOf('b'));
      expect(link.isUp()).toBe(false);
    } finally {
      redis().thaw();
    }
    await expect.poll(link.isUp).toBe(true);
  });

  test('[F39] what others have put under our names counts as nothing: foreign kinds, cut and changed bytes, another key, another name, another form', async () => {
    const name = randomUUID();
    const [one, two, stranger] = [
      await serverOf(name),
      await serverOf(name),
      await serverOf(name, { secret: new Uint8Array(32).fill(9) }),
    ];
    const kept = one.link.key('run', 'k');
    // An answer is put away after it is given; what is still on its way would come over what is done to it here.
    const atRest = () => expect.poll(() => client().exists(one.link.key('flight', 'k'))).toBe(0);
    const fill = async () => {
      await atRest();
      await client().del(kept);
      await one.results.read('k', { ...fresh, force: true }, patient(), async () => runOf('mine'));
      await atRest();
      await expect
        .poll(() =>
          client()
            .hexists(kept, 'run')
            .catch(() => 0),
        )
        .toBe(1);
    };
    await fill();
    const whole = (await client().hgetBuffer(kept, 'run')) ?? Buffer.alloc(0);
    const changed = Buffer.from(whole);
    changed[40] = (changed[40] ?? 0) ^ 1;
    const forms: readonly (() => Promise<unknown>)[] = [
      () =>
        client()
          .del(kept)
          .then(() => client().set(kept, 'a text')),
      () =>
        client()
          .del(kept)
          .then(() => client().lpush(kept, 'a', 'list')),
      () =>
        client()
          .del(kept)
          .then(() => client().hset(kept, 'other', 'fields')),
      () => client().hset(kept, 'run', ''),
      () => client().hset(kept, 'run', whole.subarray(0, 30)),
      () => client().hset(kept, 'run', changed),
      () =>
        createBox(key)
          .close(Buffer.from('{"form":1}'), kept)
          .then((closed) => client().hset(kept, 'run', closed)),
      async () => {
        const other = one.link.key('run', 'other');
        await one.results.read('other', { ...fresh, force: true }, patient(), async () => runOf('of another question'));
        await expect.poll(() => client().exists(other)).toBe(1);
        await client().hset(kept, 'run', (await client().hgetBuffer(other, 'run')) ?? '');
      },
      () => client().hset(kept, 'run', changed.fill(0)),
    ];
    for (const spoil of forms) {
      await spoil();
      const { result } = await (
        await serverOf(name)
      ).results.read('k', fresh, patient(), async () => runOf('asked anew'));
      expect(textIn({ result })).toBe('asked anew');
      await fill();
    }
    await client().hset(kept, 'run', 'spoilt');
    await (await serverOf(name)).results.read('k', fresh, patient(), async () => runOf('kept anew'));
    await expect
      .poll(async () =>
        textIn(await (await serverOf(name)).results.read('k', fresh, patient(), async () => runOf('not kept'))),
      )
      .toBe('kept anew');
    expect(textIn(await stranger.results.read('k', fresh, patient(), async () => runOf('own')))).toBe('own');
    for (const foreign of ['run-order', 'run-sizes'])
      await client()
        .del(one.link.key(foreign))
        .then(() => client().set(one.link.key(foreign), 'x'));
    expect(textIn(await two.results.read('new', fresh, patient(), async () => runOf('kept here')))).toBe('kept here');
    await client().publish(one.link.channel, 'no JSON');
    await client().publish(one.link.channel, '{"kind":"renewed","about":{"__proto__":1},"from":null}');
    expect(textIn(await two.results.read('new', fresh, patient(), async () => runOf('never')))).toBe('kept here');
  });

  test('[F58] a result from the future, of a server whose clock was wrong, is given to nobody and does not keep later ones out', async () => {
    const name = randomUUID();
    const ahead = await serverOf(name, { now: () => Date.now() + 86_400_000 });
    await ahead.results.read('k', fresh, patient(), async () => runOf('of tomorrow'));
    await expect.poll(() => client().exists(ahead.link.key('run', 'k'))).toBe(1);
    const right = await serverOf(name);
    expect(textIn(await right.results.read('k', fresh, patient(), async () => runOf('of today')))).toBe('of today');
    await expect
      .poll(async () =>
        textIn(await (await serverOf(name)).results.read('k', fresh, patient(), async () => runOf('run again'))),
      )
      .toBe('of today');
  });

  test('nothing in Redis can be read by others; values are packed, keys carry the name of the installation', async () => {
    const name = randomUUID();
    const { results } = await serverOf(name);
    await results.read('k', fresh, patient(), async () => runOf('a secret of the house '.repeat(50), 1000));
    await expect.poll(() => client().exists(`tessera:${name}:run:k`)).toBe(1);
    const all = await Promise.all(
      (await client().keys(`*${name}*`)).map(
        async (one) =>
          [
            one,
            (await client().type(one)) === 'hash'
              ? Buffer.concat(Object.values(await client().hgetallBuffer(one))).toString('latin1')
              : '',
          ] as const,
      ),
    );
    expect(all.every(([one]) => one.startsWith(`tessera:${name}:`))).toBe(true);
    expect(all.some(([, value]) => value.includes('secret'))).toBe(false);
    expect((await client().hgetBuffer(`tessera:${name}:run:k`, 'run'))?.length).toBeLessThan(30_000);
  });

  test('the room in Redis is bounded: what nobody asked for longest goes, what is too large is not kept there', async () => {
    const name = randomUUID();
    const { results, shared, link } = await serverOf(name, { maxBytes: 50_000_000, sharedBytes: 60_000 });
    expect(await shared.room()).toEqual({ bytes: 0, entries: 0 });
    const noise = (length: number) => Array.from({ length }, () => Math.random().toString(36)).join('');
    for (let at = 0; at < 30; at += 1) await results.read(`k${at}`, fresh, patient(), async () => runOf(noise(300)));
    const atRest = () => expect.poll(() => client().keys(link.key('flight', '*'))).toEqual([]);
    await atRest();
    expect(await client().exists(link.key('run', 'k29'))).toBe(1);
    const sizes = Object.entries(await client().hgetall(link.key('run-sizes')));
    const sum = Number(sizes.find(([one]) => one === '')?.[1]);
    const kept = await client().keys(link.key('run', '*'));
    const held = (await Promise.all(kept.map((one) => client().hstrlen(one, 'run')))).reduce(
      (all, one) => all + one,
      0,
    );
    expect(sum).toBe(held);
    expect(await shared.room()).toEqual({ bytes: held, entries: kept.length });
    expect([sum <= 60_000, sum > 20_000, await client().exists(link.key('run', 'k0'))]).toEqual([true, true, 0]);
    await results.read('large', fresh, patient(), async () => runOf(noise(30_000)));
    await atRest();
    expect(await client().exists(link.key('run', 'large'))).toBe(0);
  });
});
