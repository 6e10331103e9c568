import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { anonymous, type Principal } from '../principal.ts';
import type { Engine } from '../engines/engine.ts';
import { createSemaphore, type Semaphore } from '../engines/admission/semaphore.ts';
import { createQuotas, metered, type Quota } from '../engines/admission/quotas.ts';
import { openLine, type CutLine } from '../testing/cut-line.ts';
import { redisLinks } from '../testing/engines/redis-links.ts';
import { createRedisSemaphore } from './redis-semaphore.ts';
import type { RedisLink } from './redis-link.ts';
import { createRedisUsageCounters } from './redis-usage-counters.ts';

const { hasRedis, redis, client, linkOf } = redisLinks();

const GATHER_MS = 1400;
type Server = {
  readonly semaphore: Semaphore;
  readonly link: RedisLink;
  /** What Redis answered each time: for how long nobody is let in. */ readonly waits: readonly number[];
};
type ServerNeeds = {
  readonly places?: number;
  readonly line?: CutLine;
  /** Longer than a busy machine takes to sign. */ readonly leaseMs?: number;
  readonly gatherMs?: number;
};

async function serverOf(
  installation: string,
  { places = 1, line, leaseMs = 10_000, gatherMs = GATHER_MS }: ServerNeeds = {},
): Promise<Server> {
  const link = await linkOf(installation, line && { port: line.port });
  const waits: number[] = [];
  const watched: RedisLink = {
    ...link,
    run: async (...asked) => {
      const reply = await link.run(...asked);
      if (Buffer.isBuffer(reply)) waits.push((JSON.parse(reply.toString()) as { wait: number }).wait);
      return reply;
    },
  };
  return {
    link,
    waits,
    semaphore: createRedisSemaphore({ link: watched, name: '1', places, times: { leaseMs, signMs: 250, gatherMs } }),
  };
}

const lines: CutLine[] = [];
afterEach(async () => void (await Promise.all(lines.splice(0).map((line) => line.close()))));
/** A way to Redis of one server's own. */
async function ownLine(): Promise<CutLine> {
  const line = await openLine(Number(new URL(redis().url).port));
  lines.push(line);
  return line;
}

const areUp = async (...servers: readonly Server[]) =>
  expect.poll(() => servers.every(({ link }) => link.isUp())).toBe(true);
const areDown = async (...servers: readonly Server[]) =>
  expect.poll(() => servers.some(({ link }) => link.isUp())).toBe(false);
const empty = { running: 0, waiting: 0, places: [], waits: [] };

const never = () => new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));
const kinds = [
  { name: 'in process', isHere: true, make: async (places: number): Promise<Semaphore> => createSemaphore(places) },
  {
    name: 'Redis',
    isHere: hasRedis,
    make: async (places: number): Promise<Semaphore> => (await serverOf(randomUUID(), { places })).semaphore,
  },
] as const;

describe.each(kinds)('places at a database, $name', ({ isHere, make }) => {
  describe.skipIf(!isHere)('', () => {
    test('slots go round between users, and are let in at the places that they were reported', async () => {
      const semaphore = await make(1);
      const order: string[] = [];
      const first = await semaphore.enter('zoe', never());
      const crowd = ['ana', 'ana', 'ana', 'bo', 'cy', 'bo'];
      const waiting: Promise<void>[] = [];
      for (const [index, name] of crowd.entries()) {
        waiting.push(
          semaphore.enter(name, never()).then((leave) => {
            order.push(name);
            leave();
          }),
        );
        await expect.poll(async () => (await semaphore.look('')).waiting).toBe(index + 1);
      }
      const told = await Promise.all(['ana', 'bo', 'cy'].map(async (name) => (await semaphore.look(name)).places));
      expect([await semaphore.look('zoe'), semaphore.running(), semaphore.waiting()]).toEqual([
        { running: 1, waiting: 6, places: [], waits: [] },
        1,
        6,
      ]);
      first();
      await Promise.all(waiting);
      expect(order).toEqual(['ana', 'bo', 'cy', 'ana', 'bo', 'ana']);
      expect(told).toEqual([[1, 4, 6], [2, 5], [3]]);
      await expect.poll(() => semaphore.look('ana')).toEqual(empty);
    });

    test('each request gets its own place, also where several of a user wait', async () => {
      const semaphore = await make(1);
      const leave = await semaphore.enter('zoe', never());
      const named = (ask: string) => () => [{ fairnessKey: 'ana', ask }];
      const waiting: Promise<() => void>[] = [];
      for (const [index, ask] of ['one', null, 'two'].entries()) {
        waiting.push(semaphore.enter('ana', never(), ask === null ? undefined : named(ask)));
        await expect.poll(async () => (await semaphore.look('')).waiting).toBe(index + 1);
      }
      expect((await semaphore.look('ana')).waits).toEqual([
        { place: 1, asks: ['one'] },
        { place: 3, asks: ['two'] },
      ]);
      expect((await semaphore.look('bo')).waits).toEqual([]);
      leave();
      for (const each of waiting) (await each)();
    });

    test('who stops waiting frees the queue; a place that is given back twice counts once', async () => {
      const semaphore = await make(1);
      const leave = await semaphore.enter('a', never());
      const deadline = new AbortController();
      const gaveUp = semaphore.enter('b', deadline.signal).then(
        () => 'in',
        (error: Error) => error.message,
      );
      const next = semaphore.enter('c', never());
      await expect.poll(async () => (await semaphore.look('')).waiting).toBe(2);
      deadline.abort();
      expect(await gaveUp).not.toBe('in');
      leave();
      leave();
      const third = await next;
      expect((await semaphore.look('')).running).toBe(1);
      third();
      await expect(semaphore.enter('d', AbortSignal.abort())).rejects.toMatchObject({ code: 'query_cancelled' });
    });
  });
});

describe.skipIf(!hasRedis)('places over several servers', () => {
  test('no more run than there are places, whoever asks where; all are admitted', async () => {
    const name = randomUUID();
    const servers = [
      await serverOf(name, { places: 3 }),
      await serverOf(name, { places: 3 }),
      await serverOf(name, { places: 3 }),
    ];
    let [running, most, done] = [0, 0, 0];
    let full = (): void => undefined;
    const allTaken = new Promise<void>((resolve) => {
      full = resolve;
    });
    await Promise.all(
      servers.flatMap(({ semaphore }, server) =>
        Array.from({ length: 20 }, async (_, index) => {
          const deadline = new AbortController();
          if (index % 5 === 0) setTimeout(() => deadline.abort(), index * 3);
          const leave = await semaphore.enter(`person ${(server + index) % 4}`, deadline.signal).catch(() => null);
          if (!leave) return;
          running += 1;
          most = Math.max(most, running);
          if (running === 3) full();
          await allTaken;
          await turn();
          running -= 1;
          done += 1;
          leave();
        }),
      ),
    );
    expect(most).toBe(3);
    expect(done).toBeGreaterThanOrEqual(48);
    for (const server of servers) await expect.poll(() => server.semaphore.look('')).toEqual(empty);
  });

  test("one user's hundred at one server do not hold up another's one at the next", async () => {
    const name = randomUUID();
    const [one, two] = [await serverOf(name), await serverOf(name)];
    const first = await one.semaphore.enter('ana', never());
    let before = 0;
    const crowd = Array.from({ length: 100 }, () =>
      one.semaphore.enter('ana', never()).then((leave) => {
        before += 1;
        leave();
      }),
    );
    await expect.poll(async () => (await two.semaphore.look('')).waiting).toBe(100);
    let anasBefore = -1;
    const bo = two.semaphore.enter('bo', never()).then((leave) => {
      anasBefore = before;
      leave();
    });
    await expect.poll(async () => (await one.semaphore.look('bo')).places).toEqual([2]);
    first();
    await Promise.all([...crowd, bo]);
    expect(anasBefore).toBeLessThan(3);
  });

  test('the places of a server that dies are free after its lease', async () => {
    const name = randomUUID();
    const [dying, other] = [await serverOf(name, { leaseMs: 1600 }), await serverOf(name, { leaseMs: 1600 })];
    await dying.semaphore.enter('ana', never());
    void dying.semaphore.enter('ana', never()).catch(() => undefined);
    const waiting = other.semaphore.enter('bo', never());
    await expect.poll(async () => (await other.semaphore.look('')).waiting).toBe(2);
    await dying.link.close();
    const leave = await waiting;
    expect(await other.semaphore.look('')).toMatchObject({ running: 1, waiting: 0 });
    leave();
  });

  test('[F16] Redis stopped: each server goes by its own places', async () => {
    const name = randomUUID();
    const [one, two] = [await serverOf(name), await serverOf(name)];
    const first = await one.semaphore.enter('ana', never());
    const waiting = two.semaphore.enter('bo', never());
    await expect.poll(async () => (await one.semaphore.look('bo')).places).toEqual([1]);
    await redis().down();
    const second = await waiting;
    const third = one.semaphore.enter('cy', never());
    await areDown(one, two);
    await expect
      .poll(async () => [one.semaphore.running(), one.semaphore.waiting(), (await one.semaphore.look('cy')).places])
      .toEqual([1, 1, [1]]);
    await redis().up();
    await areUp(one, two);
    await expect.poll(async () => (await two.semaphore.look('')).running).toBe(2);
    first();
    await expect.poll(async () => (await two.semaphore.look('')).running).toBe(1);
    expect(one.semaphore.running()).toBe(0);
    second();
    (await third)();
    await expect.poll(() => one.semaphore.look('')).toEqual(empty);
  });

  test('after Redis was away nobody is let in before every server has reported who is in there', async () => {
    // longer than a busy machine takes until the slow one is back
    const [name, line, gatherMs] = [randomUUID(), await ownLine(), 3500];
    const [slow, quick] = [
      await serverOf(name, { places: 2, line, gatherMs }),
      await serverOf(name, { places: 2, gatherMs }),
    ];
    line.down();
    await redis().down();
    await areDown(slow, quick);
    const held = [await slow.semaphore.enter('ana', never()), await slow.semaphore.enter('ana', never())];
    await redis().up();
    await areUp(quick);
    let isIn = false;
    const waiting = quick.semaphore.enter('bo', never()).then((leave) => {
      isIn = true;
      return leave;
    });
    // Redis knows of nobody, and bo waits all the same.
    await expect.poll(() => quick.semaphore.look('')).toMatchObject({ running: 0, waiting: 1 });
    line.up();
    await expect.poll(async () => (await quick.semaphore.look('')).running).toBe(2);
    // From now on it is because both places are taken.
    await expect.poll(async () => (await quick.semaphore.look('')) && quick.waits.at(-1)).toBe(0);
    // Each look lets in whoever may come in.
    await quick.semaphore.look('');
    await quick.semaphore.look('');
    expect(isIn).toBe(false);
    held[0]?.();
    (await waiting)();
    held[1]?.();
    await expect.poll(() => quick.semaphore.look('')).toEqual(empty);
  });

  test('where nobody is in, that takes a moment, and only once', async () => {
    const [name, gatherMs] = [randomUUID(), 2000]; // longer than a busy machine takes to ask
    const [one, two] = [await serverOf(name, { gatherMs }), await serverOf(name, { gatherMs })];
    await redis().down();
    await areDown(one, two);
    await redis().up();
    await areUp(one);
    (await one.semaphore.enter('ana', never()))();
    expect(one.waits[0]).toBeGreaterThan(0);
    expect(one.link.backForMs()).toBeGreaterThanOrEqual(gatherMs - 1);
    await areUp(two);
    await expect.poll(() => two.link.backForMs()).toBeGreaterThanOrEqual(gatherMs);
    (await two.semaphore.enter('bo', never()))();
    expect(two.waits.filter((ms) => ms > 0)).toEqual([]);
  });

  test('a server that was away alone holds up none of the others', async () => {
    const [name, line, gatherMs] = [randomUUID(), await ownLine(), 60_000];
    const [one, two] = [
      await serverOf(name, { places: 3, line, gatherMs }),
      await serverOf(name, { places: 3, gatherMs }),
    ];
    const held = [await one.semaphore.enter('ana', never()), await two.semaphore.enter('bo', never())];
    line.down();
    await areDown(one);
    line.up();
    await areUp(one);
    held.push(await one.semaphore.enter('ana', never()));
    const waiting = two.semaphore.enter('bo', never());
    // Who was in there before counts: all are taken.
    await expect.poll(() => two.semaphore.look('bo')).toMatchObject({ running: 3, waiting: 1, places: [1] });
    held[1]?.();
    (await waiting)();
    expect([...one.waits, ...two.waits].filter((ms) => ms > 0)).toEqual([]);
    held[0]?.();
    held[2]?.();
    await expect.poll(() => two.semaphore.look('')).toEqual(empty);
  });

  test('who is let in while Redis refuses counts as soon as it does not', async () => {
    const name = randomUUID();
    const [one, two] = [await serverOf(name), await serverOf(name)];
    await client().call('ACL', 'SETUSER', 'default', '-eval');
    const leave = await one.semaphore.enter('ana', never());
    await client().call('ACL', 'SETUSER', 'default', '+eval');
    await expect.poll(async () => (await two.semaphore.look('')).running).toBe(1);
    leave();
    await expect.poll(async () => (await two.semaphore.look('')).running).toBe(0);
  });

  test('what others have put under the name of the queue counts as nothing', async () => {
    const name = randomUUID();
    const { semaphore, link } = await serverOf(name);
    for (const text of ['no JSON', '[]', '{"tickets":5,"turns":{},"count":0}', 'null']) {
      await client().set(link.key('gate', '1'), text);
      (await semaphore.enter('ana', never()))();
    }
    // Asked on the same way, behind the last leave.
    await expect.poll(() => semaphore.look('')).toEqual(empty);
    await client().del(link.key('gate', '1'));
    await client().lpush(link.key('gate', '1'), 'a list');
    (await semaphore.enter('ana', never()))();
    await client().publish(link.channel, JSON.stringify({ kind: 'granted', about: 'nobody', from: 'me' }));
    await expect.poll(() => semaphore.look('')).toEqual(empty);
  });
});

describe.skipIf(!hasRedis)('[attack 62] quotas over several servers', () => {
  const query = { text: 'SELECT 1', parameters: [], written: [] };
  const options = { signal: never(), timeoutMs: 5000, maxRows: 10 };
  const ana: Principal = { ...anonymous, kind: 'user', userId: 1, username: 'ana', roles: ['Gamma'] };
  const clock = { at: Date.UTC(2026, 2, 2, 23, 0, 0) };

  async function ask(installation: string, quota: Quota) {
    const state = { hold: Promise.resolve(), begun: 0 };
    const engine = {
      run: async () => {
        state.begun += 1;
        await state.hold;
        clock.at += 1000;
        return { table: { rowCount: 10, columns: new Map() }, types: {}, truncated: false };
      },
    } as unknown as Engine;
    const link = await linkOf(installation);
    const quotas = createQuotas({
      byRole: { Gamma: quota },
      now: () => clock.at,
      monotonicMs: () => clock.at,
      elsewhere: createRedisUsageCounters(link, () => clock.at),
    });
    return {
      state,
      link,
      run: () =>
        metered(engine, quotas.accountOf(ana))
          .run(query, options)
          .then(
            () => 'fine',
            (error: Error) => error.message,
          ),
    };
  }

  test('rows and seconds a day are those of all servers, also of one that was started anew', async () => {
    for (const quota of [{ rowsPerDay: 30 }, { secondsPerDay: 3 }]) {
      const name = randomUUID();
      const [one, two] = [await ask(name, quota), await ask(name, quota)];
      expect([await one.run(), await two.run(), await one.run()]).toEqual(['fine', 'fine', 'fine']);
      await expect.poll(two.run).toMatch(/^Your role allows/);
      const anew = await ask(name, quota);
      expect(await anew.run()).toMatch(/^Your role allows/);
      clock.at += 86_400_000;
      expect(await anew.run()).toBe('fine');
    }
  });

  test('queries at once are those of all servers, and of a dead one as long as they could run', async () => {
    const name = randomUUID();
    const [one, two] = [await ask(name, { queriesAtOnce: 2 }), await ask(name, { queriesAtOnce: 2 })];
    let open = (): void => undefined;
    one.state.hold = new Promise((resolve) => {
      open = resolve;
    });
    const both = [one.run(), one.run()];
    await expect.poll(() => one.state.begun).toBe(2);
    expect(await two.run()).toMatch(/2 queries at once/);
    await one.link.close();
    clock.at += 5001;
    expect(await two.run()).toBe('fine');
    open();
    await Promise.all(both);
  });

  test('[F16] while Redis is away each server counts its own; when it is back without memory', async () => {
    const name = randomUUID();
    const [one, two] = [await ask(name, { rowsPerDay: 20 }), await ask(name, { rowsPerDay: 20 })];
    await redis().down();
    expect([await one.run(), await two.run()]).toEqual(['fine', 'fine']);
    await redis().up();
    await expect.poll(() => one.link.isUp() && two.link.isUp()).toBe(true);
    expect(await one.run()).toBe('fine');
    expect([await one.run(), await two.run()]).toEqual(
      ['Your role allows 20 rows a day. Try again in 3', 'Your role allows 20 rows a day. Try again in 3'].map((text) =>
        expect.stringContaining(text.slice(0, 30)),
      ),
    );
  });
});
