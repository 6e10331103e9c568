import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { tableOf, type Cell } from '@tessera/core/table';
import { builtServer } from '../../testing/processes/built-server.ts';
import { finish } from './post-process.ts';
import { textOf } from '../values/chunks.ts';
import { createFinisher, type Finisher } from './worker-pool.ts';

let finisher: Finisher;
beforeAll(async () => {
  finisher = createFinisher({
    script: pathToFileURL(join(builtServer, 'table-worker.mjs')),
    threads: 2,
    timeLimitMs: 60_000,
    inlineCells: 10,
  });
});
afterAll(() => finisher.close());

const who = { signal: new AbortController().signal, fairnessKey: 'ana' };
const rows = 20_000;
const big = tableOf([
  {
    name: 'n',
    kind: 'numeric',
    values: Float64Array.from({ length: rows }, (_, i) => (i % 7 === 0 ? Number.NaN : i / 3)),
  },
  {
    name: 'é',
    kind: 'string',
    values: Array.from({ length: rows }, (_, i): Cell => (i % 5 === 0 ? null : `name ${i % 100} "quoted"`)),
  },
  { name: 'big', kind: 'numeric', values: Array.from({ length: rows }, (_, i): Cell => 9007199254740993n + BigInt(i)) },
]);

test.each(['json', 'csv'] as const)('a thread makes the same %s as this one', async (format) => {
  const order = { steps: [], format, verbose: { n: 'Number' } };
  const [far, near] = [await finisher.finish(big, order, who), finish(big, order)];
  expect(textOf(far.body) === textOf(near.body)).toBe(true);
  expect({ ...far, body: null }).toEqual({ ...near, body: null });
});

test('what a presentation takes beside the rows reaches the thread', async () => {
  const groups = { name: 'group', kind: 'string', values: ['a', 'b'] } as const;
  const form = { groupbyRows: ['group'], metrics: ['mean'], colTotals: true };
  const order = {
    steps: [],
    format: 'csv',
    verbose: {},
    presentation: { vizType: 'pivot_table_v2', form },
    beside: {
      tables: [tableOf([{ name: 'mean', kind: 'numeric', values: [2.5] }])],
      additivities: { mean: 'non_additive' },
    },
  } as const;
  const table = tableOf([groups, { name: 'mean', kind: 'numeric', values: [1, 3] }]);
  const many = createFinisher({
    script: pathToFileURL(join(builtServer, 'table-worker.mjs')),
    threads: 1,
    timeLimitMs: 60_000,
    inlineCells: 0,
  });
  expect(textOf((await many.finish(table, order, who)).body)).toBe('group,mean\r\na,1\r\nb,3\r\nTotal (Sum),2.5\r\n');
  await many.close();
});

test('many at once share two threads and each gets its own rows', async () => {
  const tables = Array.from({ length: 8 }, (_, i) =>
    tableOf([{ name: `t${i}`, kind: 'numeric', values: Float64Array.from({ length: 100 }, () => i) }]),
  );
  const bodies = await Promise.all(
    tables.map((table) => finisher.finish(table, { steps: [], format: 'json', verbose: {} }, who)),
  );
  expect(bodies.map((done) => textOf(done.body).slice(0, 9))).toEqual(
    tables.map((_, i) => `[{"t${i}":${i}}`.slice(0, 9)),
  );
});

test('a step that cannot be done is refused with its reason, and the thread lives on', async () => {
  const broken = finisher.finish(
    big,
    { steps: [{ operation: 'rank', options: { metric: 'no such column' } }], format: 'json', verbose: {} },
    who,
  );
  await expect(broken).rejects.toBeInstanceOf(AppError);
  await expect(broken).rejects.toMatchObject({ code: 'post_processing', message: expect.stringMatching(/^Error: ./) });
  expect((await finisher.finish(big, { steps: [], format: 'json', verbose: {} }, who)).rowCount).toBe(rows);
});

test('[F42] a thread that runs out of memory fails its work with that reason', async () => {
  const small = createFinisher({
    script: pathToFileURL(join(builtServer, 'table-worker.mjs')),
    threads: 1,
    timeLimitMs: 60_000,
    inlineCells: 10,
    heapMb: 24,
  });
  const wide = tableOf([
    { name: 'text', kind: 'string', values: Array.from({ length: 400_000 }, (_, i): Cell => `a text of its own ${i}`) },
  ]);
  await expect(small.finish(wide, { steps: [], format: 'json', verbose: {} }, who)).rejects.toMatchObject({
    code: 'engine_memory',
  });
  expect(
    (
      await small.finish(
        tableOf([{ name: 'n', kind: 'numeric', values: new Float64Array(20) }]),
        { steps: [], format: 'json', verbose: {} },
        who,
      )
    ).rowCount,
  ).toBe(20);
  await small.close();
});

const at = Float64Array.from({ length: 3 }, (_, month) => Date.UTC(2024, month * 2, 1));
const few = tableOf([
  { name: 'at', kind: 'temporal', values: at },
  { name: 'n', kind: 'numeric', values: new Float64Array([1, 2, 3]) },
]);
const minutes = [
  { operation: 'pivot', options: { index: ['at'], aggregates: { n: { operator: 'sum' } } } },
  { operation: 'resample', options: { method: 'ffill', rule: '1T' } },
];
const window = {
  operation: 'rolling',
  options: { columns: { n: 'n' }, rolling_type: 'std', window: 1000, min_periods: 0 },
};

test('[attack 61] few rows of which steps make many are no work of this thread', async () => {
  const short = createFinisher({
    script: pathToFileURL(join(builtServer, 'table-worker.mjs')),
    threads: 1,
    timeLimitMs: 1500,
  });
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 10);
  const tooLong = short.finish(few, endless, who);
  await expect(tooLong).rejects.toMatchObject({ code: 'query_timeout', params: { seconds: 1.5 } });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(20);
  await short.close();
  expect((await finisher.finish(few, { steps: minutes, format: 'json', verbose: {} }, who)).rowCount).toBe(174_241);
});

test('this thread keeps answering while a big table is encoded', async () => {
  const state = { ticks: 0 };
  const timer = setInterval(() => (state.ticks += 1), 1);
  // On a busy machine a thread may be done before this one runs.
  for (let round = 0; round < 20 && state.ticks === 0; round += 1)
    await finisher.finish(big, { steps: [], format: 'json', verbose: {} }, who);
  clearInterval(timer);
  expect(state.ticks).toBeGreaterThan(0);
});

const endless = {
  steps: [...minutes, ...Array.from({ length: 90 }, () => window)],
  format: 'json',
  verbose: {},
} as const;
const oneThread = async (timeLimitMs = 60_000) =>
  createFinisher({ script: pathToFileURL(join(builtServer, 'table-worker.mjs')), threads: 1, timeLimitMs });

test('[attack 61] long work of one user keeps no work of others waiting', async () => {
  const pool = await oneThread();
  const gone = new AbortController();
  const hog = Array.from({ length: 8 }, () =>
    pool.finish(few, endless, { signal: gone.signal, fairnessKey: 'hog' }).catch((error: unknown) => error),
  );
  expect((await pool.finish(big, { steps: [], format: 'json', verbose: {} }, who)).rowCount).toBe(rows);
  expect((await pool.finish(few, { steps: minutes, format: 'json', verbose: {} }, who)).rowCount).toBe(174_241);
  gone.abort();
  expect(await Promise.all(hog)).toEqual(
    hog.map(() => expect.objectContaining({ code: 'query_cancelled' }) as unknown),
  );
  await pool.close();
});

test('[attack 61] who leaves takes work along that waits, and work that is done', async () => {
  const pool = await oneThread();
  const [left, stays] = [new AbortController(), { ...who, fairnessKey: 'bo' }];
  const work = [
    pool.finish(few, endless, { signal: left.signal, fairnessKey: 'ana' }),
    pool.finish(few, endless, { signal: left.signal, fairnessKey: 'ana' }),
  ].map((one) => one.catch((error: unknown) => error));
  const slow = pool.finish(few, { steps: minutes, format: 'json', verbose: {} }, stays);
  left.abort();
  expect(await Promise.all(work)).toEqual(
    work.map(() => expect.objectContaining({ code: 'query_cancelled' }) as unknown),
  );
  expect((await slow).rowCount).toBe(174_241);
  expect((await pool.finish(few, { steps: minutes, format: 'json', verbose: {} }, who)).rowCount).toBe(174_241);
  await pool.close();
});

test('waiting for a thread is a part of the time of work', async () => {
  const pool = await oneThread(1500);
  const other = await oneThread(4500);
  const ends: string[] = [];
  const [outcomes] = await Promise.all([
    Promise.allSettled(
      Array.from({ length: 4 }, () => pool.finish(few, endless, { ...who, fairnessKey: 'hog' })),
    ).finally(() => ends.push('four times 1.5 s')),
    other.finish(few, endless, who).catch(() => ends.push('once 4.5 s')),
  ]);
  expect(outcomes).toEqual(
    outcomes.map(() =>
      expect.objectContaining({
        reason: expect.objectContaining({ code: 'query_timeout', params: { seconds: 1.5 } }) as unknown,
      }),
    ),
  );
  // One after another they would have taken six.
  expect(ends).toEqual(['four times 1.5 s', 'once 4.5 s']);
  await Promise.all([pool.close(), other.close()]);
});

test.each(['constructor', 'toString', '__proto__'])(
  'a column may be called %s in a file that a thread writes',
  async (name) => {
    const table = tableOf([{ name, kind: 'numeric', values: new Float64Array(20) }]);
    expect(
      textOf((await finisher.finish(table, { steps: [], format: 'csv', verbose: {} }, who)).body).split('\r\n')[0],
    ).toBe(name);
  },
);

test('[attack 61] a pivot table that names one column hundreds of thousands of times is refused at once', async () => {
  const pool = await oneThread();
  const some = tableOf([{ name: 'n', kind: 'numeric', values: Float64Array.from({ length: 20_000 }, (_, i) => i) }]);
  const form = { metrics: ['n'], groupbyRows: Array.from({ length: 600_000 }, () => 'n') };
  await expect(
    pool.finish(
      some,
      { steps: [], format: 'json', verbose: {}, presentation: { vizType: 'pivot_table_v2', form } },
      who,
    ),
  ).rejects.toMatchObject({ code: 'post_processing', message: expect.stringContaining('more than 500 columns') });
  await pool.close();
});
