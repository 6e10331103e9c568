import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editorApp, type EditorApp } from '../testing/editor-app.ts';
import { birthsEngines } from '../testing/engines/births-engines.ts';
import { resultsIn, runLines } from '../testing/run-lines.ts';

const bytes = {
  sql: "ST_GeomFromText('POINT(1 2)')",
  shown: '\\x000000000101000000000000000000f03f0000000000000040',
};
const shapes = { postgresql: { sql: 'point(1, 2)', shown: '(1,2)' }, mariadb: bytes, mysql: bytes };
const exact = '9007199254740993.25';

for (const kind of ['postgresql', 'mariadb', 'mysql'] as const)
  describe.skipIf(!birthsEngines[kind].isHere())(`values of results on ${kind}`, () => {
    let it: EditorApp;
    const folder = mkdtempSync(join(tmpdir(), 'tessera-values-'));
    beforeAll(async () => {
      it = await editorApp(kind);
    }, 120_000);
    afterAll(async () => {
      await it?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('decimals stay exact in files and in queries over the result', async () => {
      const sql = `SELECT CAST(${exact} AS DECIMAL(20, 2)) AS big, ${exact} AS open_one UNION ALL SELECT 0.1, NULL`;
      const { query, rows } = await it.run(it.adminId, sql, { client_id: 'exact' });
      expect(rows).toContainEqual([exact, exact]);
      const key = String(query['resultsKey']);
      const over = await it.request({
        method: 'POST',
        url: '/api/v1/sqllab/results/query/',
        as: it.adminId,
        payload: { sources: [{ name: 'result', key }], sql: 'SELECT max(big) AS m, max(open_one) AS n FROM result' },
      });
      expect(resultsIn(runLines(over.body))[0]?.columns).toEqual([[exact], [exact]]);
      const file = await it.request({ url: '/api/v1/sqllab/export/exact/?format=parquet', as: it.adminId });
      const path = join(folder, 'rows.parquet');
      writeFileSync(path, file.rawPayload);
      const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
      const read = await duckdb.runAndReadAll(`SELECT max(big)::VARCHAR, max(open_one)::VARCHAR FROM '${path}'`);
      expect(read.getRows()).toEqual([[exact, exact]]);
    });

    test('in queries over a result numbers wider than any type of the engine count and sort by value', async () => {
      // MySQL and MariaDB have at most 65 digits, and 30 or 38 of them behind the point.
      const wide = `${'9'.repeat(40)}.12345`;
      const third = '0.333333333333333333333333333333';
      const sql =
        "SELECT 9 AS small, CAST('12345678901234567890' AS DECIMAL(65, 30)) AS broad, " +
        `CAST('${wide}' AS DECIMAL(65, 5)) AS huge ` +
        `UNION ALL SELECT 10, CAST(${third} AS DECIMAL(65, 30)), CAST(9 AS DECIMAL(65, 5))`;
      const { query } = await it.run(it.adminId, sql, { client_id: 'wide' });
      const over = await it.request({
        method: 'POST',
        url: '/api/v1/sqllab/results/query/',
        as: it.adminId,
        payload: {
          sources: [{ name: 'result', key: String(query['resultsKey']) }],
          sql:
            'SELECT max(small) AS a, max(broad)::HUGEINT::VARCHAR AS b, sum(huge) > 1e40 AS c, max(huge) > 9 AS d ' +
            'FROM result',
        },
      });
      expect(resultsIn(runLines(over.body))[0]?.columns).toEqual([[10], ['12345678901234567890'], [false], [true]]);
    });

    test('an integer of a template parameter has all of its digits', async () => {
      const templateParams = '{"n": 12345678901234567890}';
      const { rows } = await it.run(it.adminId, "SELECT '{{ n }}' AS n", { templateParams });
      expect(rows).toEqual([['12345678901234567890']]);
    });

    test('a statement that ends too soon is wrong at its end, in words without a limit that nobody wrote', async () => {
      const sql = 'SELECT num FROM birth_names WHERE ';
      const { body, code } = await it.run(it.user, sql);
      expect(code).toBe('source_syntax');
      expect(body).toMatch(/ends too soon/);
      expect(body).not.toMatch(/LIMIT/);
      expect(body).toMatch(/"line":1,"column":34/);
    });

    test('shapes are what the database writes of them, or their bytes', async () => {
      const { sql, shown } = shapes[kind];
      const { rows } = await it.run(it.user, `SELECT ${sql} AS p, NULL AS n`);
      expect(rows).toEqual([[shown, null]]);
    });
  });
