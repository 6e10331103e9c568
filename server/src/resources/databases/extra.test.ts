import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findClickhouse, startClickhouse } from '../../testing/engines/clickhouse.ts';
import { findPostgres, startPostgres } from '../../testing/engines/databases.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

type Real = { readonly parameters: object; readonly stop: () => Promise<unknown> };

async function realPostgres(): Promise<Real> {
  const server = await startPostgres();
  const url = await server.createDatabase();
  const { hostname, port, pathname, username } = new URL(url);
  await server.run(
    url,
    "CREATE TABLE visits (ds date, n int) PARTITION BY RANGE (ds); COMMENT ON TABLE visits IS 'who came'; " +
      'CREATE TABLE whole (n int)',
  );
  return {
    parameters: { host: hostname, port: Number(port), database: pathname.slice(1), username, sslmode: 'disable' },
    stop: server.stop,
  };
}

async function realClickhouse(): Promise<Real> {
  const server = await startClickhouse([
    "CREATE TABLE visits (ds Date, n Int64) ENGINE = MergeTree PARTITION BY (ds, n) ORDER BY n COMMENT 'who came'",
    "INSERT INTO visits VALUES ('2024-03-08', 7), ('2024-03-09', 2)",
    'CREATE TABLE whole (n Int64) ENGINE = MergeTree ORDER BY n',
  ]);
  return {
    parameters: { host: '127.0.0.1', port: server.port, database: 'default', username: 'tester', sslmode: 'disable' },
    stop: server.stop,
  };
}

const engines = [
  // Its partitions are ranges: none of them is a value.
  {
    engine: 'postgresql',
    isThere: findPostgres() !== null,
    start: realPostgres,
    schema: 'public',
    partitions: { cols: ['ds'], latest: null },
  },
  {
    engine: 'clickhouse',
    isThere: findClickhouse() !== null,
    start: realClickhouse,
    schema: 'default',
    partitions: { cols: ['ds', 'n'], latest: { ds: '2024-03-09', n: '2' } },
  },
];

for (const { engine, isThere, start, schema, partitions } of engines)
  describe.skipIf(!isThere)(engine, () => {
    let server: TestApp;
    let real: Real;
    let id: number;
    beforeAll(async () => {
      [server, real] = await Promise.all([testApp(), start()]);
      const made = await server.request({
        method: 'POST',
        url: '/api/v1/database/',
        as: server.adminId,
        payload: { database_name: engine, engine, parameters: real.parameters },
      });
      id = made.json().id;
    });
    afterAll(async () => {
      await server.close();
      await real.stop();
    });
    const extra = async (path: string) =>
      (await server.request({ url: `/api/v1/database/${id}/${path}`, as: server.adminId })).json();

    test('[7.2-03] what else is known of a table: its comment and its partitions', async () => {
      expect(await extra('table_metadata/extra/?name=visits')).toEqual({
        metadata: { comment: 'who came' },
        partitions,
      });
      expect(await extra(`table_extra/visits/${schema}/`)).toEqual({ metadata: { comment: 'who came' }, partitions });
      expect(await extra('table_metadata/extra/?name=whole')).toEqual({});
    });
  });
