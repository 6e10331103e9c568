import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createResultFiles } from '../../sql-runs/result-files.ts';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { endIn, queryIn, resultsIn, runLines } from '../../testing/run-lines.ts';
import { childrenOf } from '../../testing/processes/real-server.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;
let ana: number;
let ben: number;
/** Of a result with one cell. */
let one: string;

beforeAll(async () => {
  it = await salesApp([`CREATE TABLE sales AS SELECT i AS id, 'region ' || i % 3 AS region FROM range(3000) AS r(i)`]);
  await it.metadata.db.updateTable('databases').set({ expose_in_sqllab: 1 }).execute();
  const role = await buildRole(it.metadata.db, { pairs: [`database_access database:${it.database}`] });
  ana = await buildUser(it.metadata.db, { roles: ['sql_lab', role] });
  ben = await buildUser(it.metadata.db, { roles: ['sql_lab', role] });
  one = await run('SELECT 1 AS a');
});
afterAll(() => it?.close());

/** Run SQL. @returns the key of its result */
async function run(sql: string, as = ana): Promise<string> {
  const answer = await it.request({
    method: 'POST',
    url: '/api/v1/sqllab/execute/',
    as,
    payload: { database_id: it.database, sql },
    headers: { accept: 'application/x-ndjson' },
  });
  return queryIn(runLines(answer.body)).resultsKey ?? '';
}
type Source = { readonly name: string; readonly key: string; readonly statement?: number };
const ask = (sources: readonly Source[], sql: string, more: object = {}, as = ana) =>
  it.request({
    method: 'POST',
    url: '/api/v1/sqllab/results/query/',
    as,
    payload: { sources, sql, ...more },
  });
const columnsOf = async (sources: readonly Source[], sql: string, more: object = {}) => {
  const answer = await ask(sources, sql, more);
  expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([200, expect.any(String)]);
  const lines = runLines(answer.body);
  expect(endIn(lines)).toBe('success');
  return resultsIn(lines)[0];
};
const folder = (): string => join(it.config.home, 'results');
const tablesOf = (key: string): readonly string[] => readdirSync(folder()).filter((name) => name.startsWith(`${key}-`));

test('a result is a table: it is grouped, sorted and cut in the embedded engine', async () => {
  const key = await run('SELECT id, region FROM sales');
  const answer = await ask([{ name: 'result', key }], 'SELECT region, count(*) AS n FROM result GROUP BY 1 ORDER BY 1');
  expect(answer.headers['content-type']).toContain('application/x-ndjson');
  expect(resultsIn(runLines(answer.body))).toEqual([
    {
      names: ['region', 'n'],
      columns: [
        ['region 0', 'region 1', 'region 2'],
        [1000, 1000, 1000],
      ],
      tail: expect.objectContaining({ statement: 0, rows: 3, isCut: false, limitingFactor: 'NOT_LIMITED' }),
    },
  ]);
  const cut = await columnsOf([{ name: 'result', key }], 'SELECT id FROM result ORDER BY id DESC', { limit: 2 });
  expect(cut).toMatchObject({ columns: [[2999, 2998]], tail: { rows: 2, isCut: true, limitingFactor: 'DROPDOWN' } });
});

test('two results are joined, and the table of each is made once', async () => {
  const [left, right] = [await run('SELECT id, region FROM sales'), await run('SELECT 7 AS id, 42 AS price')];
  const both = [
    { name: 'l', key: left },
    { name: 'r', key: right },
  ];
  const joined = await columnsOf(both, 'SELECT l.region, r.price FROM l JOIN r USING (id)');
  expect(joined?.columns).toEqual([['region 1'], [42]]);
  await Promise.all([1, 2, 3].map(() => columnsOf(both, 'SELECT count(*) FROM l, r')));
  expect([tablesOf(left), tablesOf(right)]).toEqual([[`${left}-0.duckdb`], [`${right}-0.duckdb`]]);
});

test('the rows of any statement are asked for, those of the last one where none is named', async () => {
  const key = await run('SELECT 1 AS a; SELECT 2 AS b, 3 AS c');
  expect((await columnsOf([{ name: 't', key }], 'FROM t'))?.names).toEqual(['b', 'c']);
  expect((await columnsOf([{ name: 't', key, statement: 0 }], 'FROM t'))?.columns).toEqual([[1]]);
  expect((await ask([{ name: 't', key, statement: 7 }], 'FROM t')).statusCode).toBe(410);
});

test('values stay what they are: integers of any size, times, texts, flags, nothing, cells of a megabyte', async () => {
  const key = await run(`
    SELECT * FROM (VALUES
      (1, 170141183460469231731687303715884105727::HUGEINT, 1.25::DECIMAL(9, 2), 0.5::DOUBLE, 'a', true,
       TIMESTAMP '2024-05-06 07:08:09.123', DATE '2024-02-29', [1, 2], repeat('ä', 600000)),
      (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
    ) AS v(i, big, dec, dbl, txt, flag, ts, d, nested, long)`);
  const sources = [{ name: 'v', key }];
  const read = await columnsOf(sources, 'SELECT i, big, dec, dbl, txt, flag, ts, d, nested FROM v');
  expect(read?.columns).toEqual([
    [1, null],
    [170141183460469231731687303715884105727n, null],
    [1.25, null],
    [0.5, null],
    ['a', null],
    [true, null],
    [Date.UTC(2024, 4, 6, 7, 8, 9, 123), null],
    [Date.UTC(2024, 1, 29), null],
    ['[1,2]', null],
  ]);
  expect((await columnsOf(sources, 'SELECT max(length(long)) FROM v'))?.columns).toEqual([[600_000]]);
  // Big cells of an answer come whole.
  expect((await columnsOf(sources, 'SELECT long FROM v LIMIT 1'))?.columns).toEqual([['ä'.repeat(600_000)]]);
});

test('times stay times beside those without an end, and are written as times beside what is none', async () => {
  const key = await run(`
    SELECT * FROM (VALUES
      (1, TIMESTAMP '2024-05-06 07:08:09.000123', DATE '2024-02-29', TIMESTAMP '2024-05-06 07:08:09'),
      (2, TIMESTAMP 'infinity', DATE '-infinity', TIMESTAMP '290000-01-01 00:00:00'),
      (3, NULL, NULL, NULL)
    ) AS v(id, ts, d, far)`);
  const sql =
    'SELECT typeof(ts) || typeof(d) || typeof(far) AS types, ts, d, isinf(ts) AS endless, year(far::TIMESTAMP) AS y, ' +
    "date_trunc('hour', ts)::VARCHAR AS hour, far FROM v ORDER BY id";
  const types = 'TIMESTAMPDATEVARCHAR';
  expect((await columnsOf([{ name: 'v', key }], sql))?.columns).toEqual([
    [types, types, types],
    [Date.UTC(2024, 4, 6, 7, 8, 9) + 0.123, 'infinity', null],
    [Date.UTC(2024, 1, 29), '-infinity', null],
    [false, true, null],
    [2024, 290_000, null],
    ['2024-05-06 07:00:00', 'infinity', null],
    ['2024-05-06T07:08:09', '290000-01-01 00:00:00', null],
  ]);
});

test('integers beyond 128 bits stay integers, and numbers among them are numbers', async () => {
  const big = '115792089237316195423570985008687907853269984665640564039457584007913129639935';
  const key = await run(`SELECT '${big}'::BIGNUM AS wei, 9::DOUBLE AS n UNION ALL SELECT '9'::BIGNUM, 1.5`);
  const read = await columnsOf([{ name: 'v', key }], 'SELECT max(wei), min(wei), sum(wei), max(n) FROM v');
  expect(read?.columns).toEqual([[BigInt(big)], [9], [BigInt(big) + 9n], [9]]);
});

test('names that differ in their case alone, that are empty or hostile are columns of their own', async () => {
  const key = await run(`SELECT 1 AS "a", 2 AS "A", 3 AS "x""; DROP TABLE t --", 4 AS "__proto__"`);
  const found = await columnsOf([{ name: `odd"; name`, key }], 'SELECT * FROM "odd""; name"');
  expect(found).toMatchObject({
    names: ['a', 'A_1', 'x"; DROP TABLE t --', '__proto__'],
    columns: [[1], [2], [3], [4]],
  });
});

test('a result without rows is an empty table', async () => {
  const key = await run('SELECT id, region FROM sales WHERE id < 0');
  expect((await columnsOf([{ name: 't', key }], 'SELECT count(*) AS n, max(region) FROM t'))?.columns).toEqual([
    [0],
    [null],
  ]);
});

test('[attack 36] [attack 47] the result of another is not there, by name or joined', async () => {
  const [own, foreign] = [await run('SELECT 1 AS a'), await run('SELECT 2 AS a', ben)];
  for (const who of [ana, it.adminId])
    expect((await ask([{ name: 't', key: foreign }], 'FROM t', {}, who)).statusCode).toBe(410);
  const joined = await ask(
    [
      { name: 'l', key: own },
      { name: 'r', key: foreign },
    ],
    'FROM l, r',
  );
  expect([joined.statusCode, tablesOf(foreign)]).toEqual([410, []]);
  for (const key of ['nope', '../../metadata', '', `${foreign}x`])
    expect([410, 400]).toContain((await ask([{ name: 't', key }], 'FROM t')).statusCode);
});

test('[attack 47] who lost the database has lost its results', async () => {
  const role = await buildRole(it.metadata.db, { pairs: [`database_access database:${it.database}`] });
  const carl = await buildUser(it.metadata.db, { roles: ['sql_lab', role] });
  const key = await run('SELECT 1 AS a', carl);
  await it.metadata.db.deleteFrom('role_permissions').where('role_id', '=', role).execute();
  it.pass(60_000);
  await it.request({
    method: 'PUT',
    url: `/api/v1/security/roles/${role}`,
    as: it.adminId,
    payload: { name: 'Nothing any more' },
  });
  expect((await ask([{ name: 't', key }], 'FROM t', {}, carl)).statusCode).toBe(404);
});

describe('[attack 19] the engine is closed to files, the network, its settings, and to changes', () => {
  test.each([
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM glob('/*')",
    "SELECT getenv('PATH')",
    'SELECT * FROM duckdb_databases()',
    'SELECT * FROM duckdb_settings()',
    "ATTACH '/tmp/other.duckdb'",
    "COPY t TO '/tmp/out.csv'",
    'INSTALL httpfs',
    'SET enable_external_access = true',
    'PRAGMA database_list',
    'CREATE TABLE x AS FROM t',
    'DROP VIEW t',
    'INSERT INTO result_1.main.rows VALUES (1)',
    'SELECT 1; SELECT 2',
    '',
    'SELEC 1',
    "SELECT 'open",
  ])('%s', async (sql) => {
    const answer = await ask([{ name: 't', key: one }], sql);
    expect({ sql, isRefused: answer.statusCode >= 400 && answer.statusCode < 500 }).toEqual({ sql, isRefused: true });
  });
});

test.each([
  { case: 'no source', sources: [] },
  { case: 'two of one name', sources: ['a', 'A'] },
  { case: 'three', sources: ['a', 'b', 'c'] },
  { case: 'a name without letters', sources: [''] },
  { case: 'a name with a control character', sources: ['a\u0007'] },
])('sources are refused: $case', async ({ sources }) => {
  const key = one;
  expect(
    (
      await ask(
        sources.map((name) => ({ name, key })),
        'SELECT 1',
      )
    ).statusCode,
  ).toBe(400);
});

test('[attack 62] more rows than the editor shows are refused', async () => {
  const key = one;
  for (const limit of [0, -1, 1e9]) expect((await ask([{ name: 't', key }], 'FROM t', { limit })).statusCode).toBe(400);
});

test('an answer is bounded in its bytes, and what is larger is said so', async () => {
  const key = one;
  const answer = await ask([{ name: 't', key }], "SELECT repeat('x', 900000) || i AS t FROM range(1000) AS r(i)").catch(
    (error: unknown) => String(error),
  );
  // The first rows are on their way by then: the stream ends without its end.
  const lines = typeof answer === 'string' ? [] : answer.body.trimEnd().split('\n');
  expect(lines.some((line) => line.startsWith('{"end"'))).toBe(false);
});

test('[attack 61] one user has so many processes at a time, whatever they call their results', async () => {
  const key = await run('SELECT id FROM sales');
  const before = childrenOf(process.pid).length;
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, childrenOf(process.pid).length - before)), 50);
  const sql = 'SELECT count(*) FROM t, (FROM range(20000)) WHERE id % 7 = 1';
  const named = (at: number) => columnsOf([{ name: `t${at}`, key }], sql.replace('FROM t,', `FROM t${at},`));
  const all = await Promise.all(Array.from({ length: 24 }, (_, at) => named(at)));
  clearInterval(look);
  expect(all.map((one) => one?.tail?.rows)).toEqual(all.map(() => 1));
  // Six that are open, and others that still answer.
  expect(most).toBeLessThanOrEqual(11);
});

test('tables are swept with their results, and a result that is gone is gone', async () => {
  const [kept, old] = [await run('SELECT 1 AS a'), await run('SELECT 2 AS a')];
  for (const key of [kept, old]) await columnsOf([{ name: 't', key }], 'FROM t');
  writeFileSync(join(folder(), `${crypto.randomUUID()}-0.duckdb`), 'left alone');
  const files = createResultFiles({
    folder: folder(),
    maxBytes: Infinity,
    maxAgeMs: 3_600_000,
    ownersOf: async () => new Map(),
    now: () => Date.now(),
  });
  await files.remove(old);
  await files.sweep();
  expect([tablesOf(kept), tablesOf(old)]).toEqual([[`${kept}-0.duckdb`], []]);
  expect(
    readdirSync(folder())
      .filter((name) => name.endsWith('.duckdb'))
      .every((name) => tablesOf(name.slice(0, 36)).length > 0),
  ).toBe(true);
  expect((await ask([{ name: 't', key: old }], 'FROM t')).statusCode).toBe(410);
});
