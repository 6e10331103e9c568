import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../principal.ts';
import { anonymous } from '../../principal.ts';
import type { App } from '../../http/app-types.ts';
import { createServer } from '../../http/server.ts';
import { AppError } from '@tessera/core/errors/app-error';
import { TEST_NOW } from '../../testing/builders.ts';
import { buildBirths, type Births } from '../../testing/engines/births.ts';
import { analyst, testPipeline, type TestPipeline } from '../../testing/pipeline.ts';
import { timeRangeRoutes } from '../time-range/routes.ts';
import { chartDataRoutes, samplesRoutes } from './routes.ts';
import { createBodyEncoder } from './body-encoder.ts';
import { createChartDataService } from './service.ts';
import { zip } from '../../chart-data/format/zip.ts';

let births: Births;
/** Endless queries that run now. */
let endless = 0;
let it: TestPipeline;
let app: App;
const user: Principal = { ...analyst, grants: new Set([...analyst.grants, 'can_read Chart', 'can_samples Tessera']) };
const saved = new Map<number, string | null>([
  [
    1,
    JSON.stringify({
      datasource: { id: 17, type: 'table' },
      queries: [{ columns: ['state'], metrics: ['count'], orderby: [['state', true]] }],
    }),
  ],
  [2, null],
]);

beforeAll(async () => {
  births = await buildBirths('duckdb');
  // A query that never ends by itself; that engines cancel in the database is covered by their own suite.
  it = testPipeline(births, {
    wrap: (engine) => ({
      ...engine,
      run: (compiled, options) =>
        compiled.text.includes('"endless"')
          ? new Promise((_, reject) => {
              endless += 1;
              options.signal.addEventListener('abort', () => {
                endless -= 1;
                reject(new AppError('query_cancelled', {}));
              });
            })
          : engine.run(compiled, options),
    }),
  });
  app = createServer({
    config: { logLevel: 'silent', trustProxy: false, bodyLimitKb: 1024, largeBodyLimitKb: 1024, metricsToken: null },
    authenticate: (request) => ({
      principal: request.headers['x-nobody'] ? anonymous : user,
      credential: 'token',
      csrf: null,
    }),
    ready: [],
    webRoot: null,
    checkResponses: true,
  });
  const data = createChartDataService({
    pipeline: it.pipeline,
    charts: {
      read: async (_, id) => {
        // As long as a look at the metadata may take.
        if (id >= 100) await new Promise((resolve) => setTimeout(resolve, 30));
        const context = id >= 100 ? endlessContext(id) : saved.get(id);
        if (context === undefined) throw new AppError('not_found', {});
        return { query_context: context, cache_timeout: 77 };
      },
    },
  });
  await app.register(samplesRoutes({ data, bodyLimit: 8 * 1024 * 1024 }));
  await app.register(
    async (api: App) => {
      await api.register(
        chartDataRoutes({
          encode: createBodyEncoder({ maxBytes: 1_000_000 }).encode,
          data,
          now: () => TEST_NOW,
          bodyLimit: 8 * 1024 * 1024,
        }),
      );
      await api.register(timeRangeRoutes(() => TEST_NOW));
    },
    { prefix: '/api/v1' },
  );
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await births.close();
});

const query = { columns: ['gender'], metrics: ['count'], row_limit: 5 };
const context = { datasource: { id: 17, type: 'table' }, queries: [query] };
const endlessContext = (n: number) =>
  JSON.stringify({
    ...context,
    queries: [{ metrics: [{ expressionType: 'SQL', sqlExpression: `COUNT(*) + ${n}`, label: 'endless' }] }],
  });
const post = (payload: unknown, url = '/api/v1/chart/data', headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  });

test('[2.1-04] [7.1-01] POST chart/data answers a list with one entry per query, ready bytes included', async () => {
  const two = await post({ ...context, queries: [query, { ...query, columns: ['state'] }] });
  expect([
    two.statusCode,
    two.headers['content-type'],
    two.json().result.map((one: { colnames: unknown }) => one.colnames),
  ]).toEqual([
    200,
    'application/json; charset=utf-8',
    [
      ['gender', 'count'],
      ['state', 'count'],
    ],
  ]);
  await post(context);
  const cached = [await post(context), await post(context)].map((response) => response.body);
  expect(JSON.parse(cached[0] ?? '').result[0].is_cached).toBe(true);
  expect(cached[1]).toBe(cached[0]);
  expect((await post({ ...context, queries: [] })).json()).toEqual({ result: [] });
});

test('[7.1-01] force in the query string or the body asks the database again', async () => {
  const before = it.ran.length;
  await post(context, '/api/v1/chart/data?force=true&dashboard_id=3&form_data=%7B%22slice_id%22%3A1%7D');
  await post({ ...context, force: true });
  expect(it.ran.length).toBe(before + 2);
});

test('[7.1-04] a posted form holds the request in form_data', async () => {
  const response = await app.inject({
    method: 'POST',
    url: '/api/v1/chart/data',
    payload: `form_data=${encodeURIComponent(JSON.stringify(context))}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([response.statusCode, response.json().result[0].rowcount]).toEqual([200, 2]);
});

test('[7.1-04] CSV of one query; several come as a ZIP of CSVs', async () => {
  const one = await post({ ...context, result_format: 'csv' });
  expect([one.statusCode, one.headers['content-type'], one.headers['content-disposition'], one.body]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename=20260302_100000.csv',
    'gender,COUNT(*)\r\nboy,60\r\ngirl,60\r\n',
  ]);
  const two = await post({ ...context, queries: [query, query], result_format: 'csv' });
  expect([two.headers['content-type'], unzip(two.rawPayload)]).toEqual([
    'application/zip',
    { 'query_1.csv': one.body, 'query_2.csv': one.body },
  ]);
  const refused = await post({ ...context, queries: [{ ...query, columns: ['nope'] }], result_format: 'csv' });
  expect([refused.statusCode, refused.json()]).toEqual([400, { message: 'Columns missing in dataset: nope' }]);
});

test('[7.1-01] compressed answers are the same answers', async () => {
  const wide = {
    ...context,
    queries: [{ columns: births.dataset.columns.map((column) => column.name), row_limit: 50 }],
  };
  await post(wide);
  const [plain, again, packed] = [
    await post(wide),
    await post(wide, undefined, { 'accept-encoding': 'gzip' }),
    await post(wide, undefined, { 'accept-encoding': 'br, gzip' }),
  ];
  expect([
    plain.headers['content-encoding'],
    again.headers['content-encoding'],
    packed.headers['content-encoding'],
  ]).toEqual([undefined, 'gzip', 'br']);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  const { gunzipSync, brotliDecompressSync } = await import('node:zlib');
  expect([String(gunzipSync(again.rawPayload)), String(brotliDecompressSync(packed.rawPayload))]).toEqual([
    plain.body,
    plain.body,
  ]);
});

test.each([
  { case: 'no JSON', payload: '{"a"', status: 400, message: 'Request is not JSON' },
  { case: 'a list', payload: '[]', status: 400, message: 'Request is not JSON' },
  { case: 'another kind of body', payload: 'hello', type: 'text/plain', status: 400, message: 'Request is not JSON' },
  { case: 'nothing', payload: '', status: 400, message: 'Request is not JSON' },
  { case: 'no queries', payload: '{"datasource":{"id":17}}', status: 400, message: /^Request is incorrect: .*queries/ },
  {
    case: 'row_limit −1',
    payload: JSON.stringify({ ...context, queries: [{ ...query, row_limit: -1 }] }),
    status: 400,
    message: /^Request is incorrect: queries\.0\.row_limit must be/,
  },
  {
    case: 'row_limit 1e309',
    payload: JSON.stringify(context).replace('"row_limit":5', '"row_limit":1e309'),
    status: 400,
    message: /^Request is incorrect: queries\.0\.row_limit must be/,
  },
  {
    case: 'row_limit as text',
    payload: JSON.stringify({ ...context, queries: [{ ...query, row_limit: 'all' }] }),
    status: 400,
    message: /^Request is incorrect: queries\.0\.row_limit must be/,
  },
  {
    case: '[5.0-01] row_limit above the bound',
    payload: JSON.stringify({ ...context, queries: [{ ...query, row_limit: 100_001 }] }),
    status: 400,
    message: 'Request is incorrect: row_limit: Value cannot exceed 100000',
  },
  {
    case: 'unknown columns',
    payload: JSON.stringify({ ...context, queries: [{ ...query, columns: ['<script>', 'x"y'] }] }),
    status: 400,
    message: 'Columns missing in dataset: <script>, x"y',
  },
  {
    case: 'an unknown metric',
    payload: JSON.stringify({ ...context, queries: [{ ...query, metrics: ['nope'] }] }),
    status: 400,
    message: "Metric 'nope' does not exist",
  },
  {
    case: 'an object for a value',
    payload: JSON.stringify({
      ...context,
      queries: [{ ...query, filters: [{ col: 'num', op: '==', val: { toString: 'x' } }] }],
    }),
    status: 400,
    message: /^Request is incorrect: queries\.0\.filters\.0\.val/,
  },
  {
    case: 'the same label twice',
    payload: JSON.stringify({ ...context, queries: [{ ...query, columns: ['gender', 'gender'] }] }),
    status: 400,
    message: 'Duplicate column/metric labels: "gender". Please make sure all columns and metrics have a unique label.',
  },
  {
    case: 'an empty query',
    payload: JSON.stringify({ ...context, queries: [{}] }),
    status: 400,
    message: 'Error: Empty query?',
  },
  {
    case: '10 000 levels',
    payload: `{"datasource":{"id":17},"queries":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    status: 400,
    message: /nests deeper/,
  },
  {
    case: '__proto__ as a key',
    payload: '{"datasource":{"id":17},"queries":[{"__proto__":{"columns":["gender"]}}]}',
    status: 400,
    message: /./,
  },
  {
    case: 'a clause with a second statement',
    payload: JSON.stringify({ ...context, queries: [{ ...query, extras: { where: '1=1; DROP TABLE x' } }] }),
    status: 400,
    message: /^Invalid SQL clause: /,
  },
] as const)('[8.2-02] bad input: $case', async ({ payload, status, message, ...rest }) => {
  const response = await post(payload, undefined, 'type' in rest ? { 'content-type': rest.type } : {});
  const body = response.json<{ readonly message: string }>();
  expect([response.statusCode, Object.keys(body)]).toEqual([status, ['message']]);
  expect(body.message).toMatch(message);
});

test('[8.2-02] unknown keys are not read, 50 MB are refused', async () => {
  expect((await post({ ...context, color: 'red', queries: [{ ...query, nonsense: { deep: [1] } }] })).statusCode).toBe(
    200,
  );
  expect((await post(`{"datasource":{"id":17},"queries":[],"x":"${'a'.repeat(50_000_000)}"}`)).statusCode).toBe(413);
});

test('[8.2-05] [4.1-05] an error about a sub-query comes as a list', async () => {
  const subQuery = await post({
    ...context,
    queries: [{ metrics: [{ expressionType: 'SQL', sqlExpression: '(SELECT 1)', label: 'x' }] }],
  });
  expect([
    subQuery.statusCode,
    subQuery.json().errors[0].error_type,
    subQuery.json().errors[0].extra.issue_codes[0].code,
  ]).toEqual([403, 'ADHOC_SUBQUERY_NOT_ALLOWED_ERROR', 1037]);
  const missing = await post({ ...context, datasource: { id: 99 } });
  expect([missing.statusCode, missing.json()]).toEqual([404, { message: 'The dataset does not exist.' }]);
  const unknown = await post({ ...context, datasource: { id: 1, type: 'tabel' } });
  expect([unknown.statusCode, unknown.json()]).toEqual([400, { message: 'Datasource type tabel is not known.' }]);
  expect((await post(context, undefined, { 'x-nobody': '1' })).statusCode).toBe(401);
});

test('the data of a saved chart', async () => {
  const answer = await app.inject({ url: '/api/v1/chart/1/data/' });
  expect([answer.statusCode, answer.json().result[0].cache_timeout, answer.json().result[0].data]).toEqual([
    200,
    77,
    [
      { state: 'CA', count: 60 },
      { state: 'other', count: 60 },
    ],
  ]);
  expect((await app.inject({ url: '/api/v1/chart/1/data/?type=results&format=json' })).json().result[0].rowcount).toBe(
    2,
  );
  expect([
    (await app.inject({ url: '/api/v1/chart/2/data/' })).json(),
    (await app.inject({ url: '/api/v1/chart/3/data/' })).statusCode,
  ]).toEqual([{ message: 'Chart has no query context saved. Please save the chart again.' }, 404]);
});

test('[7.1-08] samples page by page, with the number of all rows', async () => {
  const response = await post(
    {},
    '/datasource/samples?datasource_type=table&datasource_id=17&force=false&per_page=50&page=3',
  );
  expect([response.statusCode, response.json().result]).toEqual([
    200,
    expect.objectContaining({
      rowcount: 20,
      page: 3,
      per_page: 50,
      total_count: 120,
      colnames: births.dataset.columns.map((column) => column.name),
    }),
  ]);
  const detail = await post(
    { filters: [{ col: 'gender', op: '==', val: 'boy' }] },
    '/datasource/samples?datasource_type=table&datasource_id=17&per_page=5',
  );
  expect([detail.json().result.rowcount, detail.json().result.total_count]).toEqual([5, 60]);
  expect((await post({}, '/datasource/samples?datasource_type=table&datasource_id=17&per_page=0')).statusCode).toBe(
    400,
  );
});

test('values for a filter menu, in order, null among them', async () => {
  const values = (name: string, kind = 'table') =>
    app.inject({ url: `/api/v1/datasource/${kind}/17/column/${name}/values/` });
  expect((await values('name')).json()).toEqual({ result: ['=1+1', 'Aaron', 'Amy', "O'Brien", null] });
  expect((await values('big')).body).toBe('{"result":[9007199254740993]}');
  expect((await values('nope')).statusCode).toBe(400);
  expect([
    (await values('state', 'dataset')).statusCode,
    (await values('state', 'view')).statusCode,
    (await values('state', 'query')).statusCode,
  ]).toEqual([200, 200, 404]);
});

test('time ranges: text, lists, open ends and errors', async () => {
  const ask = (q: string) => app.inject({ url: `/api/v1/time_range/?q=${encodeURIComponent(q)}` });
  expect((await ask("'Last week'")).json()).toEqual({
    result: [{ since: '2026-02-23T00:00:00', until: '2026-03-02T00:00:00', timeRange: 'Last week', shift: null }],
  });
  expect(
    (await ask("!((timeRange:'2018-01-10 : 2018-01-20',shift:'1 year'),(timeRange:'No filter'))")).json().result,
  ).toEqual([
    {
      since: '2017-01-10T00:00:00',
      until: '2017-01-20T00:00:00',
      timeRange: '2018-01-10 : 2018-01-20',
      shift: '1 year',
    },
    { since: '', until: '', timeRange: 'No filter', shift: null },
  ]);
  const bad = await ask("'2020-01-01 : 2019-01-01'");
  expect([bad.statusCode, bad.json().message]).toEqual([
    400,
    'Unexpected time range: From date cannot be larger than to date',
  ]);
  expect((await ask('!(1')).statusCode).toBe(400);
});

test('[F12] a client that goes away cancels its query, at whatever moment it does', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const controller = new AbortController();
  const gone = fetch(`http://127.0.0.1:${port}/api/v1/chart/data`, {
    method: 'POST',
    body: endlessContext(0),
    headers: { 'content-type': 'application/json' },
    signal: controller.signal,
  }).catch((error: Error) => error.name);
  await expect.poll(() => endless).toBe(1);
  controller.abort();
  expect(await gone).toBe('AbortError');
  await expect.poll(() => endless).toBe(0);

  const before = it.ran.length;
  await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const body = endlessContext(n + 1);
      const asked =
        n % 2 === 0
          ? `GET /api/v1/chart/${100 + n}/data/ HTTP/1.1\r\nhost: localhost\r\n\r\n`
          : `POST /api/v1/chart/data HTTP/1.1\r\nhost: localhost\r\ncontent-type: ` +
            `application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      const socket = connect(port, '127.0.0.1', () => socket.write(asked));
      socket.on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      socket.destroy();
    }),
  );
  // What was asked last may begin, and end, after the first quiet moment; in the end nothing runs.
  let quietSince = performance.now();
  await expect
    .poll(
      () => {
        if (endless > 0) quietSince = performance.now();
        return performance.now() - quietSince > 500;
      },
      { interval: 20 },
    )
    .toBe(true);
  expect([endless, it.ran.length > before]).toEqual([0, true]);
});

test('the archive can be read by others: sums, sizes and names', async () => {
  const chunks: Buffer[] = [];
  for await (const chunk of zip([
    { name: 'é.csv', chunks: Readable.from([Buffer.from('a'), Buffer.from('b'.repeat(100_000))]) },
  ]))
    chunks.push(chunk);
  expect(unzip(Buffer.concat(chunks))).toEqual({ 'é.csv': `a${'b'.repeat(100_000)}` });
});

/** Entries by way of the central directory, as archive programs read them. */
function unzip(archive: Buffer): Record<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files: Record<string, string> = {};
  let at = archive.readUInt32LE(end + 16);
  for (let entry = 0; entry < archive.readUInt16LE(end + 10); entry += 1) {
    const [packed, size, nameLength, start] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 24),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ];
    const body = inflateRawSync(archive.subarray(start + 30 + nameLength, start + 30 + nameLength + packed));
    expect(body.length).toBe(size);
    files[archive.subarray(at + 46, at + 46 + nameLength).toString()] = body.toString();
    at += 46 + nameLength;
  }
  return files;
}
