import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;
/** Bound by a rule of a dataset that is a query, and by none of a table. */
let bound: number;
let rows: string;
beforeAll(async () => {
  it = await salesApp([`CREATE TABLE sales AS SELECT i AS id, 'region ' || i % 3 AS region FROM range(30) AS r(i)`]);
  const { db } = it.metadata;
  const allowed = { expose_in_sqllab: true, allow_dml: true, allow_ctas: true, allow_cvas: true };
  const database = { method: 'PUT', url: `/api/v1/database/${it.database}`, as: it.adminId, payload: allowed } as const;
  const { statusCode, body } = await it.request(database);
  if (statusCode !== 200) throw new Error(body);
  const role = await buildRole(db, { pairs: [`database_access database:${it.database}`, 'can_read Dataset'] });
  bound = await buildUser(db, { roles: ['sql_lab', role] });
  const sql = 'SELECT id, region FROM sales';
  const virtual = await it.make('dataset/', { database: it.database, schema: 'main', table_name: 'made', sql });
  await it.make('rowlevelsecurity/', {
    name: 'one region',
    filter_type: 'Regular',
    tables: [virtual],
    roles: [role],
    clause: "region = 'region 1'",
  });
  rows = `{{ dataset(${virtual}) }}`;
});
afterAll(() => it?.close());

async function run(sql: string, more: object = {}, as = bound) {
  const payload = { database_id: it.database, schema: 'main', sql, ...more };
  const answer = await it.request({ method: 'POST', url: '/api/v1/sqllab/execute/', as, payload });
  return { code: answer.headers['x-error-code'], body: answer.body };
}
const tells = (text: string): boolean => /region\W*=\W*'?region 1/i.test(text);

test('[attack 28] [attack 64] no database tells or stores the rules that a template brings', async () => {
  const select = `SELECT (SELECT COUNT(*) FROM ${rows}) AS n`;
  expect((await run(select)).code).toBeUndefined();
  const asked: readonly (readonly [string, object?])[] = [
    [`EXPLAIN ${select}`],
    [`EXPLAIN ANALYZE ${select}`],
    [`SELECT current_query() AS q, * FROM ${rows}`],
    [`CREATE VIEW kept AS ${select}`],
    [`CREATE TABLE kept AS SELECT (SELECT COUNT(*) FROM ${rows})`],
    [select, { select_as_cta: true, ctas_method: 'VIEW', tmp_table_name: 'kept' }],
    [`SELECT (SELECT COUNT(*) FROM ${rows})`, { select_as_cta: true, tmp_table_name: 'kept' }],
  ];
  for (const [sql, more] of asked) {
    const { code, body } = await run(sql, more);
    const refused = expect.stringMatching(/^(rules_unheld|statement_refused|template_invalid)$/);
    expect([sql, code, tells(body)]).toEqual([sql, refused, false]);
  }
  const made = await run('SELECT sql FROM duckdb_views(); SELECT * FROM duckdb_columns()');
  expect([made.code, tells(made.body)]).toEqual([undefined, false]);
});

test('whoever may read rules reads them in plans, and makes tables of what they leave', async () => {
  expect((await run(`EXPLAIN SELECT * FROM ${rows}`, {}, it.adminId)).code).toBeUndefined();
  expect((await run(`CREATE TABLE of_admin AS SELECT * FROM ${rows}`, {}, it.adminId)).code).toBeUndefined();
});
