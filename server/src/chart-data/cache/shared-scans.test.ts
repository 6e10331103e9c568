import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import type { QueryObject } from '@tessera/core/query-object';
import type { StructuredQuery } from '@tessera/query/structured-query';
import type { Engine } from '../../engines/engine.ts';
import type { Account } from '../../engines/admission/quotas.ts';
import { buildBirths, type Births } from '../../testing/engines/births.ts';
import { codeOf } from '../../testing/code-of.ts';
import { blockedEngine } from '../../testing/blocked-engine.ts';
import { analyst, requestFor, testPipeline, type TestPipeline } from '../../testing/pipeline.ts';
import { bareQuery } from '../../testing/structured.ts';
import { plan } from '../plan/plan.ts';
import { createResults } from './results.ts';
import type { Work } from '../run/run.ts';
import { createSharedScans } from './shared-scans.ts';

let births: Births;
beforeAll(async () => {
  births = await buildBirths('duckdb');
});
afterAll(() => births.close());

const wish = { force: false, staleOkSeconds: 0, requestTimeout: null, chartTimeout: null };
const year = {
  expressionType: 'SQL' as const,
  columnType: 'BASE_AXIS',
  sqlExpression: 'ds',
  label: 'ds',
  timeGrain: 'P1Y',
};
const boys = [{ col: 'gender', op: 'IN', val: ['boy'] }];
/** Charts of one page: other groupings, orders and limits of the same rows. */
const charts: readonly QueryObject[] = [
  { columns: ['name'], metrics: ['count'], filters: boys, orderby: [['count', false]], row_limit: 3 },
  { columns: ['state'], metrics: ['total'], filters: boys, row_limit: 10 },
  { columns: [year], metrics: ['total', 'count'], filters: boys, row_limit: 100 },
  {
    columns: ['name', 'state'],
    metrics: ['total'],
    filters: boys,
    orderby: [['total', true]],
    row_limit: 5,
    row_offset: 2,
  },
  { columns: [], metrics: ['total'], filters: boys, row_limit: 1 },
  { columns: ['state', 'gender'], metrics: ['count'], filters: boys, row_limit: 50 },
];

describe('queries that come together', () => {
  test('the charts of a page are one scan, and each has its own rows, order and limit', async () => {
    const it = testPipeline(births);
    const sharedScans = await Promise.all(charts.map((chart) => it.ask(chart)));
    expect(it.ran).toHaveLength(1);
    const apart = testPipeline(births);
    const alone = [];
    for (const chart of charts) alone.push(await apart.ask(chart, { cache: { ...wish, force: true } }));
    expect(apart.ran).toHaveLength(charts.length);
    expect(sharedScans.map(({ data, coltypes, colnames }) => ({ data, coltypes, colnames }))).toEqual(
      alone.map(({ data, coltypes, colnames }) => ({ data, coltypes, colnames })),
    );
    expect(sharedScans.map(({ query }) => query)).toEqual(alone.map(({ query }) => query));
  });

  test('the queries of one request are one scan too; one that is alone runs as it is', async () => {
    const it = testPipeline(births);
    await it.pipeline.answers({
      ...requestFor(charts[0] ?? {}),
      context: { datasource: { id: 17 }, queries: [...charts] },
    });
    expect(it.ran).toHaveLength(1);
    await it.ask({ columns: ['is_boy'], metrics: ['count'] });
    expect(it.ran[1]?.text).not.toContain('GROUPING SETS');
  });

  test('requests that are announced together wait for each other, and for nobody who is answered', async () => {
    const it = testPipeline(births);
    const announced = charts.map((chart) => ({ chart, announcement: it.pipeline.announce(births.dataset.id, 1) }));
    const answers = [];
    for (const { chart, announcement } of announced) {
      answers.push(it.ask(chart, { announcement }));
      // Each is made in a pass of its own.
      await new Promise((resolve) => void setImmediate(resolve));
    }
    await Promise.all(answers);
    expect(it.ran).toHaveLength(1);
  });

  test('hundreds that fit into no one scan are put together while others are served', async () => {
    const sharedScans = createSharedScans();
    const answered = sharedScans.announce(births.dataset.id, 300);
    let running = 0;
    let turns = 0;
    const timer = setInterval(() => void (turns += 1), 0);
    const engine: Engine = {
      ...births.engine,
      run: async () => {
        running += 1;
        throw new AppError('engine_unavailable', { database: 'births' });
      },
    };
    const asked = Array.from({ length: 300 }, async (_, at) => {
      const measures = Array.from({ length: 8 }, (__, n) => ({
        label: `m${n}`,
        expression: { kind: 'sql', sql: `SUM(num + ${at} + ${n})`, type: null } as const,
      }));
      const work: Work = {
        dataset: births.dataset,
        temporal: new Set(),
        plan: plan({ ...bareQuery, source: births.dataset.source, measures, limit: 5 }, births.dataset, new Set()),
      };
      return codeOf(
        sharedScans.run(work, engine, null, { signal: new AbortController().signal, timeoutMs: 1000, maxRows: 100 }),
      );
    });
    const codes = await Promise.all(asked);
    clearInterval(timer);
    answered.close();
    expect(new Set(codes)).toEqual(new Set(['engine_unavailable']));
    // Three of eight measures each are one statement.
    expect(running).toBe(100);
    expect(turns).toBeGreaterThan(20);
  });

  test('other filters, other users and raw rows run apart', async () => {
    const it = testPipeline(births, {
      security: (principal) => ({
        kind: 'compare',
        op: '=',
        left: { kind: 'column', name: 'gender', type: 'VARCHAR' },
        right: { kind: 'value', value: principal.userId === 8 ? 'boy' : 'girl' },
      }),
    });
    const other = { ...analyst, userId: 8 };
    const byState: QueryObject = { columns: ['state'], metrics: ['count'] };
    const byName: QueryObject = { columns: ['name'], metrics: ['count'] };
    const asked = [
      it.ask(byState),
      it.ask(byName),
      it.ask(byState, { principal: other }),
      it.ask(byName, { principal: other }),
      it.ask({ ...byState, filters: boys }),
      it.ask({ columns: ['state'], row_limit: 3 }),
    ];
    const sums = (await Promise.all(asked)).map(({ data }) =>
      data.reduce((sum, row) => sum + Number(row['count'] ?? 0), 0),
    );
    expect([it.ran.length, sums]).toEqual([4, [60, 60, 60, 60, 0, 0]]);
  });

  test('who leaves stops waiting; the scan is cancelled when the last one has left', async () => {
    const { state, wrapped } = blockedEngine(births.engine);
    const it = testPipeline(births, { wrap: () => wrapped });
    const [one, two] = [new AbortController(), new AbortController()];
    const first = codeOf(it.ask(charts[0] ?? {}, { signal: one.signal }));
    const second = codeOf(it.ask(charts[1] ?? {}, { signal: two.signal }));
    await expect.poll(() => it.ran.length).toBe(1);
    one.abort();
    expect([await first, state.cancelled]).toEqual(['query_cancelled', 0]);
    two.abort();
    expect([await second, state.cancelled]).toEqual(['query_cancelled', 1]);
    state.open();
  });

  test('one that stays has its rows though another has left', async () => {
    const { state, wrapped } = blockedEngine(births.engine);
    const it = testPipeline(births, { wrap: () => wrapped });
    const leaver = new AbortController();
    const gone = codeOf(it.ask(charts[0] ?? {}, { signal: leaver.signal }));
    const stays = it.ask(charts[1] ?? {});
    await expect.poll(() => it.ran.length).toBe(1);
    leaver.abort();
    await gone;
    state.open();
    expect([(await stays).data, it.ran.length]).toEqual([
      [
        { state: 'CA', total: 46_500 },
        { state: 'other', total: 46_530 },
      ],
      1,
    ]);
  });

  test('a query that the database refuses fails alone', async () => {
    const it = testPipeline(births);
    const broken: QueryObject = {
      columns: ['state'],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(salary)', label: 'x' }],
      filters: boys,
    };
    const [good, bad] = await Promise.all([it.ask(charts[1] ?? {}), codeOf(it.ask(broken))]);
    expect([good.data.length, bad]).toEqual([2, 'source_column_missing']);
  });

  test('what needs too much memory as one scan is asked for one by one', async () => {
    const it = testPipeline(births, {
      wrap: (engine) => ({
        ...engine,
        run: async (query, options) => {
          if (query.text.includes('GROUPING SETS')) throw new AppError('engine_memory', {});
          return engine.run(query, options);
        },
      }),
    });
    const answers = await Promise.all(charts.slice(0, 3).map((chart) => it.ask(chart)));
    expect([answers.map((answer) => answer['status']), it.ran.length]).toEqual([['success', 'success', 'success'], 4]);
  });
});

describe('a scan for several users', () => {
  const people = [5, 8].map((userId) => ({ ...analyst, userId, roles: ['Gamma'] }));
  /** Three charts of one and one of the other, in a scan of 12 s. */
  const askAll = (it: TestPipeline) =>
    Promise.all(
      [1, 2, 4, 5].map((at) => codeOf(it.ask(charts[at] ?? {}, { principal: people[at === 5 ? 1 : 0] ?? analyst }))),
    );
  const slow =
    (pass: () => void) =>
    (engine: Engine): Engine => ({
      ...engine,
      run: async (query, options) => engine.run(query, options).finally(pass),
    });
  const setUp = (quotas: Parameters<typeof testPipeline>[1]) => {
    const it: TestPipeline = testPipeline(births, { ...quotas, wrap: slow(() => it.pass(12_000)) });
    return it;
  };
  const alone = (it: TestPipeline, at: number) =>
    codeOf(it.ask({ ...charts[0], row_limit: 1 }, { principal: people[at] ?? analyst }));

  test('each pays for the time of their own part', async () => {
    const it = setUp({ quotas: { Gamma: { secondsPerDay: 9 } } });
    expect([await askAll(it), it.ran.length]).toEqual([['fine', 'fine', 'fine', 'fine'], 1]);
    // Nine seconds for three charts of four, three for the fourth.
    expect([await alone(it, 0), await alone(it, 1)]).toEqual(['quota_exceeded', 'fine']);
  });

  test('and for their own rows', async () => {
    // Two states, thirty years and a sum; two states of one gender.
    const most = async (rowsPerDay: number, at: number) => {
      const it = setUp({ quotas: { Gamma: { rowsPerDay } } });
      await askAll(it);
      return alone(it, at);
    };
    expect([await most(33, 0), await most(34, 0), await most(2, 1), await most(3, 1)]).toEqual([
      'quota_exceeded',
      'fine',
      'quota_exceeded',
      'fine',
    ]);
  });

  test('who has nothing left is left out, and the others have their rows', async () => {
    const it = setUp({ quotas: { Gamma: { secondsPerDay: 12 } } });
    expect([await alone(it, 0), await askAll(it), it.ran.length]).toEqual([
      'fine',
      ['quota_exceeded', 'quota_exceeded', 'quota_exceeded', 'fine'],
      2,
    ]);
    // Two of the second user alone, three of both but for the first's.
    const both = await Promise.all([
      codeOf(it.ask({ ...charts[3] }, { principal: people[0] ?? analyst })),
      ...[2, 4].map((at) => codeOf(it.ask({ ...charts[at], row_limit: 90 }, { principal: { ...analyst, userId: 9 } }))),
    ]);
    expect([both, it.ran.length, it.ran[2]?.text.includes('GROUPING SETS')]).toEqual([
      ['quota_exceeded', 'fine', 'fine'],
      3,
      true,
    ]);
  });

  test('a scan is one of the queries that run at once', async () => {
    const it = setUp({ quotas: { Gamma: { queriesAtOnce: 1 } } });
    expect(await askAll(it)).toEqual(['fine', 'fine', 'fine', 'fine']);
    expect(await alone(it, 0)).toBe('fine');
  });
});

test('whatever becomes of a scan, what was begun on an account for it ends', async () => {
  const broken = { isBroken: false };
  const measure = { label: 'n', expression: { kind: 'count_rows' } } as const;
  const query: StructuredQuery = { ...bareQuery, source: births.dataset.source, measures: [measure], limit: 5 };
  const planned = plan(query, births.dataset, new Set());
  const work: Work = {
    dataset: births.dataset,
    temporal: new Set(),
    plan: {
      ...planned,
      get query() {
        if (broken.isBroken) throw new Error('broken');
        return query;
      },
    },
  };
  const ended: string[] = [];
  const account = (name: string, begin: () => void): Account => ({
    begin: async () => {
      begin();
      return { read: () => undefined, end: () => void ended.push(name) };
    },
  });
  const sharedScans = createSharedScans();
  const answered = sharedScans.announce(births.dataset.id, 3);
  const ask = (fairnessKey: string, begin: () => void = () => undefined) =>
    sharedScans
      .run(work, births.engine, account(fairnessKey, begin), {
        signal: new AbortController().signal,
        timeoutMs: 5000,
        maxRows: 10,
        fairnessKey,
      })
      .then(
        () => 'fine',
        (error: Error) => error.message,
      );
  const asked = [
    ask('ana', () => {
      throw new AppError('quota_exceeded', { what: 'rows', most: 1, seconds: 1 });
    }),
    // The statement for those who are left is made anew, and that fails.
    ask('bo', () => {
      broken.isBroken = true;
    }),
    ask('cleo'),
  ];
  expect([await Promise.all(asked), ended.toSorted()]).toEqual([
    [expect.stringContaining('allows 1 rows'), 'broken', 'broken'],
    ['bo', 'cleo'],
  ]);
  answered.close();
});

describe('a narrower query is answered from a wider result', () => {
  const wide: QueryObject = {
    columns: ['name', 'state', 'gender', year],
    metrics: ['count', 'total'],
    row_limit: 1000,
  };
  const narrow: QueryObject = { columns: ['state'], metrics: ['total'], filters: boys, row_limit: 10 };

  test('without the database, as old as the wider one', async () => {
    const it = testPipeline(births);
    await it.ask(wide);
    it.pass(30_000);
    const made = await it.ask(narrow);
    expect([it.ran.length, made['is_cached'], made['cached_dttm'], it.results.counters.derived]).toEqual([
      1,
      true,
      '2026-03-02T10:00:00+00:00',
      1,
    ]);
    const direct = await it.ask(narrow, { cache: { ...wish, force: true } });
    expect([it.ran.length, made.data, made['coltypes']]).toEqual([2, direct.data, direct['coltypes']]);
  });

  test('not from one that is too old, that was cut, or that somebody else may see', async () => {
    const it = testPipeline(births, {
      security: (principal) => ({ kind: 'sql', sql: principal.userId === 8 ? "state = 'CA'" : '1 = 1', isRule: true }),
    });
    await it.ask(wide);
    await it.ask(narrow, { principal: { ...analyst, userId: 8 } });
    expect(it.ran).toHaveLength(2);
    await it.ask(narrow, { cache: { ...wish, requestTimeout: -1 } });
    expect(it.ran).toHaveLength(3);
    it.pass(601_000);
    await it.ask(narrow);
    expect(it.ran).toHaveLength(4);
    const cut = testPipeline(births);
    await cut.ask({ ...wide, row_limit: 4 });
    await cut.ask(narrow);
    expect(cut.ran).toHaveLength(2);
  });
});

describe('F39: what is cached may go at any time', () => {
  test('a result that is dropped while it is read is still answered', async () => {
    const { state, wrapped } = blockedEngine(births.engine);
    const it = testPipeline(births, { wrap: () => wrapped });
    const asked = it.ask(charts[1] ?? {});
    await expect.poll(() => it.ran.length).toBe(1);
    it.results.clear();
    state.open();
    expect((await asked).data).toHaveLength(2);
    it.results.clear();
    expect([(await it.ask(charts[1] ?? {})).data.length, it.ran.length]).toEqual([2, 2]);
  });

  test('a dataset of another version finds nothing cached', async () => {
    const results = createResults({ maxBytes: 1_000_000, now: () => 0, monotonicMs: () => 0 });
    const first = testPipeline(births, { results });
    await first.ask(charts[1] ?? {});
    const changed = testPipeline(births, { results, dataset: { versionKey: '17.2.1.1' } });
    await changed.ask(charts[1] ?? {});
    expect([first.ran.length, changed.ran.length]).toEqual([1, 1]);
  });

  test('what was dropped to make room is counted', async () => {
    const it = testPipeline(births, { maxBytes: 20_000 });
    for (let row_limit = 1; row_limit < 60; row_limit += 1) await it.ask({ columns: ['name', 'num'], row_limit });
    expect(it.results.counters.evicted).toBeGreaterThan(10);
    expect(it.results.entries()).toBeLessThan(50);
  });
});
