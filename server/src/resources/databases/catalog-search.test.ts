import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import type { Engine } from '../../engines/engine.ts';
import { anonymous } from '../../principal.ts';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';
import { createCatalogService } from './catalog.ts';
import type { FoundTables, TableColumns, TableMetadata } from './schema.ts';
import type { DatabaseRow } from './store.ts';

const HOSTILE = `x" -- '; DROP TABLE sales`;
let it: SalesApp;
let ana: number;

beforeAll(async () => {
  it = await salesApp([
    'CREATE TABLE sales (id INTEGER PRIMARY KEY, region VARCHAR NOT NULL)',
    'CREATE TABLE lines (id INTEGER, sale_id INTEGER REFERENCES sales(id))',
    "COMMENT ON TABLE lines IS 'What was sold'",
    "COMMENT ON COLUMN lines.sale_id IS 'Of the sale'",
    'CREATE SCHEMA mart',
    'CREATE VIEW mart.sales_by_region AS SELECT region, count(*) AS n FROM sales GROUP BY 1',
    `CREATE TABLE mart."x"" -- '; DROP TABLE sales" (a INTEGER)`,
  ]);
  const role = await buildRole(it.metadata.db, { pairs: [`database_access database:${it.database}`] });
  ana = await buildUser(it.metadata.db, { roles: ['sql_lab', role] });
});
afterAll(() => it?.close());

const base = () => `/api/v1/database/${it.database}`;
const search = (q: string, as = ana) => it.request({ url: `${base()}/search_tables/?q=${encodeURIComponent(q)}`, as });
const columns = (tables: readonly object[], as = ana) =>
  it.request({ method: 'POST', url: `${base()}/columns/`, as, payload: { tables } });

test('tables of all schemas are found by a part of their names', async () => {
  const found = async (q: string) => (await search(q)).json<FoundTables>();
  expect(await found('(text:sales)')).toEqual({
    result: [
      { catalog: null, schema: 'main', name: 'sales', kind: 'table' },
      { catalog: null, schema: 'mart', name: 'sales_by_region', kind: 'view' },
      { catalog: null, schema: 'mart', name: HOSTILE, kind: 'table' },
    ],
    isCut: false,
  });
  expect(await found('(text:sales,limit:1)')).toMatchObject({ result: [{ name: 'sales' }], isCut: true });
  expect(await found('(text:mart.sal)')).toMatchObject({ result: [{ schema: 'mart' }, { schema: 'mart' }] });
  expect(await found('(text:sales,schema:mart)')).toMatchObject({
    result: [{ name: 'sales_by_region' }, { name: HOSTILE }],
  });
  expect(await found("(text:'DROP TABLE')")).toMatchObject({ result: [{ name: HOSTILE }] });
});

test.each(['(limit:0)', '(limit:501)', '(limit:1.5)', '(limit:many)', '(text:!(a))'])(
  'a search is refused: %s',
  async (q) => {
    expect((await search(q)).statusCode).toBe(400);
  },
);

test('columns and keys of several tables come in one answer; those that are not there are left out', async () => {
  const answer = await columns([{ name: 'none' }, { name: 'lines' }, { schema: 'mart', name: 'sales_by_region' }]);
  expect(answer.json<TableColumns>().result).toEqual([
    {
      at: 1,
      catalog: null,
      schema: 'main',
      name: 'lines',
      comment: 'What was sold',
      columns: [
        { name: 'id', type: 'INTEGER', nullable: true, comment: null },
        { name: 'sale_id', type: 'INTEGER', nullable: true, comment: 'Of the sale' },
      ],
      primaryKey: [],
      foreignKeys: [{ columns: ['sale_id'], schema: 'main', name: 'sales', toColumns: ['id'] }],
    },
    expect.objectContaining({ at: 2, schema: 'mart', foreignKeys: [], comment: null }),
  ]);
  expect((await columns([])).statusCode).toBe(400);
  expect((await columns(Array.from({ length: 51 }, () => ({ name: 'lines' })))).statusCode).toBe(400);
});

test('comments and what separates the rows come with the metadata of a table', async () => {
  const { body, ...answer } = await it.request({ url: `${base()}/table_metadata/?name=lines&schema=main`, as: ana });
  expect([answer.statusCode, JSON.parse(body) as TableMetadata]).toEqual([
    200,
    expect.objectContaining({ comment: 'What was sold', partitionedBy: [] }),
  ]);
});

test('[attack 38] who may not use a database finds no name in it', async () => {
  const stranger = await buildUser(it.metadata.db, { roles: ['sql_lab', 'Gamma'] });
  expect([
    (await search('(text:sales)', stranger)).statusCode,
    (await columns([{ name: 'sales' }], stranger)).statusCode,
  ]).toEqual([404, 404]);
});

test('names are read once and again when they are old, while the old ones answer', async () => {
  let now = 0;
  const asked: number[] = [];
  const waiting: (() => void)[] = [];
  const everyTable: Engine['everyTable'] = async (_catalog, { offset }) => {
    asked.push(offset);
    if (asked.length > 1) await new Promise<void>((resolve) => waiting.push(resolve));
    return [{ schema: 's', name: `table_${asked.length}`, kind: 'table' }];
  };
  const catalog = createCatalogService({
    databases: {
      find: async () => ({ id: 1, version: 1, extra: settings, engine: 'duckdb' }) as DatabaseRow,
      reach: async () => null,
    },
    engines: { engineFor: async () => ({ everyTable }) as unknown as Engine },
    now: () => now,
  });
  const settings = '{"metadata_cache_timeout":{"table_cache_timeout":10}}';
  const admin = { ...anonymous, kind: 'user', userId: 1, username: 'ann', isAdmin: true } as const;
  const found = async (force = false) =>
    (await catalog.search(admin, 1, { text: 'table', limit: 5, force })).tables.map(({ name }) => name);
  expect(await found()).toEqual(['table_1']);
  expect(await found()).toEqual(['table_1']);
  expect(asked).toHaveLength(1);
  now = 10_001;
  expect([await found(), await found()]).toEqual([['table_1'], ['table_1']]);
  await expect.poll(() => waiting.length).toBe(1);
  waiting.pop()?.();
  await expect.poll(found).toEqual(['table_2']);
  const forced = found(true);
  await expect.poll(() => waiting.length).toBe(1);
  waiting.pop()?.();
  expect(await forced).toEqual(['table_3']);
});

test('what a database fails to answer is reported, and requested again', async () => {
  let fails = true;
  const everyTable: Engine['everyTable'] = async () => {
    if (fails) throw new AppError('query_timeout', { seconds: 1 });
    return [{ schema: 's', name: 'found', kind: 'table' }];
  };
  const catalog = createCatalogService({
    databases: {
      find: async () => ({ id: 1, version: 1, extra: '{}', engine: 'duckdb' }) as DatabaseRow,
      reach: async () => null,
    },
    engines: { engineFor: async () => ({ everyTable }) as unknown as Engine },
    now: () => 0,
  });
  const admin = { ...anonymous, kind: 'user', userId: 1, username: 'ann', isAdmin: true } as const;
  const ask = () => catalog.search(admin, 1, { text: 'f', limit: 5 });
  await expect(ask()).rejects.toMatchObject({ code: 'query_timeout' });
  fails = false;
  expect((await ask()).tables).toHaveLength(1);
});
