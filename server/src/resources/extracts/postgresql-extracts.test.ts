import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../../testing/engines/databases.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import type { ExtractItem } from './schema.ts';

describe.skipIf(process.env['CI'] !== 'true' && findPostgres() === null)('an extract of PostgreSQL', () => {
  let it: TestApp;
  let postgres: TestPostgres;
  let address: string;
  let dataset: number;
  let ana: number;

  const make = async (url: string, payload: object): Promise<number> => {
    const answer = await it.request({ method: 'POST', url: `/api/v1/${url}`, as: it.adminId, payload });
    if (answer.statusCode !== 201) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
    return answer.json<{ id: number }>().id;
  };
  const look = async (): Promise<ExtractItem> =>
    (await it.request({ url: `/api/v1/dataset/${dataset}/extract`, as: it.adminId })).json().result;
  const refreshed = async (body = {}): Promise<ExtractItem> => {
    const url = `/api/v1/dataset/${dataset}/extract/refresh`;
    const { statusCode } = await it.request({ method: 'POST', url, as: it.adminId, payload: body });
    expect(statusCode).toBe(202);
    await vi.waitFor(async () => expect((await look()).refresh).toBeNull(), { timeout: 20_000, interval: 50 });
    return look();
  };
  const ask = async (query: object, as = it.adminId, more = {}) => {
    const payload = { datasource: { id: dataset, type: 'table' }, queries: [query], ...more };
    const answer = await it.request({ method: 'POST', url: '/api/v1/chart/data', as, payload });
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
    return answer.json().result[0];
  };
  const isRead = async (query: object, as = it.adminId) =>
    (await ask(query, as, { result_type: 'explain' })).extract as { is_read: boolean; reason: string | null };
  const sql = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'm' });

  beforeAll(async () => {
    it = await testApp({ scriptFolder: builtServer });
    postgres = await startPostgres();
    address = await postgres.createDatabase();
    await postgres.run(
      address,
      `CREATE TABLE events (id bigint, region text, price numeric(10,2), ratio double precision, at timestamptz,
         day date, flag boolean, raw jsonb);
       INSERT INTO events SELECT i, CASE WHEN i % 3 = 0 THEN 'EU' ELSE 'US' END, i * 1.25, i / 7.0,
         TIMESTAMPTZ '2024-01-01 00:00:00+00' + i * INTERVAL '1 hour', DATE '2024-01-01' + (i / 24)::int, i % 2 = 0,
         '{}' FROM generate_series(1, 500) AS i;
       INSERT INTO events VALUES (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);`,
    );
    const { host, port, username, pathname } = new URL(address);
    const database = await make('database/', {
      database_name: 'pg',
      engine: 'postgresql',
      parameters: {
        host: host.split(':')[0],
        port: Number(port),
        username: decodeURIComponent(username),
        database: pathname.slice(1),
        sslmode: 'disable',
      },
    });
    dataset = await make('dataset/', { database, schema: 'public', table_name: 'events' });
    const { result } = (await it.request({ url: `/api/v1/dataset/${dataset}`, as: it.adminId })).json();
    const columns = result.columns.map(({ id, column_name }: { id: number; column_name: string }) => ({
      id,
      column_name,
    }));
    await it.request({
      method: 'PUT',
      url: `/api/v1/dataset/${dataset}`,
      as: it.adminId,
      payload: {
        columns: [
          ...columns,
          { column_name: 'half', expression: 'id / 2', type: 'BIGINT', type_generic: 0 },
          { column_name: 'hours_ago', expression: 'EXTRACT(hour FROM now() - at)', type: 'DOUBLE PRECISION' },
        ],
        metrics: [
          { metric_name: 'count', expression: 'COUNT(*)' },
          { metric_name: 'total', expression: 'SUM(price)' },
          { metric_name: 'mean', expression: 'SUM(price) / COUNT(*)' },
        ],
      },
    });
    const role = await buildRole(it.metadata.db, {
      pairs: ['can_read Chart', `datasource_access dataset:${dataset}`],
    });
    ana = await buildUser(it.metadata.db, { username: 'ana', roles: [role] });
    await make('rowlevelsecurity/', {
      name: 'Europe only',
      filter_type: 'Regular',
      tables: [dataset],
      roles: [role],
      // In the SQL of the source, which the embedded engine reads otherwise: 7 / 2 is 3.
      clause: "region = 'EU' AND id / 2 > 3",
    });
    await it.request({
      method: 'PUT',
      url: `/api/v1/dataset/${dataset}/extract`,
      as: it.adminId,
      payload: { schedule: { kind: 'never' }, watermark: 'at' },
    });
    await vi.waitUntil(async () => (await look()).extract !== null, { timeout: 20_000, interval: 50 });
  });
  afterAll(async () => {
    await it.close();
    await postgres.stop();
  });

  const byDay = {
    columns: [{ columnType: 'BASE_AXIS', expressionType: 'SQL', sqlExpression: 'at', label: 'at', timeGrain: 'P1D' }],
    metrics: ['count', 'total'],
    orderby: [['count', false]],
    row_limit: 100,
  };
  const queries: readonly (readonly [string, object])[] = [
    ['by day', byDay],
    ['raw rows', { columns: ['id', 'region', 'price', 'ratio', 'at', 'day', 'flag'], orderby: [['id', true]] }],
    [
      'by what the source calculates',
      { columns: ['half'], metrics: ['count'], orderby: [['half', true]], row_limit: 9 },
    ],
    [
      'within a range',
      { ...byDay, filters: [{ col: 'at', op: 'TEMPORAL_RANGE', val: '2024-01-03 : 2024-01-05T06:00:00' }] },
    ],
    [
      'simple metrics and filters',
      {
        columns: ['region', 'flag'],
        metrics: [
          { expressionType: 'SIMPLE', column: { column_name: 'id' }, aggregate: 'AVG', label: 'a' },
          { expressionType: 'SIMPLE', column: { column_name: 'region' }, aggregate: 'COUNT_DISTINCT', label: 'd' },
        ],
        filters: [
          { col: 'region', op: 'IN', val: ['EU', 'US', null] },
          { col: 'price', op: '>=', val: 12.5 },
        ],
        orderby: [
          ['region', true],
          ['flag', true],
        ],
      },
    ],
  ];

  test.each(queries)('answers as its source does: %s', async (_, query) => {
    for (const as of [it.adminId, ana]) {
      expect(await isRead(query, as)).toMatchObject({ is_read: true });
      const fromExtract = await ask(query, as);
      // At the source, where what is written in its SQL can be asked alone.
      const plain = { ...query, extras: { where: 'id IS NOT NULL OR id IS NULL' } };
      expect(await isRead(plain, as)).toMatchObject({ is_read: false });
      const fromSource = await ask(plain, as);
      expect(fromExtract.data).toEqual(fromSource.data);
      expect(fromExtract.coltypes).toEqual(fromSource.coltypes);
    }
  });

  test('[attack 28] a rule of the source leaves the same rows in the extract', async () => {
    const counted = { columns: [], metrics: ['count'], row_limit: 1 };
    expect([(await isRead(counted, ana)).is_read, (await ask(counted, ana)).data[0].count]).toEqual([true, 164]);
    expect((await ask(counted)).data[0].count).toBe(501);
  });

  test('what only the source can say is asked there, with the reason', async () => {
    const grouped = { columns: ['region'], metrics: ['count'] };
    for (const [query, reason] of [
      [{ ...grouped, metrics: ['mean'] }, 'An expression is written in the SQL of the source.'],
      [{ ...grouped, metrics: [sql('SUM(price) / 2')] }, 'An expression is written in the SQL of the source.'],
      [{ ...grouped, columns: ['hours_ago'] }, 'An expression is written in the SQL of the source.'],
      [{ ...grouped, columns: ['raw'] }, 'The extract has no column raw.'],
      [
        { ...grouped, filters: [{ col: 'region', op: 'ILIKE', val: 'e%' }] },
        'The source compares with ILIKE in its own way.',
      ],
    ] as const)
      expect(await isRead(query)).toMatchObject({ is_read: false, reason });
    expect((await look()).extract?.left_out).toEqual(['raw']);
  });

  test('a watermark adds what is newer, once, and what came late at the last moment', async () => {
    const counted = { columns: [], metrics: ['count', sql('COUNT(DISTINCT id)')], row_limit: 1 };
    const ids = { columns: [], metrics: ['count'], row_limit: 1 };
    expect((await look()).extract).toMatchObject({ rows: 501 });
    await postgres.run(
      address,
      `DELETE FROM events WHERE id < 100;
       INSERT INTO events (id, at) SELECT i, TIMESTAMPTZ '2024-01-01 00:00:00+00' + i * INTERVAL '1 hour'
         FROM generate_series(501, 510) AS i;
       INSERT INTO events (id, at) SELECT 9000, max(at) FROM events WHERE id <= 500;`,
    );
    expect((await refreshed()).extract).toMatchObject({ rows: 512, version: 2 });
    expect((await ask(ids)).data[0].count).toBe(512);
    expect((await refreshed()).extract?.rows).toBe(512);
    // Rows that went are seen by whoever reads all of them.
    expect((await refreshed({ all: true })).extract?.rows).toBe(413);
    expect(counted.metrics).toHaveLength(2);
  });
});
