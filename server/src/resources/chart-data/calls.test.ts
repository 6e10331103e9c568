import { readXlsx } from 'hucre';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;
let ana: number;
let dataset: number;
let chart: number;

beforeAll(async () => {
  it = await salesApp(
    [
      `CREATE TABLE sales AS SELECT CASE WHEN i % 3 = 0 THEN 'EU' ELSE '=US' END AS region, i AS amount, ` +
        `TIMESTAMP '2024-01-01' + to_hours(i) AS sold FROM range(120) AS r(i)`,
    ],
    { quotas: { Small: { rowsPerDay: 1 } }, cacheMb: 1 },
  );
  ({ dataset } = it);
  const role = await buildRole(it.metadata.db, {
    pairs: ['can_read Chart', 'can_read Dataset', 'can_csv Tessera', `datasource_access dataset:${dataset}`],
  });
  ana = await buildUser(it.metadata.db, { username: 'ana', roles: [role] });
  chart = await it.make('chart/', {
    slice_name: 'By region',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: '{}',
    query_context: JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [query] }),
  });
  await it.make('chart/', {
    slice_name: 'Never run',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: '{}',
  });
});
afterAll(() => it.close());

const query = { columns: ['region'], metrics: ['count'], orderby: [['region', true]] };
const call = (method: 'POST' | 'PUT', url: string, payload: object, as = ana) =>
  it.request({ method, url: `/api/v1/${url}`, as, payload });

test('[7.1-01] a batch answers line by line, each request for itself', async () => {
  const context = { datasource: { id: dataset, type: 'table' }, queries: [query] };
  const answer = await call('POST', 'chart/data/batch', {
    requests: [
      { id: 'a', ...context },
      { id: 2, ...context, result_type: 'results' },
      { id: 'bad', ...context, queries: [{ columns: ['nope'], metrics: ['count'] }] },
      { id: 'hidden', ...context, datasource: { id: 9999, type: 'table' } },
      { id: 'shape', queries: 1 },
      { id: 'file', ...context, result_format: 'csv' },
    ],
  });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  const lines = new Map(
    answer.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((line) => [line.id, line]),
  );
  expect(lines.get('a')).toMatchObject({
    status: 200,
    result: [
      {
        status: 'success',
        data: [
          { region: '=US', count: 80 },
          { region: 'EU', count: 40 },
        ],
      },
    ],
  });
  expect(Object.keys(lines.get(2).result[0])).toContain('detected_currency');
  expect(lines.get('bad')).toEqual({
    id: 'bad',
    status: 400,
    code: 'columns_missing',
    message: 'Columns missing in dataset: nope',
    words: { id: 'Columns missing in dataset: %(columns)s', params: { columns: 'nope' } },
  });
  expect(lines.get('hidden')).toMatchObject({
    status: 404,
    code: 'dataset_not_found',
    message: 'The dataset does not exist.',
  });
  expect([lines.get('shape').status, lines.get('file').status]).toEqual([400, 400]);
  expect((await call('POST', 'chart/data/batch', { requests: [] })).statusCode).toBe(400);
});

test('warming runs the chart, and the next request finds its answer', async () => {
  const { queries, datasource } = { datasource: { id: dataset, type: 'table' }, queries: [query] };
  expect((await call('PUT', 'chart/warm_up_cache', { chart_id: chart })).json()).toEqual({
    result: [{ chart_id: chart, viz_error: null, viz_status: 'success' }],
  });
  expect((await call('POST', 'chart/data', { datasource, queries })).json().result[0].is_cached).toBe(true);
  const all = await call('PUT', 'dataset/warm_up_cache', {
    db_name: 'sales',
    table_name: 'sales',
    dashboard_id: null,
    extra_filters: '[]',
  });
  expect(all.json().result).toEqual([
    { chart_id: chart, viz_error: null, viz_status: 'success' },
    {
      chart_id: chart + 1,
      viz_error: 'Chart has no query context saved. Please save the chart again.',
      viz_status: 'failed',
    },
  ]);
  expect([
    (await call('PUT', 'dataset/warm_up_cache', { db_name: 'sales', table_name: 'none' })).statusCode,
    (await call('PUT', 'chart/warm_up_cache', { chart_id: 999 })).statusCode,
  ]).toEqual([404, 404]);
});

test('[attack 62] beyond the quota of a role the answer is 429, and says when to come again', async () => {
  await buildRole(it.metadata.db, { name: 'Small', pairs: ['can_read Chart', `datasource_access dataset:${dataset}`] });
  const di = await buildUser(it.metadata.db, { username: 'di', roles: ['Small'] });
  const asks = (value: number) =>
    call(
      'POST',
      'chart/data',
      {
        datasource: { id: dataset, type: 'table' },
        queries: [{ ...query, filters: [{ col: 'amount', op: '>', val: value }] }],
      },
      di,
    );
  expect((await asks(1)).statusCode).toBe(200);
  const refused = await asks(2);
  expect([refused.statusCode, refused.headers['x-error-code'], refused.json().message]).toEqual([
    429,
    'quota_exceeded',
    expect.stringMatching(/^Your role allows 1 rows a day\. Try again in \d+ s\.$/),
  ]);
  expect(refused.headers['retry-after']).toBe(/in (\d+) s/.exec(refused.json().message)?.[1]);
});

test('sizes of what is cached, and what was dropped to make room, stand in /metrics', async () => {
  const wide = await it.make('dataset/', {
    database: 1,
    sql: 'SELECT range AS n, md5(range::VARCHAR) AS word FROM range(100000)',
    table_name: 'wide',
  });
  const metric = async (name: string) =>
    Number(
      new RegExp(`^tessera_chart_data_${name} (\\d+)$`, 'm').exec(
        (await it.request({ url: '/metrics', as: it.adminId })).body,
      )?.[1],
    );
  const ask = (rows: number) =>
    call(
      'POST',
      'chart/data',
      { datasource: { id: wide, type: 'table' }, queries: [{ columns: ['n', 'word'], row_limit: rows }] },
      it.adminId,
    );
  const [bytes, entries] = [await metric('cache_bytes'), await metric('cache_entries')];
  await ask(500);
  expect([(await metric('cache_bytes')) > bytes, await metric('cache_entries')]).toEqual([true, entries + 1]);
  // Only what is asked for again is worth keeping in its packed form.
  const encoded = await metric('sealed_bytes');
  for (const _ of ['as kept', 'the same again']) await ask(500);
  expect(await metric('sealed_bytes')).toBeGreaterThan(encoded);
  const evicted = await metric('evicted');
  for (let more = 0; more < 20; more += 1) await ask(2000 + more);
  expect(await metric('evicted')).toBeGreaterThan(evicted);
  expect(await metric('cache_bytes')).toBeLessThanOrEqual(1024 * 1024);
});

test.each([
  { expression: 'SUM(amount)', expression_type: 'metric', right: true },
  { expression: 'SUM(nope)', expression_type: 'metric', right: false },
  { expression: 'amount % 7', expression_type: 'column', right: true },
  { expression: "region = 'EU'", expression_type: 'where', right: true },
  { expression: "region = 'EU') OR (1 = 1", expression_type: 'where', right: false },
  { expression: 'COUNT(*) > 3', expression_type: 'having', right: true },
  { expression: 'COUNT(*) > 3', expression_type: 'filter', clause: 'HAVING', right: true },
  { expression: '(SELECT 1)', expression_type: 'column', right: false },
])(
  '[8.6-01] an expression is checked where it is to stand: $expression_type $expression',
  async ({ right, ...body }) => {
    const answer = await call('POST', `datasource/table/${dataset}/validate_expression/`, body);
    expect([answer.statusCode, answer.json().result.length]).toEqual([200, right ? 0 : 1]);
  },
);

test('[7.1-04] XLSX of one query, ZIP of several', async () => {
  const context = { datasource: { id: dataset, type: 'table' }, queries: [query], result_format: 'xlsx' };
  const one = await call('POST', 'chart/data', context);
  expect([one.statusCode, one.headers['content-type'], one.headers['content-disposition']]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'attachment; filename=20260302_100000.xlsx',
  ]);
  expect((await readXlsx(one.rawPayload)).sheets[0]?.rows).toEqual([
    ['region', 'COUNT(*)'],
    ["'=US", 80],
    ['EU', 40],
  ]);
  const two = await call('POST', 'chart/data', { ...context, queries: [query, query] });
  expect([two.headers['content-type'], two.rawPayload.includes('query_2.xlsx')]).toEqual(['application/zip', true]);
});

test('[7.1-02] [7.1-04] worked case csv: the rows behind an older chart, asked for by a form', async () => {
  const form = {
    datasource: `${dataset}__table`,
    viz_type: 'para',
    series: 'region',
    metrics: [
      {
        expressionType: 'SIMPLE',
        column: { column_name: 'amount', type: 'BIGINT' },
        aggregate: 'SUM',
        label: 'SUM(amount)',
      },
    ],
    row_limit: 5,
  };
  const answer = await it.request({
    method: 'POST',
    url: '/superset/explore_json/?csv=true',
    as: ana,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ form_data: JSON.stringify(form) }).toString(),
  });
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename=20260302_100000.csv',
  ]);
  expect(answer.body.split('\r\n').toSorted()).toEqual(['', "'=US,4800", 'EU,2340', 'region,SUM(amount)']);
  // Who may not take files along gets none in the older form either.
  const role = await buildRole(it.metadata.db, {
    name: 'looks',
    pairs: ['can_read Chart', `datasource_access dataset:${dataset}`],
  });
  const cy = await buildUser(it.metadata.db, { username: 'cy', roles: [role] });
  expect(
    (
      await it.request({
        method: 'POST',
        url: '/superset/explore_json/?csv=true',
        as: cy,
        payload: { form_data: form },
      })
    ).statusCode,
  ).toBe(403);
});

test('other times, batches and workbooks keep to the rule on rows', async () => {
  const role = await buildRole(it.metadata.db, {
    name: 'bound',
    pairs: ['can_read Chart', 'can_csv Tessera', 'can_view_query Tessera', `datasource_access dataset:${dataset}`],
  });
  const bo = await buildUser(it.metadata.db, { username: 'bo', roles: [role] });
  await it.make('rowlevelsecurity/', {
    name: 'Europe only',
    filter_type: 'Regular',
    tables: [dataset],
    roles: [role],
    clause: "region = 'EU'",
  });
  const context = { datasource: { id: dataset, type: 'table' }, queries: [query] };
  const offset = {
    metrics: ['count'],
    filters: [{ col: 'sold', op: 'TEMPORAL_RANGE', val: '2024-01-03 : 2024-01-05' }],
    time_offsets: ['2 days ago'],
  };
  expect((await call('POST', 'chart/data', { ...context, queries: [offset] }, bo)).json().result[0].data).toEqual([
    { count: 16, 'count__2 days ago': 16 },
  ]);
  expect(
    (await readXlsx((await call('POST', 'chart/data', { ...context, result_format: 'xlsx' }, bo)).rawPayload)).sheets[0]
      ?.rows,
  ).toEqual([
    ['region', 'COUNT(*)'],
    ['EU', 40],
  ]);
  expect(
    JSON.parse((await call('POST', 'chart/data/batch', { requests: [{ id: 1, ...context }] }, bo)).body).result[0].data,
  ).toEqual([{ region: 'EU', count: 40 }]);
  const why = await call('POST', 'chart/data', { ...context, result_type: 'explain' }, bo);
  expect([why.json().result[0].row_level_security, why.body.includes("region = 'EU'")]).toEqual([true, false]);
});

test('what breaks on our side is in the log under the id of the request', async () => {
  // Nothing is known yet about this one.
  const fresh = await it.make('dataset/', { database: 1, sql: 'SELECT 1 AS region', table_name: 'fresh' });
  const context = { datasource: { id: fresh, type: 'table' }, queries: [query] };
  await it.metadata.db.schema.alterTable('rls_rules').renameTo('rls_rules_aside').execute();
  const answer = await call(
    'POST',
    'chart/data/batch',
    {
      requests: [
        { id: 'mine', ...context },
        { id: 'shape', queries: 1 },
      ],
    },
    it.adminId,
  );
  await it.metadata.db.schema.alterTable('rls_rules_aside').renameTo('rls_rules').execute();
  const lines = answer.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .toSorted((left, right) => right.status - left.status);
  const logged = it.log.map((line) => JSON.parse(line)).filter(({ err }) => String(err?.message).includes('rls_rules'));
  expect(logged).toMatchObject([{ msg: 'request failed', reqId: expect.any(String) }]);
  expect(lines).toMatchObject([
    {
      id: 'mine',
      status: 500,
      code: 'internal',
      errors: [{ message: `Something broke on our side. Give this id to your administrator: ${logged[0]?.reqId}` }],
    },
    { id: 'shape', status: 400 },
  ]);
  expect(answer.body).not.toContain('rls_rules');
});
