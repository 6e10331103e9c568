import { expect, test } from 'vitest';
import { createConnectionPool } from './pool.ts';

type Fake = {
  readonly id: number;
  isOpen: boolean;
  isSilent: boolean;
  ended: boolean;
  resets: number;
  canReset: boolean;
};

type Needs = {
  readonly size?: number;
  readonly idleMs?: number;
  readonly trustMs?: number;
  readonly resetMs?: number;
  readonly fails?: () => boolean;
  readonly hangs?: () => boolean;
};

function poolOf({
  size = 2,
  idleMs = 60_000,
  trustMs = 60_000,
  resetMs = 60_000,
  fails = () => false,
  hangs = () => false,
}: Needs = {}) {
  const made: Fake[] = [];
  const pool = createConnectionPool<Fake>({
    size,
    idleMs,
    trustMs,
    resetMs,
    connect: async () => {
      if (fails()) throw new Error('refused');
      const client = { id: made.length, isOpen: true, isSilent: false, ended: false, resets: 0, canReset: true };
      made.push(client);
      return client;
    },
    isOpen: (client) => client.isOpen,
    reset: async (client) => {
      client.resets += 1;
      if (client.isSilent || hangs()) await new Promise(() => undefined);
      if (!client.canReset) throw new Error('lost');
    },
    end: async (client) => {
      await Promise.resolve();
      client.ended = true;
    },
  });
  return { pool, made };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('connections are made when needed, cleaned, and used again', async () => {
  const { pool, made } = poolOf();
  const first = await pool.take();
  pool.give(first, true);
  await settled();
  expect([await pool.take(), made.length, first.resets]).toEqual([first, 1, 1]);
});

test('beyond its size it lets wait, in order; a connection that comes back goes to the first who waits', async () => {
  const { pool, made } = poolOf({ size: 1 });
  const only = await pool.take();
  const order: number[] = [];
  const waiting = [1, 2].map(async (fairnessKey) => {
    const client = await pool.take();
    order.push(fairnessKey);
    pool.give(client, true);
  });
  await settled();
  expect(order).toEqual([]);
  pool.give(only, true);
  await Promise.all(waiting);
  expect([order, made.length]).toEqual([[1, 2], 1]);
});

test.each([
  { case: 'something may still run on', spoil: () => undefined, reusable: false },
  {
    case: 'broke',
    spoil: (client: Fake) => {
      client.isOpen = false;
    },
    reusable: true,
  },
  {
    case: 'cannot be cleaned',
    spoil: (client: Fake) => {
      client.canReset = false;
    },
    reusable: true,
  },
])('a connection that $case is ended, and who waits gets a new one', async ({ spoil, reusable }) => {
  const { pool, made } = poolOf({ size: 1 });
  const first = await pool.take();
  const next = pool.take();
  spoil(first);
  pool.give(first, reusable);
  expect([(await next).id, first.ended, made.length]).toEqual([1, true, 2]);
});

test('one that broke while idle is not given out', async () => {
  const { pool } = poolOf({ size: 1 });
  const first = await pool.take();
  pool.give(first, true);
  await settled();
  first.isOpen = false;
  expect([(await pool.take()).id, first.ended]).toEqual([1, true]);
});

test('[F70] one that stopped responding while idle is not given out, and neither are the other idle ones', async () => {
  const { pool, made } = poolOf({ size: 3, trustMs: 0, resetMs: 20 });
  const clients = [await pool.take(), await pool.take(), await pool.take()];
  for (const client of clients) pool.give(client, true);
  await settled();
  const used = await pool.take();
  expect([clients.includes(used), used.resets, made.length]).toEqual([true, 2, 3]);
  pool.give(used, true);
  await settled();
  for (const client of clients) client.isSilent = true;
  expect([(await pool.take()).id, clients.map(({ ended }) => ended)]).toEqual([3, [true, true, true]]);
});

test('when one was lost, the idle ones are asked before they are given out', async () => {
  const { pool, made } = poolOf();
  const [one, other] = [await pool.take(), await pool.take()];
  pool.give(one, true);
  await settled();
  pool.give(other, false);
  one.canReset = false;
  const next = await pool.take();
  expect([next.id, made.map(({ ended }) => ended), made.map(({ resets }) => resets)]).toEqual([
    2,
    [true, true, false],
    [2, 0, 0],
  ]);
  await pool.close();
});

test('one that stops responding while it is reset frees its slot', async () => {
  const { pool } = poolOf({ size: 1, resetMs: 20 });
  const first = await pool.take();
  first.isSilent = true;
  const next = pool.take();
  pool.give(first, true);
  expect([(await next).id, first.ended]).toEqual([1, true]);
});

test('idle ones end after their time', async () => {
  const { pool } = poolOf({ idleMs: 10 });
  const first = await pool.take();
  pool.give(first, true);
  await expect.poll(() => first.ended).toBe(true);
});

test('a connection that cannot be made is an error for one, and leaves its place to the next', async () => {
  let refusals = 1;
  const { pool } = poolOf({ size: 1, fails: () => refusals-- > 0 });
  const both = await Promise.allSettled([pool.take(), pool.take()]);
  expect(both.map((one) => one.status)).toEqual(['rejected', 'fulfilled']);
});

test('closing ends all, waits for them, and refuses who waits', async () => {
  const { pool, made } = poolOf({ size: 1 });
  const first = await pool.take();
  const late = pool.take();
  late.catch(() => undefined);
  await pool.close();
  await expect(late).rejects.toThrow('closed');
  await expect(pool.take()).rejects.toThrow('closed');
  expect([first.ended, made.length]).toEqual([true, 1]);
});

test('[reliability] a connection whose last query is not taken away in time gives its place free', async () => {
  let hangs = true;
  const { pool, made } = poolOf({ size: 1, resetMs: 20, hangs: () => hangs });
  pool.give(await pool.take(), true);
  hangs = false;
  // Without the deadline nobody would ever take this place again.
  expect((await pool.take()).id).toBe(1);
  expect(made[0]?.ended).toBe(true);
});
