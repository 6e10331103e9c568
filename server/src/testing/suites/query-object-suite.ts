import { beforeAll, expect, test } from 'vitest';
import type { QueryObject } from '@tessera/core/query-object';
import { dialectOf } from '@tessera/query/dialects/registry';
import { textOf } from '../../chart-data/values/chunks.ts';
import { birthsEngines } from '../engines/births-engines.ts';
import type { BirthsSuite } from '../engines/for-each-engine.ts';
import { analyst, guestLike, requestFor, sumOfNum, testPipeline, type TestPipeline, yearly } from '../pipeline.ts';

/** What is no number and what is beyond all numbers, where the database has them. */
const beyondNumbers = {
  duckdb: ["CAST('NaN' AS DOUBLE)", "CAST('Infinity' AS DOUBLE)"],
  sqlite: ['9e999 - 9e999', '9e999'],
  postgresql: ["CAST('NaN' AS double precision)", "CAST('Infinity' AS double precision)"],
  mysql: ['NULL', 'NULL'],
  clickhouse: ["CAST('nan' AS Float64)", "CAST('inf' AS Float64)"],
  trino: ['nan()', 'infinity()'],
} as const;

/** A number of single precision; SQLite has none. */
const singles = {
  duckdb: 'FLOAT',
  sqlite: 'REAL',
  postgresql: 'real',
  mysql: 'FLOAT',
  clickhouse: 'Float32',
  trino: 'real',
} as const;

/** The widest integers; SQLite has 64 bits. */
const wide = {
  duckdb: 'HUGEINT',
  sqlite: 'BIGINT',
  postgresql: 'numeric(38,0)',
  mysql: 'DECIMAL(38,0)',
  clickhouse: 'Int256',
  trino: 'decimal(38,0)',
} as const;

/** Statements about the query object and its answer that no other test holds. */
export const queryObjectSuite: BirthsSuite = (kind, births) => {
  let it: TestPipeline;
  beforeAll(() => {
    it = testPipeline(births());
  });
  const data = async (query: QueryObject) => (await it.ask(query)).data;

  test('[7.1-01] an empty list of metrics groups, none at all brings the rows', async () => {
    expect(await data({ columns: ['gender'], metrics: [], orderby: [['gender', true]] })).toEqual([
      { gender: 'boy' },
      { gender: 'girl' },
    ]);
    expect(await data({ columns: ['gender'] })).toHaveLength(120);
  });

  test('[7.1-01] no queries: no answers', async () => {
    const request = requestFor({});
    expect(await it.pipeline.answers({ ...request, context: { ...request.context, queries: [] } })).toEqual([]);
  });

  test('[7.1-01] each query may ask for a result type of its own', async () => {
    const request = requestFor({});
    const answers = await it.pipeline.answers({
      ...request,
      context: {
        ...request.context,
        result_type: 'results',
        queries: [
          { columns: ['gender'], metrics: ['count'] },
          { result_type: 'columns' },
          { columns: ['state'], metrics: ['count'], result_type: 'query' },
        ],
      },
    });
    expect(answers.map((chunks) => Object.keys(JSON.parse(textOf(chunks)) as object)[0])).toEqual([
      'data',
      'data',
      'language',
    ]);
    expect(JSON.parse(textOf(answers[1] ?? []))).toMatchObject({
      data: expect.arrayContaining([{ column_name: 'gender', verbose_name: null, dtype: 1 }]),
    });
  });

  test('an x axis that the dataset lost is named beside the other columns that it lost', async () => {
    const axis = {
      expressionType: 'SQL',
      columnType: 'BASE_AXIS',
      sqlExpression: 'old day',
      label: 'old day',
    } as const;
    const lost = { columns: [{ ...axis, timeGrain: 'P1D' }, 'nope'], metrics: ['count'] };
    expect(await it.ask(lost, { type: 'query' })).toMatchObject({
      error: 'Columns missing in dataset: old day, nope',
    });
    const expression = { ...axis, sqlExpression: 'current_date', label: 'current_date' };
    expect(await it.ask({ columns: [expression], metrics: ['count'] }, { type: 'query' })).not.toHaveProperty('error');
  });

  test('[7.1-01] result type query tells what is wrong with a query in place of its text', async () => {
    expect(await it.ask({ columns: ['nope'], metrics: ['count'] }, { type: 'query' })).toEqual({
      language: 'sql',
      error: 'Columns missing in dataset: nope',
    });
    expect(await it.ask({ metrics: ['count'], extras: { where: '1 = 1) OR (1 = 1' } }, { type: 'query' })).toEqual({
      language: 'sql',
      error: expect.stringMatching(/^Invalid SQL clause: /),
    });
    await expect(
      it.ask({ metrics: ['count'], extras: { where: '1 = (SELECT answer FROM secret)' } }, { type: 'query' }),
    ).rejects.toMatchObject({ code: 'adhoc_subquery', status: 403 });
  });

  test('[3.5-02] a number of single precision is found by what is shown of it', async () => {
    const { engine, dataset } = births();
    const sql = `SELECT CAST(0.1 AS ${singles[birthsEngines[kind].driver]}) AS r`;
    const [described] = await engine.describe(sql, new AbortController().signal);
    const type = described?.type ?? null;
    const single = testPipeline(births(), {
      dataset: {
        source: { kind: 'sql', sql },
        columns: [
          {
            name: 'r',
            verboseName: null,
            type,
            kind: dialectOf(dataset.dialect).kindOf(type),
            isTemporal: false,
            expression: null,
            timeFormat: null,
          },
        ],
      },
    });
    const [row] = (await single.ask({ columns: ['r'], metrics: ['count'] })).data;
    const shown = row?.['r'] as number;
    expect(shown).toBe(0.1);
    const found = async (op: string, val: number | number[]) =>
      (await single.ask({ metrics: ['count'], filters: [{ col: 'r', op, val }] })).data[0]?.['count'];
    expect(
      await Promise.all([
        found('==', shown),
        found('==', 0.1),
        found('IN', [0.1, 2]),
        found('>=', 0.1),
        found('<=', 0.1),
        found('>', 0.1),
        found('!=', 0.1),
        found('<', 1e300),
        found('>', 1e-300),
      ]),
    ).toEqual([1, 1, 1, 1, 1, 0, 0, 1, 1]);
  });

  test('integers beyond 2^53, and beyond 64 bits where the database has them, are exact', async () => {
    const { driver } = birthsEngines[kind];
    const base = driver === 'sqlite' ? 2n ** 53n : 2n ** 64n;
    const values = [base, base + 1n, base + 2n];
    const sql = values.map((value) => `SELECT CAST('${value}' AS ${wide[driver]}) AS w`).join(' UNION ALL ');
    const [described] = await births().engine.describe(sql, new AbortController().signal);
    const column = {
      name: 'w',
      verboseName: null,
      type: described?.type ?? null,
      kind: 'numeric' as const,
      isTemporal: false,
      expression: null,
      timeFormat: null,
    };
    const big = testPipeline(births(), { dataset: { source: { kind: 'sql', sql }, columns: [column] } });
    const found = async (op: string, val: string | string[]) =>
      (await big.ask({ metrics: ['count'], filters: [{ col: 'w', op, val }] })).data[0]?.['count'];
    const middle = String(base + 1n);
    expect(
      await Promise.all([
        found('==', middle),
        found('!=', middle),
        found('<', middle),
        found('>=', middle),
        found('IN', [middle, '5']),
        found('NOT IN', [middle]),
        found('<', '9'.repeat(60)),
        found('==', '9'.repeat(120)),
      ]),
    ).toEqual([1, 2, 1, 2, 1, 2, 3, 0]);
    const request = requestFor({
      columns: ['w'],
      metrics: [{ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'w' }, label: 'sum' }],
      orderby: [['w', true]],
    });
    const [chunks = []] = await big.pipeline.answers({
      ...request,
      context: { ...request.context, result_type: 'results' },
    });
    expect(textOf(chunks)).toContain(`"data":[${values.map((value) => `{"w":${value},"sum":${value}}`).join(',')}]`);
  });

  test('[3.5-04] orders by saved, simple and SQL metrics that are not selected', async () => {
    const genders = async (by: NonNullable<QueryObject['orderby']>[number][0], ascending: boolean) =>
      (await data({ columns: ['gender'], metrics: ['count'], orderby: [[by, ascending]] })).map((row) => row['gender']);
    expect(await genders('total', false)).toEqual(['girl', 'boy']);
    expect(await genders({ ...sumOfNum, label: 'other' }, true)).toEqual(['boy', 'girl']);
    expect(await genders({ expressionType: 'SQL', sqlExpression: 'MIN(num)', label: 'least' }, false)).toEqual([
      'girl',
      'boy',
    ]);
  });

  test('[3.5-03] clauses: HAVING, comments behind a predicate, null by its word', async () => {
    expect(
      await data({
        columns: ['gender'],
        metrics: ['total'],
        extras: { having: 'SUM(num) > 93200', where: "state = 'CA' OR state = 'other' -- everywhere" },
      }),
    ).toEqual([{ gender: 'girl', total: 93_450 }]);
    expect(await data({ metrics: ['count'], filters: [{ col: 'name', op: '!=', val: '<NULL>' }] })).toEqual([
      { count: 96 },
    ]);
    await expect(it.ask({ metrics: ['count'], filters: [{ col: 'gender', op: 'NOT IN', val: [] }] })).rejects.toThrow(
      'Filter value list cannot be empty',
    );
  });

  test('[attack 32] a list where one value is wanted is refused, a list of one is that value', async () => {
    expect(await data({ metrics: ['count'], filters: [{ col: 'gender', op: '==', val: ['boy'] }] })).toEqual([
      { count: 60 },
    ]);
    for (const op of ['==', '!=', '>', 'LIKE', 'ILIKE', 'REGEX']) {
      await expect(
        it.ask({ metrics: ['count'], filters: [{ col: 'gender', op, val: ['boy', 'girl'] }] }),
      ).rejects.toMatchObject({
        code: 'incorrect_request',
        status: 400,
        message: `Request is incorrect: filters: the operator ${op} takes one value`,
      });
    }
  });

  test('[7.1-01] times are epoch milliseconds, through the axis and as columns of times', async () => {
    const raw = await it.ask({ columns: ['ds'], orderby: [['ds', true]], row_limit: 1 });
    expect(raw.data).toEqual([{ ds: Date.UTC(1965, 0, 1) }]);
    const series = await it.ask({
      columns: ['__timestamp'],
      metrics: ['count'],
      granularity: 'ds',
      extras: { time_grain_sqla: 'P1Y' },
      orderby: [['__timestamp', true]],
      row_limit: 1,
    });
    expect([series.data, series['coltypes']]).toEqual([[{ __timestamp: Date.UTC(1965, 0, 1), count: 4 }], [2, 0]]);
  });

  test('an empty result has the kinds of a full one', async () => {
    const of = (aggregate: 'SUM' | 'AVG' | 'MIN' | 'MAX' | 'COUNT' | 'COUNT_DISTINCT', column: string) =>
      ({
        expressionType: 'SIMPLE',
        aggregate,
        column: { column_name: column },
        label: `${aggregate} ${column}`,
      }) as const;
    const metrics = [
      of('SUM', 'num'),
      of('AVG', 'num'),
      of('MAX', 'num'),
      of('MAX', 'name'),
      of('MIN', 'ds'),
      of('COUNT', 'name'),
      of('COUNT_DISTINCT', 'name'),
      'total',
      'count',
      { expressionType: 'SQL', sqlExpression: 'SUM(num) * 1.5', label: 'one and a half' } as const,
    ];
    const kinds = async (query: QueryObject) => (await it.ask(query, { type: 'full' }))['coltypes'];
    for (const columns of [[], ['gender', yearly]]) {
      const full = await kinds({ columns, metrics });
      expect(full).toEqual([...(columns.length > 0 ? [1, 2] : []), 0, 0, 0, 1, 2, 0, 0, 0, 0, 0]);
      expect(await kinds({ columns, metrics, filters: [{ col: 'gender', op: '==', val: 'nobody' }] })).toEqual(full);
    }
  });

  test('the label map names the time axis of older queries by itself', async () => {
    const answer = await it.ask(
      {
        metrics: ['count'],
        columns: ['gender'],
        granularity: 'ds',
        is_timeseries: true,
        extras: { time_grain_sqla: 'P1Y' },
      },
      { type: 'full' },
    );
    expect(answer['label_map']).toMatchObject({ __timestamp: ['__timestamp'], gender: ['gender'], count: ['count'] });
  });

  test('[7.1-01] what JSON has no number for is null', async () => {
    const [value, infinite] = beyondNumbers[birthsEngines[kind].driver];
    const metric = (label: string, sqlExpression: string) =>
      ({ expressionType: 'SQL', sqlExpression: `MAX(${sqlExpression})`, label }) as const;
    expect(await data({ metrics: [metric('nan', value), metric('inf', infinite), 'count'] })).toEqual([
      { nan: null, inf: null, count: 120 },
    ]);
  });

  test('guests get no SQL', async () => {
    const guest = guestLike(analyst);
    expect(await it.ask({ metrics: ['count'] }, { principal: guest })).not.toHaveProperty('query');
    await expect(it.ask({ metrics: ['count'] }, { principal: guest, type: 'query' })).rejects.toMatchObject({
      status: 403,
    });
  });
};
