import { join } from 'node:path';
import * as fc from 'fast-check';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atLeast, runs } from '@tessera/core/fixtures/runs';
import { writeDuckdb } from './testing/engines/duckdb-file.ts';
import { buildRole, buildUser } from './testing/builders.ts';
import { builtServer } from './testing/processes/built-server.ts';
import { writeSqlite } from './testing/engines/sqlite-file.ts';
import { testApp, type TestApp } from './testing/test-app.ts';
import { context, GRAINS } from './testing/hostile/odd-queries.ts';

// Query objects that nobody would send, and some that users do, against the real server on real files: the answer is
// rows or one of the errors that there is a name for, and a user under a rule never sees a row that it hides.
const HIDDEN = 'hidden treasure';
let it: TestApp;
let bound: number;
const datasets: Record<string, number> = {};
/** Datasets of the rows that the rules leave, under no rule: the oracle. */
const copies: Record<string, number> = {};

beforeAll(async () => {
  it = await testApp({ scriptFolder: builtServer });
  const folder = join(it.config.home, 'data');
  const rows = (hours: string, n: string) =>
    `SELECT CASE WHEN i % 3 = 0 THEN 'EU' ELSE '${HIDDEN}' END AS region, i AS amount, i * 0.5 AS price, ` +
    `${hours} AS sold, CASE WHEN i % 5 = 0 THEN NULL ELSE 'é😀' END AS note FROM ${n}`;
  const copy = "CREATE TABLE visible AS SELECT * FROM sales WHERE region = 'EU'";
  await writeDuckdb(
    join(folder, 'fuzz.duckdb'),
    `CREATE TABLE sales AS ${rows("TIMESTAMP '2024-01-01' + to_hours(i)", 'range(60) AS r(i)')}`,
    copy,
  );
  writeSqlite(
    join(folder, 'fuzz.sqlite'),
    'CREATE TABLE sales AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 59) ' +
      `${rows("datetime('2024-01-01', '+' || i || ' hours')", 'n')}`,
    copy,
  );
  const role = await buildRole(it.metadata.db, {
    name: 'Bound',
    pairs: ['can_read Chart', 'can_samples Tessera', 'can_csv Tessera', 'can_view_query Tessera'],
  });
  bound = await buildUser(it.metadata.db, { username: 'bound', roles: ['Bound'] });
  for (const [engine, path, schema] of [
    ['duckdb', 'fuzz.duckdb', 'main'],
    ['sqlite', 'fuzz.sqlite', 'main'],
  ] as const) {
    const database = await made('/api/v1/database/', { database_name: engine, engine, parameters: { path } });
    const dataset = await made('/api/v1/dataset/', { database, schema, table_name: 'sales' });
    const visible = await made('/api/v1/dataset/', { database, schema, table_name: 'visible' });
    await it.metadata.db
      .insertInto('role_permissions')
      .values(
        [dataset, visible].map((id) => ({ role_id: role, permission: 'datasource_access', view: `dataset:${id}` })),
      )
      .execute();
    await made('/api/v1/rowlevelsecurity/', {
      name: engine,
      filter_type: 'Regular',
      tables: [dataset],
      roles: [role],
      clause: "region = 'EU'",
    });
    datasets[engine] = dataset;
    copies[engine] = visible;
  }
});
afterAll(() => it.close());

async function made(url: string, payload: object): Promise<number> {
  const answer = await it.request({ method: 'POST', url, as: it.adminId, payload });
  if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  return answer.json<{ id: number }>().id;
}

/** Queries as charts ask them, with texts that try to get out of the rule. */
const names = fc.constantFrom('region', 'amount', 'price', 'sold', 'note');
const sound = fc.constantFrom(
  'region',
  'amount + 1',
  "region || ''",
  'CASE WHEN amount > 5 THEN region END',
  'amount / 0',
  "'{{ current_username() }}'",
  'CAST(amount AS VARCHAR)',
);
const total = fc.constantFrom(
  'COUNT(*)',
  'SUM(amount)',
  'MAX(region)',
  'MIN(region)',
  'COUNT(DISTINCT region)',
  'MAX(CASE WHEN 1 = 1 THEN region END)',
  'SUM(CAST(region AS INTEGER))',
  '(SELECT MAX(region) FROM sales)',
);
const likelyMetric = fc.oneof(
  fc.constant<unknown>('count'),
  fc.record({
    expressionType: fc.constant('SIMPLE'),
    column: fc.record({ column_name: names }),
    aggregate: fc.constantFrom('MAX', 'MIN', 'COUNT_DISTINCT'),
    label: fc.constantFrom('m1', 'm2'),
  }),
  fc.record({ expressionType: fc.constant('SQL'), sqlExpression: total, label: fc.constantFrom('m3', 'm4') }),
);
const likelyFilter = fc.oneof(
  fc.record({ col: names, op: fc.constantFrom('IS NULL', 'IS NOT NULL', 'LATEST PARTITION') }),
  fc.record({
    col: fc.constantFrom('region', 'note'),
    op: fc.constantFrom('==', '!=', 'LIKE', 'ILIKE', 'NOT LIKE'),
    val: fc.constantFrom('EU', '%', '<NULL>', "' OR 1=1 --", '\u{10FFFF}'),
  }),
  fc.record({
    col: fc.constantFrom('region', 'amount'),
    op: fc.constantFrom('IN', 'NOT IN'),
    val: fc.array(fc.constantFrom<unknown>('EU', 'US', 1, null, '1'), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    col: fc.constant('sold'),
    op: fc.constant('TEMPORAL_RANGE'),
    val: fc.constantFrom('2024-01-01 : 2024-01-03', 'No filter', '2024-01-02 : '),
  }),
);
const likely = fc.record({
  columns: fc.uniqueArray(
    fc.oneof<fc.Arbitrary<unknown>[]>(
      names,
      fc.record({ expressionType: fc.constant('SQL'), sqlExpression: sound, label: fc.constantFrom('e1', 'e2') }),
      fc.record({
        expressionType: fc.constant('SQL'),
        sqlExpression: fc.constant('sold'),
        label: fc.constant('axis'),
        columnType: fc.constant('BASE_AXIS'),
        timeGrain: fc.constantFrom(...GRAINS),
      }),
    ),
    { maxLength: 3, selector: (one) => JSON.stringify(one).slice(-9) },
  ),
  metrics: fc.oneof(
    fc.constant(null),
    fc.uniqueArray(likelyMetric, { minLength: 1, maxLength: 2, selector: (one) => JSON.stringify(one).slice(-9) }),
  ),
  filters: fc.array(likelyFilter, { maxLength: 2 }),
  row_limit: fc.constantFrom(1, 5, 1000),
  row_offset: fc.constantFrom(0, 0, 3),
  is_rowcount: fc.constantFrom(false, false, false, true),
  extras: fc.constantFrom<unknown>(
    {},
    {},
    { where: "region <> 'EU' OR 1 = 1" },
    { where: 'CAST(region AS INTEGER) = 1' },
    { having: 'COUNT(*) > 0' },
    { where: 'region IN (SELECT region FROM sales)' },
  ),
  result_type: fc.constantFrom(
    'full',
    'full',
    'results',
    'samples',
    'drill_detail',
    'post_processed',
    'explain',
    'query',
  ),
});
const likelyContext = fc.record({
  queries: fc.array(likely, { minLength: 1, maxLength: 3 }),
  result_format: fc.constantFrom('json', 'json', 'json', 'csv'),
  force: fc.boolean(),
});

/** The ways by which rows leave the server. */
type Likely = { readonly queries: readonly Readonly<Record<string, unknown>>[]; readonly force: boolean };
const call = (url: string, payload: object) => it.request({ method: 'POST', url, as: bound, payload });
const chartData = (id: number | undefined, { queries, force }: Likely, more: object = {}) =>
  call('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries, force, ...more });
type Answer = Awaited<ReturnType<typeof call>>;
type Shown = { readonly isAnswer: boolean; readonly rows: unknown };
/** What of an answer is of the rows: not texts of SQL, keys and times. */
const rowsIn = (result: readonly Readonly<Record<string, unknown>>[]) =>
  result.map(
    ({
      data,
      colnames,
      coltypes,
      rowcount,
      sql_rowcount,
      label_map,
      applied_filters,
      rejected_filters,
      from_dttm,
      to_dttm,
    }) => ({
      data,
      colnames,
      coltypes,
      rowcount,
      sql_rowcount,
      label_map,
      applied_filters,
      rejected_filters,
      from_dttm,
      to_dttm,
    }),
  );
const shown = async (asked: Promise<Answer>, rowsOf: (answer: Answer) => unknown): Promise<Shown> => {
  const answer = await asked;
  return answer.statusCode === 200 ? { isAnswer: true, rows: await rowsOf(answer) } : { isAnswer: false, rows: null };
};
const json = (answer: Answer) => rowsIn(answer.json().result);
const first = (body: Likely): Likely => ({ ...body, queries: body.queries.slice(0, 1) });
const ways: Readonly<Record<string, (id: number | undefined, body: Likely) => Promise<Shown>>> = {
  json: (id, body) => shown(chartData(id, body), json),
  csv: (id, body) => shown(chartData(id, first(body), { result_format: 'csv' }), (answer) => answer.body),
  xlsx: (id, body) =>
    shown(chartData(id, first(body), { result_format: 'xlsx' }), async (answer) =>
      (await readXlsx(answer.rawPayload)).sheets.map((sheet) => sheet.rows),
    ),
  batch: async (id, body) => {
    const answer = await call('/api/v1/chart/data/batch', {
      requests: body.queries.map((one, at) => ({
        id: at,
        datasource: { id, type: 'table' },
        queries: [one],
        force: body.force,
      })),
    });
    const lines = answer.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .toSorted((left, right) => left.id - right.id);
    return {
      isAnswer: true,
      rows: lines.map((line) => [line.status === 200, line.status === 200 ? rowsIn(line.result) : null]),
    };
  },
  samples: (id, { queries: [query] }) => {
    const asked = call(`/datasource/samples?datasource_type=table&datasource_id=${id}&per_page=30`, {
      filters: query?.['filters'],
      extras: query?.['extras'],
    });
    return shown(asked, (answer) => [answer.json().result.data, answer.json().result.total_count]);
  },
  offsets: (id, body) =>
    shown(
      chartData(id, {
        ...body,
        queries: first(body).queries.map((one) => ({
          ...one,
          filters: [
            ...(one['filters'] as readonly unknown[]).filter(
              (filter) => (filter as { readonly col: unknown }).col !== 'sold',
            ),
            { col: 'sold', op: 'TEMPORAL_RANGE', val: '2024-01-02 : 2024-01-03' },
          ],
          time_offsets: ['1 day ago'],
        })),
      }),
      json,
    ),
};

describe.each(['duckdb', 'sqlite'])('%s', (engine) => {
  async function ask(body: {
    readonly queries: unknown;
    readonly result_format?: unknown;
  }): Promise<{ readonly status: number }> {
    const text = JSON.stringify({ ...body, datasource: { id: datasets[engine], type: 'table' } });
    const answer = await it
      .request({
        method: 'POST',
        url: '/api/v1/chart/data',
        as: bound,
        headers: { 'content-type': 'application/json' },
        payload: text,
      })
      .catch((error: unknown) => {
        // An archive that has begun breaks off when the database refuses a later query: half of it is not a file.
        if (
          Array.isArray(body.queries) &&
          body.queries.length > 1 &&
          (body.result_format === 'csv' || body.result_format === 'xlsx')
        )
          return null;
        throw error;
      });
    if (answer === null) return { status: 0 };
    const isNamed =
      answer.statusCode === 200 ||
      (answer.statusCode >= 400 && answer.statusCode < 500 && answer.headers['x-error-code'] !== 'internal');
    expect(isNamed ? '' : `${answer.statusCode} ${answer.body}`).toBe('');
    // What the user wrote may come back; what stands in hidden rows may not.
    if (!text.includes(HIDDEN)) expect(answer.body).not.toContain(HIDDEN);
    return { status: answer.statusCode };
  }

  test('any query object is answered with rows or with a named error', async () => {
    const answers = { given: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        context,
        async (body) => void (answers[(await ask(body)).status === 200 ? 'given' : 'refused'] += 1),
      ),
      { seed: 20261121, numRuns: runs(500) },
    );
    expect(answers.refused).toBeGreaterThanOrEqual(atLeast(100));
  });

  test('queries as charts ask them never bring a row, a value or an error of what a rule hides', async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(likelyContext, async (body) => void (answered += (await ask(body)).status === 200 ? 1 : 0)),
      { seed: 20261121, numRuns: runs(400) },
    );
    expect(answered).toBeGreaterThanOrEqual(atLeast(100));
  });

  test.each(Object.entries(ways))(
    'and they bring what they bring from a copy of the rows that the rule leaves: %s',
    async (_way, ask) => {
      const seen = { answered: 0, withRows: 0 };
      // Two result types tell of the SQL, in which the rule stands; and whether a cast fails is for the database's plan
      // to say.
      const one = likely
        .filter((query) => !JSON.stringify(query).includes('AS INTEGER'))
        .map((query) => ({
          ...query,
          result_type: ['explain', 'query'].includes(query.result_type) ? 'full' : query.result_type,
        }));
      const bodies = fc.record({ queries: fc.array(one, { minLength: 1, maxLength: 3 }), force: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(bodies, async (body) => {
          const [limited, copy] = [await ask(datasets[engine], body), await ask(copies[engine], body)];
          expect(limited).toEqual(copy);
          if (copy.isAnswer) seen.answered += 1;
          if (/EU/.test(JSON.stringify(copy.rows))) seen.withRows += 1;
        }),
        { seed: 20261121, numRuns: runs(120) },
      );
      expect(Math.min(seen.answered, seen.withRows)).toBeGreaterThan(0);
    },
    120_000,
  );

  test.each([
    '(FROM sales SELECT max(region))',
    '(TABLE sales)',
    '(SELECT max(region) FROM sales)',
    '(WITH t AS (SELECT * FROM sales) SELECT max(region) FROM t)',
    '(VALUES (1))',
    'EXISTS (FROM sales)',
    'ARRAY(SELECT region FROM sales)',
    'ARRAY(FROM sales)',
    "query('FROM sales')",
    "query_table('sales')",
    'max(region) FILTER (WHERE 1 = 1)',
    '(max(region) OVER ())',
    'first_value(region) OVER (ORDER BY amount)',
    'list(region)',
    'histogram(region)',
    'string_agg(region)',
    'group_concat(region)',
    'json_group_array(region)',
    'arg_max(region, amount)',
    'COLUMNS(*)',
    'struct_pack(sales)',
    'sales',
    'CAST(sales AS VARCHAR)',
    'to_json(sales)',
    'COUNT(*)) FROM sales --',
    'max(region) FROM sales UNION SELECT max(region)',
    "CASE WHEN region > '' THEN region END",
    'error(region)',
    'CAST(max(region) AS INTEGER)',
    'CAST(region AS INTEGER)',
    "strptime(region, '%Y')",
    "json_extract(region, '$')",
    'region::INTEGER',
    'abs(-9223372036854775808 + amount * 0)',
    "(region || '')::DATE",
    'main.sales.region',
    'rowid',
    'region/**/',
    '$$x$$ || region',
    "E'\\x'",
    'getenv(region)',
    'current_setting(region)',
    'unnest([region])',
    'random()',
    "read_csv('/etc/passwd')",
    'load_extension(region)',
  ])('no place in a query lets %s out of the rule', async (sqlExpression) => {
    const adhoc = { expressionType: 'SQL', sqlExpression, label: 'x' };
    const places: readonly object[] = [
      { metrics: [adhoc] },
      { columns: [adhoc] },
      { columns: [adhoc], metrics: ['count'] },
      { columns: ['amount'], extras: { where: `${sqlExpression} IS NOT NULL` } },
      { columns: ['amount'], extras: { where: `1 = 1 OR ${sqlExpression} IS NULL` } },
      { columns: ['amount'], metrics: ['count'], extras: { having: `${sqlExpression} IS NOT NULL` } },
      { columns: ['amount', 'region'], orderby: [[adhoc, true]], metrics: ['count'] },
      { columns: ['amount', 'region'], filters: [{ col: adhoc, op: '!=', val: 'x' }] },
      {
        columns: ['region', 'amount'],
        metrics: ['count'],
        series_columns: ['region'],
        series_limit: 2,
        series_limit_metric: adhoc,
        group_others_when_limit_reached: true,
      },
      { columns: [{ ...adhoc, columnType: 'BASE_AXIS', timeGrain: 'P1D' }], metrics: ['count'] },
      {
        columns: ['region'],
        metrics: [adhoc],
        filters: [{ col: 'sold', op: 'TEMPORAL_RANGE', val: '2024-01-02 : 2024-01-03' }],
        time_offsets: ['1 day ago'],
      },
    ];
    for (const query of places) {
      for (const more of [
        { queries: [query] },
        { queries: [query, { columns: ['region'], metrics: ['count'] }] },
        { queries: [query], result_format: 'csv' },
      ])
        expect([200, 400, 403, 422, 0]).toContain((await ask(more)).status);
    }
  });
});
