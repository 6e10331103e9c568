import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { buildBirths } from '../testing/engines/births.ts';
import { TEST_NOW } from '../testing/builders.ts';
import { codeOf } from '../testing/code-of.ts';
import { testPipeline } from '../testing/pipeline.ts';
import { createBox } from './box.ts';
import {
  fresh,
  key,
  patient,
  resultServers,
  runOf,
  type Server,
  tableWith,
  textIn,
  times,
  work,
} from '../testing/result-servers.ts';

const { hasRedis, redis, client, serverOf } = resultServers();

/** Another server has come upon the run and waits for its end. */
const isWaitedFor = async ({ link }: Server, name: string) =>
  expect.poll(() => client().exists(link.key('waiting', name))).toBe(1);

/** Leases that began by now and that nobody renews are over, by the clock of Redis, which they go by. */
async function leasesEnd(): Promise<void> {
  const now = async () => Number((await client().time())[0]) * 1000 + Number((await client().time())[1]) / 1000;
  const end = (await now()) + times.leaseMs;
  await expect.poll(now).toBeGreaterThan(end);
}

describe.skipIf(!hasRedis)('results of several servers', () => {
  test('what one has retained is a hit in the other, every value as it was', async () => {
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

  test('what was made from a wider result is there for the others too, as old as that', async () => {
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
    two.results.derive('behind it', 'wide', tableWith('behind it'));
    await expect.poll(() => renewed).toContain('behind it');
    expect(renewed.filter((about) => about === 'narrow')).toEqual(['narrow']);
    clock.at += 600_000;
    expect(await two.results.has('narrow', fresh)).toBe(false);
    // Nor does it take the place of a later run.
    await two.results.read('narrow', { ...fresh, force: true }, patient(), async () => runOf('later'));
    await expect
      .poll(async () => textIn(await one.results.read('narrow', fresh, patient(), async () => runOf('never'))))
      .toBe('later');
    one.results.derive('narrow', 'wide', tableWith('narrow'));
    one.results.derive('last', 'wide', tableWith('last'));
    await expect.poll(() => client().exists(one.link.key('run', 'last'))).toBe(1);
    expect(
      textIn(
        await (
          await serverOf(name, { now: () => clock.at })
        ).results.read('narrow', fresh, patient(), async () => runOf('never')),
      ),
    ).toBe('later');
  });

  test('a narrower question is answered from a wider result that another server has retained', async () => {
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

  test('[F40] the same question at three servers is one run; each gets its answer', async () => {
    const name = randomUUID();
    const servers = [await serverOf(name), await serverOf(name), await serverOf(name)];
    const both = [fresh, { ...fresh, maxAgeMs: 0 }].map((freshness) => {
      const { state, run } = work();
      const asked = servers.flatMap(({ results }) =>
        Array.from({ length: 10 }, () => results.read(`k${freshness.maxAgeMs}`, freshness, patient(), run)),
      );
      return { state, asked };
    });
    await expect.poll(() => both.map(({ state }) => state.begun)).toEqual([1, 1]);
    await leasesEnd();
    for (const { state, asked } of both) {
      state.finish(runOf('once'));
      expect(new Set((await Promise.all(asked)).map(textIn))).toEqual(new Set(['once']));
      expect(state.begun).toBe(1);
    }
  });

  test('a failure of the query is disclosed to those who wait elsewhere; one of the server is not theirs', async () => {
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

  test('who began leaves while others wait elsewhere: the run goes on for them', async () => {
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
      // It is looked after for the other from now on.
      await client().pexpire(one.link.key('flight', `k${isAnswered}`), 60_000);
      await expect
        .poll(() => client().pttl(one.link.key('flight', `k${isAnswered}`)))
        .toBeLessThanOrEqual(times.leaseMs);
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
    await leasesEnd();
    state.finish(runOf('taken over'));
    expect((await Promise.all(asked)).map(textIn)).toEqual(['taken over', 'taken over', 'taken over', 'taken over']);
    expect(state.begun).toBe(1);
  });

  test('[F16] [F39] Redis stopped in the middle: both go on by themselves, also those who wait', async () => {
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

  test('[F39] what others have put under our names counts as nothing', async () => {
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

  test('[F58] a result from the future, of a server whose clock was wrong, is given to nobody', async () => {
    const name = randomUUID();
    const ahead = await serverOf(name, { now: () => Date.now() + 86_400_000 });
    await ahead.results.read('k', fresh, patient(), async () => runOf('of tomorrow'));
    const kept = () => client().dump(ahead.link.key('run', 'k'));
    await expect.poll(kept).not.toBeNull();
    const ofTomorrow = await kept();
    const right = await serverOf(name);
    expect(textIn(await right.results.read('k', fresh, patient(), async () => runOf('of today')))).toBe('of today');
    // It is put there behind the answer; who looks earlier would put there what they made.
    await expect.poll(kept).not.toBe(ofTomorrow);
    const next = await serverOf(name);
    expect(textIn(await next.results.read('k', fresh, patient(), async () => runOf('run again')))).toBe('of today');
  });

  test('nothing in Redis can be read by others', async () => {
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

  test('the room in Redis is bounded: what nobody asked for longest goes', async () => {
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
