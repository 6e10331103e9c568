import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

// One rule whose clause nobody could guess, two users whom it binds, and every way by which text leaves the server.
const CLAUSE = "region = 'EU' AND 'sesame' <> owner";
let it: SalesApp;
/** Sees SQL, not rules. */
let ana: number;
/** Sees both. */
let ruth: number;
let dataset: number;
let through: number;
let broken: number;
let quoting: number;
let chart: number;
let rule: number;

beforeAll(async () => {
  it = await salesApp([
    `CREATE TABLE sales AS SELECT CASE WHEN i % 3 = 0 THEN 'EU' ELSE 'treasure' END AS region, 'bo' AS owner, ` +
      `i AS amount, TIMESTAMP '2024-01-01' + to_hours(i) AS sold FROM range(120) AS r(i)`,
  ]);
  const { database } = it;
  ({ dataset } = it);
  through = await it.make('dataset/', {
    database,
    schema: 'main',
    table_name: 'through',
    sql: 'SELECT region, owner, amount, sold FROM sales',
  });
  await it.metadata.db
    .updateTable('datasets')
    .set({ sql: `SELECT * FROM {{ dataset(${dataset}) }}` })
    .where('id', '=', through)
    .execute();
  broken = await it.make('dataset/', {
    database,
    schema: 'main',
    table_name: 'broken',
    sql: 'SELECT region FROM sales',
  });
  await it.metadata.db
    .updateTable('datasets')
    .set({ sql: `SELECT region FROM {{ dataset(${dataset}) }} WHERE nowhere = 1` })
    .where('id', '=', broken)
    .execute();
  quoting = await it.make('dataset/', { database, schema: 'main', table_name: 'quoting', sql: 'SELECT * FROM sales' });
  await it.metadata.db
    .updateTable('dataset_metrics')
    .set({ expression: "unknown({{ current_user_rls_rules() | join('') }})" })
    .where('dataset_id', '=', quoting)
    .execute();
  const pairs = [
    'can_read Chart',
    'can_read Dataset',
    'can_read Log',
    'can_samples Tessera',
    'can_csv Tessera',
    'can_view_query Tessera',
    `datasource_access dataset:${dataset}`,
    `datasource_access dataset:${through}`,
    `datasource_access dataset:${broken}`,
    `datasource_access dataset:${quoting}`,
  ];
  const bound = await buildRole(it.metadata.db, { name: 'Bound', pairs });
  await buildRole(it.metadata.db, { name: 'Reads rules', pairs: ['can_read RowLevelSecurity'] });
  ana = await buildUser(it.metadata.db, { username: 'ana', roles: ['Bound'] });
  ruth = await buildUser(it.metadata.db, { username: 'ruth', roles: ['Bound', 'Reads rules'] });
  const query = { columns: ['region'], metrics: ['count'] };
  chart = await it.make('chart/', {
    slice_name: 'By region',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: '{}',
    query_context: JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [query] }),
  });
  rule = await it.make('rowlevelsecurity/', {
    name: 'Europe only',
    filter_type: 'Regular',
    tables: [dataset, quoting],
    roles: [bound],
    clause: CLAUSE,
  });
});
afterAll(() => it.close());

const data = (as: number, query: object, more: object = {}, id = dataset, path = '/api/v1/chart/data') =>
  it.request({
    method: 'POST',
    url: path,
    as,
    payload: { datasource: { id, type: 'table' }, queries: [query], ...more },
  });
const plain = { columns: ['region'], metrics: ['count'], orderby: [['region', true]] };
const metric = (sqlExpression: string) => ({ metrics: [{ expressionType: 'SQL', sqlExpression, label: 'm' }] });
/** The second one fails in the database with its line and its values, if it may say them. */
const failing = { columns: ['amount'], extras: { where: 'CAST(region AS INTEGER) = 1' } };

type Way = readonly [
  name: string,
  ask: (as: number) => Promise<{ readonly statusCode: number; readonly body: string }>,
  status?: 400,
];
const ways: readonly Way[] = [
  ['a full answer', (as) => data(as, plain)],
  ['a full answer, given again', (as) => data(as, plain)],
  ['its statement alone', (as) => data(as, plain, { result_type: 'query' })],
  [
    'statements of other times',
    (as) =>
      data(as, {
        ...plain,
        columns: [
          { expressionType: 'SQL', sqlExpression: 'sold', label: 'sold', columnType: 'BASE_AXIS', timeGrain: 'P1D' },
        ],
        orderby: [],
        filters: [{ col: 'sold', op: 'TEMPORAL_RANGE', val: '2024-01-02 : 2024-01-03' }],
        time_offsets: ['1 day ago'],
      }),
  ],
  [
    'a series limit',
    (as) => data(as, { columns: ['region', 'owner'], metrics: ['count'], series_columns: ['owner'], series_limit: 1 }),
  ],
  ['a row count', (as) => data(as, { columns: ['region'], is_rowcount: true })],
  ['why this number', (as) => data(as, plain, { result_type: 'explain' })],
  ['the saved chart', (as) => it.request({ url: `/api/v1/chart/${chart}/data/?type=query`, as })],
  [
    'the older form',
    (as) =>
      it.request({
        method: 'POST',
        url: '/tessera/explore_json/',
        as,
        payload: {
          form_data: { viz_type: 'para', datasource: `${dataset}__table`, series: 'region', metrics: ['count'] },
        },
      }),
  ],
  [
    'samples',
    (as) =>
      it.request({
        method: 'POST',
        url: `/datasource/samples?datasource_type=table&datasource_id=${dataset}`,
        as,
        payload: {},
      }),
  ],
  [
    'rows to drill into',
    (as) => data(as, { filters: [{ col: 'amount', op: '>', val: 5 }] }, { result_type: 'drill_detail' }),
  ],
  [
    'a batch',
    (as) =>
      it.request({
        method: 'POST',
        url: '/api/v1/chart/data/batch',
        as,
        payload: {
          requests: [
            { id: 1, datasource: { id: dataset }, queries: [plain] },
            { id: 2, datasource: { id: dataset }, queries: [failing] },
          ],
        },
      }),
  ],
  [
    'a warm-up',
    (as) => it.request({ method: 'PUT', url: '/api/v1/chart/warm_up_cache', as, payload: { chart_id: chart } }),
  ],
  ['a dataset that brings the rule by macro', (as) => data(as, plain, {}, through)],
  ['its statement', (as) => data(as, plain, { result_type: 'query' }, through)],
  ['why its number', (as) => data(as, plain, { result_type: 'explain' }, through)],
  ['a macro that tells rules, as data', (as) => data(as, metric("'{{ current_user_rls_rules() }}'"))],
  [
    'a macro that brings the dataset, as data',
    (as) => data(as, metric(`'{{ dataset(${dataset}) | replace("'", "") }}'`)),
    400,
  ],
  ['an error of the database', (as) => data(as, failing), 400],
  ['an error of the database behind the macro', (as) => data(as, failing, {}, through), 400],
  ['an error in a file', (as) => data(as, failing, { result_format: 'csv' }), 400],
  [
    'an error in a workbook',
    (as) => data(as, { ...failing, columns: ['amount', 'region'] }, { result_format: 'xlsx' }),
    400,
  ],
  [
    'an error where other times are asked',
    (as) =>
      data(as, {
        ...failing,
        metrics: ['count'],
        filters: [{ col: 'sold', op: 'TEMPORAL_RANGE', val: '2024-01-02 : 2024-01-03' }],
        time_offsets: ['1 day ago'],
      }),
    400,
  ],
  ['a refused metric that brings the rule by macro', (as) => data(as, { metrics: ['count'] }, {}, quoting), 400],
  ['the same in a file', (as) => data(as, { metrics: ['count'] }, { result_format: 'csv' }, quoting), 400],
  [
    'the same in two files',
    (as) =>
      data(as, plain, { result_format: 'csv', queries: [{ metrics: ['count'] }, { metrics: ['count'] }] }, quoting),
    400,
  ],
  ['the text of a query with it', (as) => data(as, { metrics: ['count'] }, { result_type: 'query' }, quoting)],
  [
    'the text of other times with it',
    (as) =>
      data(
        as,
        {
          metrics: ['count'],
          filters: [{ col: 'sold', op: 'TEMPORAL_RANGE', val: '2024-01-02 : 2024-01-03' }],
          time_offsets: ['1 day ago'],
        },
        { result_type: 'query' },
        quoting,
      ),
  ],
  ['why its number is none', (as) => data(as, { metrics: ['count'] }, { result_type: 'explain' }, quoting), 400],
  [
    'a batch with it',
    (as) =>
      it.request({
        method: 'POST',
        url: '/api/v1/chart/data/batch',
        as,
        payload: { requests: [{ id: 1, datasource: { id: quoting }, queries: [{ metrics: ['count'] }] }] },
      }),
  ],
  [
    'an expression that is checked',
    (as) =>
      it.request({
        method: 'POST',
        url: `/api/v1/datasource/table/${dataset}/validate_expression/`,
        as,
        payload: { expression: 'nowhere.at.all', expression_type: 'metric' },
      }),
  ],
  ['a missing column in SQL', (as) => data(as, metric('SUM(nowhere)')), 400],
  [
    'the columns of a source that brings the rule by macro',
    (as) => it.request({ url: `/datasource/external_metadata/table/${through}`, as }),
  ],
  [
    'a source that its database refuses',
    (as) => it.request({ url: `/datasource/external_metadata/table/${broken}`, as }),
    400,
  ],
  [
    'the values of a menu',
    (as) => it.request({ url: `/api/v1/datasource/table/${dataset}/column/region/values/`, as }),
  ],
];

test.each(ways.map(([name, ask, status = 200]) => ({ name, ask, status })))(
  '$name tells the clause to nobody who may not read rules, and no hidden value',
  async ({ ask, status }) => {
    const { statusCode, body } = await ask(ana);
    expect([statusCode, body]).toEqual([status, expect.not.stringContaining('sesame')]);
    expect(body).not.toContain('treasure');
  },
);

test('whoever may read rules reads them in the statements; others find a comment in their place', async () => {
  const sqlFor = async (as: number, id = dataset): Promise<string> =>
    (await data(as, { ...plain, row_limit: 77 }, {}, id)).json<{ result: [{ query: string }] }>().result[0].query;
  // Answers are cached between the two: neither may get the other's text.
  for (const round of [1, 2]) {
    expect([round, await sqlFor(ruth), await sqlFor(ana)]).toEqual([
      round,
      expect.stringContaining('sesame'),
      expect.stringContaining('WHERE /* row-level rules */ 1 = 1'),
    ]);
    expect([round, await sqlFor(ana, through), await sqlFor(ruth, through)]).toEqual([
      round,
      expect.stringMatching(/^\/\* This statement is not shown/),
      expect.stringContaining('sesame'),
    ]);
  }
  expect((await data(ruth, failing)).body).toContain('sesame');
  const explained = (await data(ana, plain, { result_type: 'explain' })).json<{
    result: [{ row_level_security: boolean; filters: unknown[] }];
  }>().result[0];
  expect([explained.row_level_security, explained.filters]).toEqual([
    true,
    [{ origin: 'security', column: null, operator: null, value: null, sql: null }],
  ]);
});

test('jobs tell no clause, neither in their result nor in why they failed', async () => {
  type Told = { readonly job_id: string; readonly status: string; readonly result_url: string | null };
  const ended = async (path: string, payload: object): Promise<Told> => {
    const begun = await it.request({
      method: 'POST',
      url: path,
      as: ana,
      payload,
      headers: { prefer: 'respond-async' },
    });
    expect([begun.statusCode, begun.body]).toEqual([202, expect.not.stringContaining('sesame')]);
    let events: readonly Told[] = [];
    const end = () => events.find(({ job_id, status }) => job_id === begun.json<Told>().job_id && status !== 'running');
    await expect
      .poll(async () => {
        const answer = await it.request({ url: '/api/v1/async_event/', as: ana });
        expect(answer.body).not.toMatch(/sesame|treasure/);
        events = answer.json<{ result: Told[] }>().result;
        return end();
      })
      .toBeDefined();
    return end() ?? { job_id: '', status: '', result_url: null };
  };
  const context = (query: object) => ({ datasource: { id: dataset, type: 'table' }, queries: [query], force: true });
  const done = await ended('/api/v1/chart/data', context(plain));
  const older = await ended('/tessera/explore_json/?force=true', {
    form_data: { viz_type: 'para', datasource: `${dataset}__table`, series: 'region', metrics: ['count'] },
  });
  for (const { result_url: url } of [done, older]) {
    const result = await it.request({ url: url ?? '', as: ana });
    expect([result.statusCode, result.body]).toEqual([200, expect.stringContaining('/* row-level rules */')]);
    expect(result.body).not.toMatch(/sesame|treasure/);
  }
  expect(await ended('/api/v1/chart/data', context(failing))).toMatchObject({ status: 'error', result_url: null });
});

test('the log of queries keeps no clause, also for those who search it', async () => {
  await data(ana, plain);
  await data(ruth, plain);
  // Errors that she may read in full contain the clause, or the values that it hides.
  const told = await Promise.all([
    data(ruth, failing),
    data(ruth, failing, { result_format: 'csv' }),
    data(ruth, { metrics: ['count'] }, {}, quoting),
    data(ruth, { metrics: ['count'] }, { result_format: 'csv' }, quoting),
  ]);
  expect(told.map(({ statusCode, body }) => [statusCode, /sesame|treasure/.test(body)])).toEqual(
    told.map(() => [400, true]),
  );
  const failures = `/api/v1/querylog/?q=${encodeURIComponent(
    `(page_size:200,filters:!((col:user,opr:rel_o_m,value:${ruth}),(col:status,opr:eq,value:failed)))`,
  )}`;
  await expect
    .poll(async () => (await it.request({ url: failures, as: ana })).json<{ count: number }>().count)
    .toBeGreaterThanOrEqual(told.length);
  const log = await it.request({ url: '/api/v1/querylog/?q=(page_size:200)', as: ana });
  expect([log.statusCode, log.body.includes('row-level rules')]).toEqual([200, true]);
  expect(log.body).not.toMatch(/sesame|treasure/);
  expect(
    (await it.request({ url: '/api/v1/querylog/?q=(filters:!((col:sql,opr:ct,value:sesame)))', as: ana })).json(),
  ).toMatchObject({ count: 0 });
  expect(
    (await it.request({ url: '/api/v1/querylog/?q=(filters:!((col:error,opr:ct,value:sesame)))', as: ana })).json(),
  ).toMatchObject({ count: 0 });
});

test('a rule that cannot be read, or that its database refuses, says so without its words', async () => {
  const clauseIs = async (clause: string) => {
    await it.metadata.db.updateTable('rls_rules').set({ clause }).execute();
    // A change through the interface is what makes the server read rules anew at once.
    expect(
      (
        await it.request({
          method: 'PUT',
          url: `/api/v1/rowlevelsecurity/${rule}`,
          as: it.adminId,
          payload: { description: clause.slice(0, 3) },
        })
      ).statusCode,
    ).toBe(200);
  };
  for (const clause of ["region = '{{ sesame_open( }}'", "region = '{{ sesame }}'", 'sesame = 1']) {
    await clauseIs(clause);
    for (const more of [{}, { result_format: 'csv' }]) {
      const answer = await data(ana, plain, { force: true, ...more });
      expect([answer.statusCode, answer.body]).toEqual([400, expect.not.stringContaining('sesame')]);
    }
  }
  await clauseIs(CLAUSE);
});

test('[F60] a rule that is made, changed or deleted is a line of the security log', async () => {
  const url = '/api/v1/rowlevelsecurity/';
  const before = it.log.length;
  const roleId = await buildRole(it.metadata.db, { name: 'Auditors', pairs: [] });
  const payload = { name: 'Own region', filter_type: 'Regular', clause: CLAUSE, tables: [dataset], roles: [roleId] };
  const made = await it.request({ method: 'POST', url, as: it.adminId, payload });
  expect([made.statusCode, made.body]).toEqual([201, expect.any(String)]);
  const { id } = made.json<{ id: number }>();
  await it.request({ method: 'PUT', url: `${url}${id}`, as: it.adminId, payload: { description: 'sesame' } });
  await it.request({ method: 'DELETE', url: `${url}?q=!(${id})`, as: it.adminId });
  const lines = it.log
    .slice(before)
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ log }) => log === 'security');
  expect(lines).toEqual([
    expect.objectContaining({ event: 'rule_changed', userId: it.adminId, method: 'POST', name: 'Own region' }),
    expect.objectContaining({ event: 'rule_changed', path: `${url}${id}`, fields: ['description'] }),
    expect.objectContaining({ event: 'rule_changed', method: 'DELETE' }),
  ]);
  expect(JSON.stringify(lines)).not.toContain('sesame');
});
