import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

// The calls around chart data, asked wrongly, without the right, under a rule, and by users who go away meanwhile.
let it: SalesApp;
let people: { readonly bound: number; readonly stranger: number };
let dataset: number;
let chart: number;

beforeAll(async () => {
  it = await salesApp([
    `CREATE TABLE sales AS SELECT CASE WHEN i % 3 = 0 THEN 'EU' ELSE 'treasure' END AS region, i AS amount, ` +
      `TIMESTAMP '2024-01-01' AS day FROM range(60) AS r(i)`,
  ]);
  ({ dataset } = it);
  const pairs = [
    'can_read Chart',
    'can_read Dataset',
    'can_samples Tessera',
    'can_csv Tessera',
    'can_view_query Tessera',
  ];
  const role = await buildRole(it.metadata.db, {
    name: 'Bound',
    pairs: [...pairs, `datasource_access dataset:${dataset}`],
  });
  await buildRole(it.metadata.db, { name: 'Stranger', pairs });
  people = {
    bound: await buildUser(it.metadata.db, { username: 'bound', roles: ['Bound'] }),
    stranger: await buildUser(it.metadata.db, { username: 'stranger', roles: ['Stranger'] }),
  };
  await it.make('rowlevelsecurity/', {
    name: 'Europe only',
    filter_type: 'Regular',
    tables: [dataset],
    roles: [role],
    clause: "region = 'EU'",
  });
  const query_context = JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [plain] });
  chart = await it.make('chart/', {
    slice_name: 'By region',
    viz_type: 'table',
    datasource_id: dataset,
    datasource_type: 'table',
    params: '{}',
    query_context,
  });
});
afterAll(() => it.close());

const plain = { columns: ['region'], metrics: ['count'], orderby: [['region', true]] };

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const send = (as: number, method: 'GET' | 'POST' | 'PUT', url: string, text?: string, type = 'application/json') =>
  it.request({ method, url, as, ...(text !== undefined && { payload: text, headers: { 'content-type': type } }) });
const context = (more: object) =>
  JSON.stringify({ datasource: { id: dataset, type: 'table' }, queries: [plain], ...more });
const body = (query: object) => context({ queries: [query] });
const form = (text: string) => `form_data=${encodeURIComponent(text)}`;
const FORM = 'application/x-www-form-urlencoded';

type Call = readonly [name: string, method: 'GET' | 'POST' | 'PUT', url: string, text?: string, type?: string];
const wrong: readonly Call[] = [
  ...['-1', '1e309', '1.5', 'x', '99999999999', '%00', '()', ''].flatMap((value): Call[] => [
    [`stale_ok=${value}`, 'POST', `/api/v1/chart/data?stale_ok=${value}`, '{"datasource":{"id":0},"queries":[{}]}'],
    [`chart/${value}/data`, 'GET', `/api/v1/chart/${value}/data/`],
    [`samples of ${value}`, 'POST', `/datasource/samples?datasource_type=table&datasource_id=${value}`],
    [
      `samples page ${value}`,
      'POST',
      `/datasource/samples?datasource_type=table&datasource_id=1&page=${value}`,
      '{"filters":"x"}',
    ],
    [
      `samples per page ${value}`,
      'POST',
      `/datasource/samples?datasource_type=table&datasource_id=1&per_page=${value}`,
      '{"filters":7}',
    ],
    [`metadata of ${value}`, 'GET', `/tessera/fetch_datasource_metadata?datasourceKey=${value}`],
    [`values of dataset ${value}`, 'GET', `/api/v1/datasource/table/${value}/column/region/values/`],
    [`warm-up of ${value}`, 'PUT', '/api/v1/chart/warm_up_cache', `{"chart_id":"${value}"}`],
  ]),
  ...[
    'null',
    '1',
    '"x"',
    '[]',
    '{',
    '{"requests":null}',
    '{"requests":[]}',
    '{"requests":[7]}',
    '{"requests":[{}]}',
    `{"requests":[{"id":${'9'.repeat(400)}}]}`,
    '{"requests":[{"id":{}}]}',
    '{"__proto__":{"a":1}}',
    deep(500),
    '{"form_data":7}',
    '{"requests":[{"id":1,"stale_ok":-1}]}',
    '{"queries":1e309}',
    '"\u{10FFFF}"',
  ].flatMap((text): Call[] => [
    ['a batch', 'POST', '/api/v1/chart/data/batch', text],
    ['chart data', 'POST', '/api/v1/chart/data', text],
    ['annotations', 'POST', '/api/v1/chart/data/annotation', text],
    ['a posted form', 'POST', '/api/v1/chart/data', form(text), FORM],
    ['a chart warm-up', 'PUT', '/api/v1/chart/warm_up_cache', text],
    ['a dataset warm-up', 'PUT', '/api/v1/dataset/warm_up_cache', text],
    ['the older form', 'POST', '/tessera/explore_json/', form(text), FORM],
    ['an expression', 'POST', '/api/v1/datasource/table/1/validate_expression/', text],
  ]),
];

test.each(wrong.map((call) => ({ call, title: call.slice(0, 4).join(' ').slice(0, 200) })))(
  'asked with what it cannot be, it is refused by name: $title',
  async ({ call: [, method, url, text, type] }) => {
    const answer = await send(it.adminId, method, url, text, type);
    expect([answer.statusCode, answer.headers['x-error-code']]).toEqual([
      expect.toSatisfy((status: number) => status >= 400 && status < 500) as number,
      expect.not.stringMatching('internal'),
    ]);
    expect(answer.body).not.toMatch(/\.[mt]s:\d|node_modules|at Object\./);
  },
);

test.each([
  [
    'a list of 10 001 values',
    () =>
      body({ ...plain, filters: [{ col: 'amount', op: 'IN', val: Array.from({ length: 10_001 }, (_, at) => at) }] }),
  ],
  ['10 000 columns', () => body({ columns: Array.from({ length: 10_000 }, (_, at) => `c${at}`) })],
  [
    '10 000 metrics',
    () =>
      body({
        metrics: Array.from({ length: 10_000 }, (_, at) => ({
          expressionType: 'SQL',
          sqlExpression: 'COUNT(*)',
          label: `m${at}`,
        })),
      }),
  ],
  ['1 000 queries', () => context({ queries: Array.from({ length: 1000 }, () => plain) })],
  [
    '1 000 filters',
    () => body({ ...plain, filters: Array.from({ length: 1000 }, () => ({ col: 'amount', op: '==', val: 1 })) }),
  ],
  [
    '6 lists of 9 000 values',
    () =>
      body({
        ...plain,
        filters: Array.from({ length: 6 }, () => ({
          col: 'amount',
          op: 'IN',
          val: Array.from({ length: 9000 }, (_, at) => at),
        })),
      }),
  ],
  ['an instant past all years', () => body({ ...plain, filters: [{ col: 'day', op: '>', val: 8.64e15 + 1 }] })],
  [
    '1 000 steps of post-processing',
    () =>
      body({
        ...plain,
        post_processing: Array.from({ length: 1000 }, () => ({
          operation: 'cum',
          options: { operator: 'sum', columns: { count: 'count' } },
        })),
      }),
  ],
  [
    '1 000 other times',
    () => body({ ...plain, time_offsets: Array.from({ length: 1000 }, (_, at) => `${at} days ago`) }),
  ],
  [
    'a value of a million characters',
    () => body({ ...plain, filters: [{ col: 'region', op: '==', val: 'x'.repeat(1_000_000) }] }),
  ],
  [
    'a clause of a million brackets',
    () => body({ ...plain, extras: { where: `${'('.repeat(500_000)}1${')'.repeat(500_000)}` } }),
  ],
  [
    'a pattern of a thousand wildcards',
    () => body({ ...plain, filters: [{ col: 'region', op: 'LIKE', val: '%_'.repeat(1000) }] }),
  ],
])('[attack 61] %s are refused, and /health answers meanwhile', async (_, text) => {
  const [answer, health] = await Promise.all([
    send(it.adminId, 'POST', '/api/v1/chart/data', text()),
    it.request({ url: '/health' }),
  ]);
  expect([answer.statusCode, health.statusCode]).toEqual([
    expect.toSatisfy((status: number) => status === 400 || status === 413) as number,
    200,
  ]);
});

test('[attack 32] 10 000 values and text of every kind are answered, as values', async () => {
  const values = [
    'EU',
    "'",
    '"',
    '\\',
    '%',
    '\u{10FFFF}',
    '😀',
    '; DROP TABLE sales',
    '{{ 1 }}',
    '__proto__',
    ...Array.from({ length: 9000 }, (_, at) => `v${at}`),
  ];
  const answer = await send(
    people.bound,
    'POST',
    '/api/v1/chart/data',
    body({ ...plain, filters: [{ col: 'region', op: 'IN', val: values }] }),
  );
  expect([answer.statusCode, answer.json<{ result: [{ data: unknown }] }>().result[0].data]).toEqual([
    200,
    [{ region: 'EU', count: 20 }],
  ]);
});

const calls: readonly Call[] = [
  ['chart data', 'POST', '/api/v1/chart/data', 'context'],
  ['chart data from before', 'POST', '/api/v1/chart/data?stale_ok=86400', 'context'],
  ['chart data of a form', 'POST', '/api/v1/chart/data', 'form', FORM],
  ['a batch', 'POST', '/api/v1/chart/data/batch', 'batch'],
  ['a saved chart', 'GET', '/api/v1/chart/CHART/data/'],
  ['samples', 'POST', '/datasource/samples?datasource_type=table&datasource_id=DATASET'],
  [
    'samples, counted',
    'POST',
    '/datasource/samples?datasource_type=table&datasource_id=DATASET&per_page=1&page=2',
    '{"filters":[]}',
  ],
  ['values', 'GET', '/api/v1/datasource/table/DATASET/column/region/values/'],
  ['a chart warm-up', 'PUT', '/api/v1/chart/warm_up_cache', '{"chart_id":CHART}'],
  ['a dataset warm-up', 'PUT', '/api/v1/dataset/warm_up_cache', '{"db_name":"sales","table_name":"sales"}'],
  ['metadata', 'GET', '/tessera/fetch_datasource_metadata?datasourceKey=DATASET__table'],
  ['the older form', 'POST', '/tessera/explore_json/', 'older', FORM],
];
const filled = (text: string): string => {
  const known: Readonly<Record<string, string>> = {
    context: body(plain),
    form: form(body(plain)),
    batch: JSON.stringify({ requests: [{ id: 1, stale_ok: 86_400, ...(JSON.parse(body(plain)) as object) }] }),
    older: form(
      JSON.stringify({ viz_type: 'para', datasource: `${dataset}__table`, series: 'region', metrics: ['count'] }),
    ),
  };
  return (known[text] ?? text).replaceAll('DATASET', String(dataset)).replaceAll('CHART', String(chart));
};
const ask = (as: number, [, method, url, text, type]: Call) =>
  send(as, method, filled(url), text === undefined ? undefined : filled(text), type);

test.each(calls.map((call) => ({ call, name: call[0] })))(
  '$name brings the rows that the user may see, whoever asked before',
  async ({ call }) => {
    const whole = await ask(it.adminId, call);
    expect([200, 'treasure']).toContain(whole.body.includes('treasure') ? 'treasure' : whole.statusCode);
    const limited = await ask(people.bound, call);
    expect([limited.statusCode, limited.body]).toEqual([200, expect.not.stringContaining('treasure')]);
    // A batch answers each of its requests for itself.
    const foreign = await ask(people.stranger, call);
    const told =
      foreign.statusCode === 200
        ? (JSON.parse(foreign.body.split('\n')[0] ?? '{}') as { status?: number }).status
        : foreign.statusCode;
    expect([told, foreign.body]).toEqual([404, expect.not.stringMatching(/treasure|"EU"/)]);
  },
);

test('who is sent away while a query runs gets nothing from the next call on', async () => {
  const slow = send(
    people.bound,
    'POST',
    '/api/v1/chart/data',
    body({ metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(amount * amount)', label: 'x' }], row_limit: 7 }),
  );
  expect(
    (
      await it.request({
        method: 'PUT',
        url: `/api/v1/security/users/${people.bound}`,
        as: it.adminId,
        payload: { active: false },
      })
    ).statusCode,
  ).toBe(200);
  expect([200, 401]).toContain((await slow).statusCode);
  for (const call of calls) expect([call[0], (await ask(people.bound, call)).statusCode]).toEqual([call[0], 401]);
});
