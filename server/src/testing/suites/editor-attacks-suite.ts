import { expect, test } from 'vitest';
import type { BirthsKind } from '../engines/births.ts';
import type { EditorApp } from '../editor-app.ts';

type Hostile = { readonly sql: string; readonly schema?: string; readonly catalog?: string };

/** What is closed under its path, asked for from where it lies, and in letters that the database takes for others. */
const places: Readonly<Record<BirthsKind, readonly Hostile[]>> = {
  duckdb: [{ sql: 'SELECT * FROM pg_catalog.pg_settings' }, { sql: 'SELECT * FROM pg_settings', schema: 'pg_catalog' }],
  sqlite: [],
  postgresql: [{ sql: 'SELECT * FROM pg_settings', schema: 'pg_catalog' }],
  mariadb: [
    { sql: 'SELECT * FROM processlist', schema: 'information_schema' },
    { sql: 'SELECT * FROM `PROCESSLIST` AS p', schema: 'INFORMATION_SCHEMA' },
    { sql: 'SELECT * FROM information_schema.processl\u0130st' },
    { sql: 'SELECT * FROM processl\u0130st', schema: '\u0130nformation_schema' },
    { sql: 'SELECT * FROM user', schema: 'mysql' },
    { sql: 'DESCRIBE threads', schema: 'Performance_Schema' },
  ],
  mysql: [
    { sql: 'SELECT * FROM processlist', schema: 'information_schema' },
    { sql: 'SELECT * FROM information_schema.processl\u0130st' },
    { sql: 'SELECT * FROM session', schema: 'sys' },
  ],
  clickhouse: [
    { sql: 'SELECT * FROM processes', schema: 'system' },
    { sql: 'SELECT * FROM tables', schema: 'INFORMATION_SCHEMA' },
    { sql: 'EXPLAIN SELECT * FROM users', schema: 'system' },
  ],
  trino: [
    { sql: 'SELECT * FROM queries', catalog: 'system', schema: 'runtime' },
    { sql: 'SELECT * FROM runtime.nodes', catalog: 'SYSTEM' },
    { sql: 'SELECT * FROM tables', schema: 'system' },
  ],
};

/** What somebody tries who has an account, on every database. */
export function attackSuite(kind: BirthsKind, it: () => EditorApp): void {
  test('[attack 26] what is closed stays closed to queries that look for bare names in it', async () => {
    for (const as of [it().user, it().adminId])
      for (const { sql, ...place } of places[kind]) {
        const { code } = await it().run(as, sql, place);
        expect([sql, place, code]).toEqual([sql, place, 'statement_refused']);
      }
  });

  test('[attack 23] a table is granted in its catalog, and in no other', async () => {
    if (kind !== 'trino') return;
    const read = (sql: string, catalog: string) => it().run(it().limited, sql, { catalog });
    for (const sql of ['SELECT count(*) AS n FROM birth_names', 'SELECT count(*) AS n FROM main.birth_names']) {
      expect((await read(sql, 'memory')).rows).toEqual([[120]]);
      expect((await read(sql, 'other')).code).toBe('table_denied');
    }
    expect((await read('SELECT count(*) AS n FROM memory.main.birth_names', 'other')).rows).toEqual([[120]]);
  });

  test('[attack 28] the cost of a query over rows that a rule hides is not estimated', () =>
    it().withRules(async (run, ruled) => {
      if (kind === 'duckdb' || kind === 'sqlite') return;
      const payload = {
        database_id: it().database,
        schema: 'main',
        sql: "SELECT * FROM birth_names WHERE name = 'Amy'",
      };
      const ask = (as: number) => ruled.request({ method: 'POST', url: '/api/v1/sqllab/estimate/', as, payload });
      expect((await ask(it().user)).statusCode).toBe(200);
      expect((await ask(it().bound)).headers['x-error-code']).toBe('rules_unheld');
      await it().change({ extra: JSON.stringify({ cost_estimate_enabled: true, cost_threshold: 1 }) });
      expect((await run(it().bound, payload.sql)).status).toBe(200);
      await it().change({ extra: '{}' });
    }));
}
