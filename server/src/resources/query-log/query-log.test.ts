import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoggedQuery } from '../../chart-data/edge/query-log.ts';
import { buildChart, buildDashboard, buildPlainDataset } from '../../testing/content.ts';
import { metadataKinds, type MetadataKind } from '../../testing/metadata-kinds.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';
import { createQueryRecorder } from './recorder.ts';
import { createQueryLogStore, type NewQueryLogRow } from './store.ts';

const TEST_NOW_MS = Date.UTC(2026, 2, 2, 10);
const HOSTILE = `"><img src=x onerror=alert(1)> \u202e'; DROP TABLE query_log; --`;

for (const { name, isHere, start } of metadataKinds)
  describe.skipIf(!isHere)(`the log in ${name}`, () => {
    let kind: Awaited<ReturnType<MetadataKind['start']>>;
    let it: SalesApp;
    let dataset: number;

    beforeAll(async () => {
      kind = await start();
      it = await salesApp(
        [`CREATE TABLE sales AS SELECT i % 3 AS region FROM range(30) AS r(i)`],
        {},
        await kind.open(),
      );
      ({ dataset } = it);
    });
    afterAll(async () => {
      await it?.close();
      await kind?.stop();
    });

    const ask = (query: object, more: object = {}) =>
      it.request({
        method: 'POST',
        url: '/api/v1/chart/data',
        as: it.adminId,
        payload: {
          datasource: { id: dataset, type: 'table' },
          queries: [query],
          form_data: { slice_id: 7, dashboardId: 3 },
          ...more,
        },
      });
    const logged = async (q = '') =>
      (
        await it.request({
          url: `/api/v1/querylog/?q=${encodeURIComponent(`(page_size:100,order_column:id,order_direction:asc${q})`)}`,
          as: it.adminId,
        })
      ).json().result as readonly Record<string, unknown>[];

    test('every query is logged, with who asked, what, of which objects, and what came of it', async () => {
      const query = { columns: ['region'], metrics: ['count'] };
      await ask(query);
      await ask(query);
      await ask({ ...query, metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(nope)', label: 'x' }] });
      await ask(query, { result_format: 'csv' });
      await ask(query, { result_type: 'query' });
      await expect.poll(async () => (await logged()).length).toBe(4);
      const rows = await logged();
      expect(
        rows.map(({ source, status, error_code: code, rows: count, is_cached: cached }) => [
          source,
          status,
          code,
          count,
          cached,
        ]),
      ).toEqual([
        ['chart', 'success', null, 3, false],
        ['chart', 'success', null, 3, true],
        ['chart', 'failed', 'source_column_missing', null, false],
        ['download', 'success', null, 3, false],
      ]);
      expect(rows[0]).toMatchObject({
        user_id: it.adminId,
        database_name: 'sales',
        dataset_id: dataset,
        dataset_name: 'sales',
        chart_id: 7,
        dashboard_id: 3,
        kind: 'full',
        start_time: Date.UTC(2026, 2, 2, 10),
      });
      expect(String(rows[0]?.['sql'])).toContain('GROUP BY "region"');
      // A request may name any number.
      expect([rows[0]?.['chart'], rows[0]?.['dashboard'], rows[0]?.['dataset'], rows[0]?.['error']]).toEqual([
        null,
        null,
        { table_name: 'sales', is_deleted: false },
        null,
      ]);
      expect([rows[2]?.['error'], rows[2]?.['sql']]).toEqual([
        expect.stringContaining('nope'),
        expect.stringContaining('SUM(nope)'),
      ]);
      expect((await logged(',filters:!((col:status,opr:eq,value:failed))')).length).toBe(1);
      expect((await logged(",filters:!((col:sql,opr:all_text,value:'group by'))")).length).toBe(4);
      const [first] = rows;
      expect(
        (await it.request({ url: `/api/v1/querylog/${Number(first?.['id'])}`, as: it.adminId })).json().result,
      ).toMatchObject({ status: 'success', is_cached: false });
    });

    test('the log tells what objects are called today and which are gone', async () => {
      const { db } = it.metadata;
      const kept = await buildChart(db, { slice_name: HOSTILE });
      const gone = await buildChart(db, { slice_name: 'Gone', deleted_on: '2026-03-01T00:00:00.000Z' });
      const dashboard = await buildDashboard(db, { dashboard_title: HOSTILE, deleted_on: '2026-03-01T00:00:00.000Z' });
      const other = await buildPlainDataset(db, { table_name: 'lost', deleted_on: '2026-03-01T00:00:00.000Z' });
      const row = (chart: number, minutesAgo: number): NewQueryLogRow => ({
        start_time: new Date(TEST_NOW_MS - minutesAgo * 60_000).toISOString(),
        duration_ms: 1,
        user_id: null,
        username: 'guest',
        source: 'chart',
        kind: 'full',
        database_id: 900,
        database_name: 'far',
        dataset_id: other,
        dataset_name: 'lost once',
        chart_id: chart,
        dashboard_id: dashboard,
        status: 'failed',
        error_code: 'internal',
        error: null,
        rows: null,
        is_cached: 0,
        sql: null,
      });
      await createQueryLogStore(db).append([row(kept, 30), row(gone, 90)]);
      const lost = `,filters:!((col:dataset,opr:rel_o_m,value:${other})`;
      expect(
        (await logged(`${lost})`)).map(({ chart, dashboard: on, dataset: of, user }) => [chart, on, of, user]),
      ).toEqual([
        [
          { slice_name: HOSTILE, is_deleted: false },
          { dashboard_title: HOSTILE, is_deleted: true },
          { table_name: 'lost', is_deleted: true },
          null,
        ],
        [
          { slice_name: 'Gone', is_deleted: true },
          { dashboard_title: HOSTILE, is_deleted: true },
          { table_name: 'lost', is_deleted: true },
          null,
        ],
      ]);
      expect(
        (await logged(`${lost},(col:start_time,opr:newer_than,value:3600))`)).map((one) => one['chart_id']),
      ).toEqual([kept]);
      expect(
        (await logged(`${lost},(col:start_time,opr:newer_than,value:7200))`)).map((one) => one['chart_id']),
      ).toEqual([kept, gone]);
      expect(await logged(`${lost},(col:database,opr:rel_o_m,value:901))`)).toEqual([]);
      const nonsense = await it.request({
        url: `/api/v1/querylog/?q=${encodeURIComponent('(filters:!((col:start_time,opr:newer_than,value:soon)))')}`,
        as: it.adminId,
      });
      expect([nonsense.statusCode, nonsense.body]).toEqual([400, expect.stringContaining('Not a valid integer.')]);
      const choices = async (column: string) =>
        (await it.request({ url: `/api/v1/querylog/related/${column}`, as: it.adminId }))
          .json()
          .result.map(({ text }: { readonly text: string }) => text);
      expect(await choices('dataset')).toEqual([expect.stringMatching(/^lost · Database/), 'sales · sales']);
      // Nothing was asked of the database of the dataset that is lost.
      expect(await choices('database')).toEqual(['sales']);
      expect(await choices('user')).toHaveLength(1);
    });
  });

const entry = (startMs: number, printed: () => string): LoggedQuery => ({
  startMs,
  durationMs: 2.6,
  userId: 1,
  username: 'ana',
  source: 'chart',
  kind: 'full',
  dataset: { id: 1, name: 'd', databaseId: 2, databaseName: 'b' },
  path: 'own',
  chartId: null,
  dashboardId: null,
  status: 'success',
  errorCode: null,
  error: null,
  rows: 1,
  isCached: true,
  key: 'same',
  sql: printed,
});

test('entries are written together, and each statement is printed once', async () => {
  const written: NewQueryLogRow[][] = [];
  let printed = 0;
  const at = Date.UTC(2026, 0, 31);
  const recorder = createQueryRecorder({
    store: { append: async (rows) => void written.push([...rows]) },
    warn: () => undefined,
    waitMs: 60_000,
  });
  for (let n = 0; n < 5; n += 1)
    recorder.record(
      entry(at, () => {
        printed += 1;
        return 'SELECT 1';
      }),
    );
  await recorder.flush();
  expect([written.map((rows) => rows.length), printed, written[0]?.[4]]).toEqual([
    [5],
    1,
    expect.objectContaining({ sql: 'SELECT 1', duration_ms: 3 }),
  ]);
  await recorder.flush();
  expect(written).toHaveLength(1);
  await recorder.close();
});

test('an entry whose statement cannot be printed, because it was refused, takes no other along', async () => {
  const written: NewQueryLogRow[] = [];
  const recorder = createQueryRecorder({
    store: { append: async (rows) => void written.push(...rows) },
    warn: () => undefined,
    waitMs: 60_000,
  });
  recorder.record({
    ...entry(0, () => {
      throw new Error('refused');
    }),
    key: 'refused',
  });
  recorder.record(entry(0, () => 'SELECT 1'));
  await recorder.flush();
  expect(written.map(({ sql }) => sql)).toEqual([null, 'SELECT 1']);
});

test('a store that is down costs entries, never an answer or memory without end', async () => {
  const lost: number[] = [];
  const recorder = createQueryRecorder({
    store: { append: async () => Promise.reject(new Error('down')) },
    warn: (_, dropped) => void lost.push(dropped),
    waitMs: 60_000,
    maxWaiting: 3,
  });
  for (let n = 0; n < 10; n += 1) recorder.record(entry(0, () => ''));
  await recorder.flush();
  expect(lost).toEqual([10]);
});
