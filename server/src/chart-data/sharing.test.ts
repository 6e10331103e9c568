import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueryObject } from '@tessera/core/query-object';
import type { Principal } from '../principal.ts';
import type { Engine } from '../engines/engine.ts';
import { createSemaphore, gated } from '../engines/admission/semaphore.ts';
import { createRunning, watchedBy } from '../engines/admission/running.ts';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import { buildBirths, type Births } from '../testing/engines/births.ts';
import { codeOf } from '../testing/code-of.ts';
import { blockedEngine } from '../testing/blocked-engine.ts';
import { analyst, guestLike, requestFor, testPipeline } from '../testing/pipeline.ts';

let births: Births;
beforeAll(async () => {
  births = await buildBirths('duckdb');
});
afterAll(() => births.close());

const byGender: QueryObject = { columns: ['gender'], metrics: ['count'], row_limit: 5 };
const wish = { force: false, staleOkSeconds: 0, requestTimeout: null, chartTimeout: null };

test('[7.1-01] a cached answer says so, with its age; force asks again; an old one is dropped', async () => {
  const it = testPipeline(births);
  const first = await it.ask(byGender);
  it.pass(60_000);
  const second = await it.ask(byGender);
  const third = await it.ask(byGender);
  expect([
    first['is_cached'],
    second['is_cached'],
    second['cached_dttm'],
    second['queried_dttm'],
    it.ran.length,
  ]).toEqual([null, true, '2026-03-02T10:00:00+00:00', '2026-03-02T10:00:00+00:00', 1]);
  expect(third).toEqual(second);
  const forced = await it.ask(byGender, { cache: { ...wish, force: true } });
  expect([forced['is_cached'], forced['queried_dttm'], it.ran.length]).toEqual([null, '2026-03-02T10:01:00+00:00', 2]);
  it.pass(601_000);
  expect([(await it.ask(byGender))['is_cached'], it.ran.length]).toEqual([null, 3]);
  expect(it.results.counters).toMatchObject({ hits: 2, misses: 3 });
});

test('timeouts: the request before the chart before the dataset; −1 keeps nothing', async () => {
  const it = testPipeline(births, { dataset: { cacheTimeout: 10, databaseCacheTimeout: 20 } });
  expect((await it.ask(byGender))['cache_timeout']).toBe(10);
  expect((await it.ask(byGender, { cache: { ...wish, chartTimeout: 5 } }))['cache_timeout']).toBe(5);
  await it.ask(byGender, { cache: { ...wish, requestTimeout: -1, chartTimeout: 5 } });
  expect(it.ran).toHaveLength(2);
  it.pass(1e9);
  expect((await it.ask(byGender, { cache: { ...wish, requestTimeout: 0 } }))['is_cached']).toBe(true);
});

test('stale_ok gives the old answer at once and begins a new run', async () => {
  const it = testPipeline(births);
  await it.ask(byGender);
  it.pass(700_000);
  const stale = await it.ask(byGender, { cache: { ...wish, staleOkSeconds: 3600 } });
  expect(stale['is_cached']).toBe(true);
  await expect.poll(() => it.ran.length).toBe(2);
  await expect.poll(async () => (await it.ask(byGender))['cached_dttm']).toBe('2026-03-02T10:11:40+00:00');
});

test('many queries of one request wait beside each other, and nothing of it is taken for a leak', async () => {
  const heard: string[] = [];
  const hear = (warning: Error) => void heard.push(warning.name);
  process.on('warning', hear);
  const it = testPipeline(births);
  const queries = Array.from({ length: 15 }, (_, index): QueryObject => ({
    columns: ['name'],
    metrics: ['count'],
    row_limit: index + 1,
  }));
  const { pipeline } = it;
  const answers = await pipeline.answers({
    ...requestFor(byGender),
    context: { ...requestFor(byGender).context, queries },
  });
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', hear);
  expect([answers.length, heard]).toEqual([15, []]);
});

test('500 viewers of one chart: the database sees one query', async () => {
  const it = testPipeline(births);
  const answers = await Promise.all(Array.from({ length: 500 }, () => it.ask(byGender)));
  expect([it.ran.length, new Set(answers.map((answer) => JSON.stringify(answer.data))).size]).toEqual([1, 1]);
});

test('[4.1-04] who leaves stops waiting; the query is cancelled in the database when the last one leaves', async () => {
  const { state, wrapped } = blockedEngine(births.engine);
  const it = testPipeline(births, { wrap: () => wrapped });
  const [one, two] = [new AbortController(), new AbortController()];
  const first = codeOf(it.ask(byGender, { signal: one.signal }));
  const second = codeOf(it.ask(byGender, { signal: two.signal }));
  await expect.poll(() => it.ran.length).toBe(1);
  one.abort();
  expect([await first, state.cancelled]).toEqual(['query_cancelled', 0]);
  two.abort();
  expect([await second, state.cancelled]).toEqual(['query_cancelled', 1]);
  state.open();
  expect((await it.ask(byGender)).data).toHaveLength(2);
});

test('a query that fails stops the others of its request', async () => {
  const { state, wrapped } = blockedEngine(births.engine);
  const it = testPipeline(births, { wrap: () => wrapped });
  const both = it.pipeline.answers({
    ...requestFor(byGender),
    context: { datasource: { id: 17 }, queries: [byGender, { columns: ['nope'] }] },
  });
  expect(await codeOf(both)).toBe('columns_missing');
  await expect.poll(() => [state.cancelled, it.results.counters.cancelled]).toEqual([it.ran.length, 1]);
});

test('a failed query is not cached', async () => {
  let fails = 1;
  const it = testPipeline(births, {
    wrap: (engine) => ({
      ...engine,
      run: (query, options) => (fails-- > 0 ? Promise.reject(new Error('broken')) : engine.run(query, options)),
    }),
  });
  await expect(it.ask(byGender)).rejects.toThrow('broken');
  expect((await it.ask(byGender)).data).toHaveLength(2);
});

test('[attack 35] two users with other rows never share a result, in flight or cached', async () => {
  const boys = { ...analyst, userId: 8 };
  const it = testPipeline(births, {
    security: (principal) => ({
      kind: 'compare',
      op: '=',
      left: { kind: 'column', name: 'gender', type: 'VARCHAR' },
      right: { kind: 'value', value: principal.userId === 8 ? 'boy' : 'girl' },
    }),
  });
  const names = async (principal: typeof analyst) =>
    (await it.ask(byGender, { principal })).data.map((row) => row['gender']);
  expect(await Promise.all([names(analyst), names(boys), names(boys), names(analyst)])).toEqual([
    ['girl'],
    ['boy'],
    ['boy'],
    ['girl'],
  ]);
  expect([await names(analyst), await names(boys), it.ran.length]).toEqual([['girl'], ['boy'], 2]);
});

test('[attack 27] a rule on rows holds in every clause that users may write', async () => {
  const it = testPipeline(births, {
    security: () => ({
      kind: 'compare',
      op: '=',
      left: { kind: 'column', name: 'gender', type: 'VARCHAR' },
      right: { kind: 'value', value: 'boy' },
    }),
  });
  const attempts: readonly QueryObject[] = [
    { metrics: ['count'], extras: { where: '1 = 1 OR 1 = 1' } },
    { metrics: ['count'], extras: { where: "gender = 'girl' OR gender = 'boy'" } },
    { metrics: ['count'], filters: [{ col: 'gender', op: 'IN', val: ['girl', 'boy'] }] },
    { columns: [{ expressionType: 'SQL', sqlExpression: "'boy'", label: 'gender' }], metrics: ['count'] },
    {
      metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*) FILTER (WHERE TRUE)', label: 'count' }],
      extras: { having: '1 = 1 OR 2 = 2' },
    },
  ];
  const counts = await Promise.all(attempts.map(async (query) => (await it.ask(query)).data[0]?.['count']));
  expect(counts).toEqual([60, 60, 60, 60, 60]);
  const menu = await it.pipeline.table(requestFor({ columns: ['gender'], metrics: [] }));
  expect(menu.columns.get('gender')?.values).toEqual(['boy']);
  const [download] = await it.pipeline.downloads(requestFor({ columns: ['gender'], metrics: ['count'] }));
  const chunks: Buffer[] = [];
  for await (const chunk of download ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('gender,COUNT(*)\r\nboy,60\r\n');
  expect((await it.ask({ row_limit: 1000 }, { type: 'samples' })).data.every((row) => row['gender'] === 'boy')).toBe(
    true,
  );
});

test('SQL text is for those who may see it; guests hear nothing of the database', async () => {
  const it = testPipeline(births);
  const guest = guestLike(analyst);
  const plain = { ...analyst, grants: new Set<string>() };
  expect('query' in (await it.ask(byGender, { principal: guest }))).toBe(false);
  expect('query' in (await it.ask(byGender, { principal: plain }))).toBe(false);
  expect('query' in (await it.ask(byGender))).toBe(true);
  expect(await codeOf(it.ask(byGender, { principal: plain, type: 'query' }))).toBe('forbidden');
  const broken: QueryObject = { metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(salary)', label: 'x' }] };
  await expect(it.ask(broken, { principal: guest })).rejects.toMatchObject({ message: 'Error: the query failed' });
  await expect(it.ask(broken)).rejects.toThrow('salary');
});

test('an expression that is refused is quoted to those who may see SQL, wherever it is asked', async () => {
  const it = testPipeline(births, {
    dataset: {
      metrics: [
        { ...births.dataset.metrics[0], name: 'pay', expression: 'wages(salary)' },
      ] as Births['dataset']['metrics'],
    },
  });
  const reason = 'Invalid SQL clause: the function wages is not on the list of functions that may be called';
  const query: QueryObject = { metrics: ['pay'] };
  const said = async (principal: Principal): Promise<readonly string[]> => {
    const request = requestFor(query, { principal });
    const files = async (queries: readonly QueryObject[]) => {
      for (const file of await it.pipeline.downloads({
        ...request,
        context: { ...request.context, queries: [...queries] },
      }))
        await file.next();
    };
    const ways = [
      it.pipeline.answers(request),
      it.pipeline.cachedAnswers(request),
      it.pipeline.table(request),
      files([query]),
      files([query, query]),
    ];
    return Promise.all(
      ways.map((way) =>
        way.then(
          () => 'fine',
          (error: Error) => error.message,
        ),
      ),
    );
  };
  const all = (text: string) => [text, expect.any(String), text, text, text];
  expect(await said(analyst)).toEqual(all(`${reason}, in: wages(salary)`));
  for (const principal of [{ ...analyst, grants: new Set(['can_csv Tessera']) }, guestLike(analyst)])
    expect(await said(principal)).toEqual(all(reason));
});

test('a dataset that may not be read answers like one that is not there', async () => {
  const it = testPipeline(births);
  const stranger = { ...analyst, datasetIds: new Set([1]) };
  const missing = { ...requestFor(byGender), context: { datasource: { id: 999 }, queries: [byGender] } };
  expect([await codeOf(it.ask(byGender, { principal: stranger })), await codeOf(it.pipeline.answers(missing))]).toEqual(
    ['dataset_not_found', 'dataset_not_found'],
  );
  const kindOf = (datasource: { readonly id: number | string; readonly type?: string }) =>
    codeOf(it.pipeline.answers({ ...missing, context: { ...missing.context, datasource } }));
  expect(
    await Promise.all([
      kindOf({ id: 17, type: 'Query' }),
      kindOf({ id: 17, type: 'saved_query' }),
      kindOf({ id: '17__column' }),
    ]),
  ).toEqual(['dataset_not_found', 'dataset_not_found', 'unknown_datasource_type']);
  expect(
    await Promise.all([
      kindOf({ id: 17 }),
      kindOf({ id: 17, type: 'TABLE' }),
      kindOf({ id: 17, type: 'dataset' }),
      kindOf({ id: 17, type: 'view' }),
      kindOf({ id: '17__view' }),
    ]),
  ).toEqual(Array.from({ length: 5 }, () => 'fine'));
});

test('cached results stay below their budget', async () => {
  const it = testPipeline(births, { maxBytes: 20_000 });
  for (let row_limit = 1; row_limit < 60; row_limit += 1) await it.ask({ columns: ['name', 'num'], row_limit });
  expect(it.results.bytes()).toBeLessThanOrEqual(20_000);
  expect(it.results.bytes()).toBeGreaterThan(2000);
});

test('CSV: names on screen in the header, formulas made text, and only for those who may', async () => {
  const it = testPipeline(births);
  const query: QueryObject = { columns: ['name', 'ds', 'num'], orderby: [['num', true]], row_limit: 4 };
  const [download] = await it.pipeline.downloads(requestFor(query));
  const chunks: Buffer[] = [];
  for await (const chunk of download ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe(
    [
      'First name,ds,num',
      'Aaron,1965-01-01 00:00:00,100',
      'Aaron,1965-01-01 00:00:00,101',
      'Amy,1965-01-01 00:00:00,107',
      'Amy,1965-01-01 00:00:00,108',
      '',
    ].join('\r\n'),
  );
  expect(await codeOf(it.pipeline.downloads(requestFor(query, { principal: { ...analyst, grants: new Set() } })))).toBe(
    'forbidden',
  );
});

test('[attack 62] beyond the quota of a role: 429, in words; what is cached costs nothing', async () => {
  const it = testPipeline(births, { quotas: { Gamma: { rowsPerDay: 3 } } });
  const limited = { ...analyst, roles: ['Gamma'] };
  await it.ask(byGender, { principal: limited });
  await it.ask({ columns: ['state'], metrics: ['count'] }, { principal: limited });
  const more: QueryObject = { columns: ['name'], metrics: ['count'] };
  await expect(it.ask(more, { principal: limited })).rejects.toMatchObject({
    code: 'quota_exceeded',
    status: 429,
    message: 'Your role allows 3 rows a day. Try again in 50400 s.',
  });
  expect((await it.ask(byGender, { principal: limited })).data).toHaveLength(2);
  expect((await it.ask(more)).data).toHaveLength(5);
});

test('a crowd of one user does not hold up another', async () => {
  const turns: string[] = [];
  const it = testPipeline(births, {
    wrap: (engine) =>
      gated(
        {
          ...engine,
          run: (query, options) => {
            turns.push(options.fairnessKey ?? '');
            return engine.run(query, options);
          },
        },
        createSemaphore(1),
      ),
  });
  const crowd = Array.from({ length: 100 }, (_, index) => it.ask({ columns: ['name', 'num'], row_limit: index + 1 }));
  await expect.poll(() => turns.length).toBeGreaterThan(0);
  const turnsWhenAsked = turns.length;
  await it.ask({ columns: ['name', 'state'], row_limit: 1 }, { principal: { ...analyst, userId: 8 } });
  // In order of arrival it would be the last of all.
  expect(turns.slice(0, turnsWhenAsked + 20)).toContain('user 8');
  await Promise.all(crowd);
  expect(turns).toHaveLength(101);
});

test('F13: a cancel at any moment is a cancel or comes too late, and leaves nothing behind', async () => {
  const semaphore = createSemaphore(3);
  const running = { now: 0 };
  const counted = (engine: Engine): Engine => ({
    ...engine,
    run: async (query, options) => {
      running.now += 1;
      return engine.run(query, options).finally(() => (running.now -= 1));
    },
  });
  const it = testPipeline(births, { wrap: (engine) => gated(counted(engine), semaphore) });
  const moments: readonly ((leave: () => void) => void)[] = [
    (leave) => leave(),
    (leave) => queueMicrotask(leave),
    (leave) => void setImmediate(leave),
    (leave) => void setTimeout(leave, 1),
    (leave) => void setTimeout(leave, 4),
    (leave) => void setTimeout(leave, 12),
    // Who stays sees that those who leave take nothing along.
    () => undefined,
  ];
  const outcomes = new Map<string, number>();
  for (let round = 0; round < 50; round += 1) {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const deadline = new AbortController();
        let leftBefore = false;
        const asked = codeOf(
          it.ask(
            { columns: ['name', 'num'], row_limit: 1 + ((round * 20 + index) % 90) },
            { signal: deadline.signal, cache: { ...wish, force: index % 2 === 0 } },
          ),
        ).then((code) => {
          if (leftBefore) expect(code).toBe('query_cancelled');
          return code;
        });
        moments[(round + index) % moments.length]?.(() => {
          deadline.abort();
          if ((round + index) % moments.length === 0) leftBefore = true;
        });
        const code = await asked;
        outcomes.set(code, (outcomes.get(code) ?? 0) + 1);
      }),
    );
  }
  expect([...outcomes.keys()].sort()).toEqual(['fine', 'query_cancelled']);
  await expect.poll(() => [semaphore.running(), semaphore.waiting(), running.now]).toEqual([0, 0, 0]);
  expect((await it.ask(byGender)).data).toHaveLength(2);
});

test('requests that wait for one query are reported by name as long as they wait, and no others', async () => {
  const { state, wrapped } = blockedEngine(births.engine);
  const running = createRunning(() => 0);
  const it = testPipeline(births, { wrap: () => watchedBy(wrapped, running) });
  const other = { ...analyst, userId: 8 };
  const asks = (principal: Principal) => running.of(fairnessKeyOf(principal)).map((one) => one.asks);
  const leaver = new AbortController();
  const gone = codeOf(it.ask(byGender, { ask: 'gone', signal: leaver.signal }));
  await expect.poll(() => asks(analyst)).toEqual([['gone']]);
  const asked = [
    it.ask(byGender, { ask: 'first' }),
    it.ask(byGender, { ask: 'second', principal: other }),
    it.ask({ ...byGender, columns: ['state'] }, { ask: 'third' }),
    it.ask({ columns: ['name'], row_limit: 3 }),
  ];
  await expect.poll(() => [asks(analyst).length, asks(other)]).toEqual([3, [['second']]]);
  leaver.abort();
  await gone;
  expect(asks(analyst).map(String).toSorted()).toEqual(['', 'first', 'third']);
  state.open();
  await Promise.all(asked);
  expect([asks(analyst), asks(other)]).toEqual([[], []]);
});

test('charts that share a scan are notified of the one scan', async () => {
  const { state, wrapped } = blockedEngine(births.engine);
  const running = createRunning(() => 0);
  const it = testPipeline(births, { wrap: () => watchedBy(wrapped, running) });
  const asked = ['gender', 'state'].map((column) =>
    it.ask({ columns: [column], metrics: ['total'], row_limit: 5 }, { ask: `by-${column}` }),
  );
  await expect
    .poll(() => running.of(fairnessKeyOf(analyst)).map((one) => one.asks))
    .toEqual([['by-gender', 'by-state']]);
  state.open();
  await Promise.all(asked);
});
