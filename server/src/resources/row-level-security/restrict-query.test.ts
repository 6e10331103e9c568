import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '@tessera/core/fixtures/runs';
import { AppError } from '@tessera/core/errors/app-error';
import { rowsOf } from '@tessera/core/table';
import { printSource } from '@tessera/query/compile/source';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Source } from '@tessera/query/structured-query';
import { anonymous, type Principal } from '../../principal.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import type { EngineContext } from '../../engines/drivers/driver.ts';
import { driverOf } from '../../engines/drivers/drivers.ts';
import type { Engine } from '../../engines/engine.ts';
import { createSqlParsers, type SqlParsers } from '../../engines/verify/parsers.ts';
import { withVerification } from '../../engines/verify/verify.ts';
import { readerOf } from '../../engines/verify/readers.ts';
import { exactNames } from '../../engines/verify/table-places.ts';
import { findClickhouse, startClickhouse } from '../../testing/engines/clickhouse.ts';
import { findPostgres, startPostgres } from '../../testing/engines/databases.ts';
import { writeDuckdb } from '../../testing/engines/duckdb-file.ts';
import { findMariadb, startMariadb } from '../../testing/engines/mysql-servers.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { writeSqlite } from '../../testing/engines/sqlite-file.ts';
import { createRowSecurity, type RowRules } from './row-security.ts';
import type { TableRule } from './store.ts';
import { type Kind, queries } from '../../testing/ruled-queries.ts';

type Place = { readonly ruled: Engine; readonly filtered: Engine; readonly schema: string };

const kinds = (
  [
    ['duckdb', true],
    ['sqlite', true],
    ['postgresql', findPostgres() !== null],
    ['mysql', findMariadb() !== null],
    ['clickhouse', findClickhouse() !== null],
  ] as const
).flatMap(([kind, isHere]) => (isHere || process.env['CI'] === 'true' ? [kind] : []));
const folder = mkdtempSync(join(tmpdir(), 'tessera-ruled-'));
const closing: (() => Promise<void> | void)[] = [];
let context: EngineContext;
let parsers: SqlParsers;

beforeAll(async () => {
  const processes = builtServer;
  context = {
    processFolder: processes,
    dataFolders: [folder],
    temporary: join(folder, 'spill'),
    metadata: { kind: 'sqlite', file: join(folder, 'none.db') },
    allowedHosts: [],
    memoryMb: 256,
    idleMs: 60_000,
  };
  parsers = createSqlParsers(join(processes, 'sql-parser-worker.mjs'), 60_000);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
  await parsers.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Orders of two regions and what users earn; the rules leave the orders of the EU and users below 3. */
function tables(isFiltered: boolean, kind: Kind): readonly string[] {
  const engine = kind === 'clickhouse' ? ' ENGINE = Memory' : '';
  const orders = Array.from({ length: 8 }, (_, n) => ({
    id: n + 1,
    region: n % 2 === 0 ? 'EU' : 'US',
    amount: n % 2 === 0 ? n * 10 : 777_000 + n,
  })).filter(({ region }) => !isFiltered || region === 'EU');
  const people = Array.from({ length: 5 }, (_, n) => ({ id: n, pay: n < 3 ? n : 888_000 + n })).filter(
    ({ id }) => !isFiltered || id < 3,
  );
  const [number, text] = kind === 'clickhouse' ? ['Int32', 'String'] : ['INTEGER', 'VARCHAR(20)'];
  const other = dialectOf(kind).quote('ORDERS');
  return [
    `CREATE TABLE orders (id ${number}, region ${text}, amount ${number})${engine}`,
    `CREATE TABLE people (id ${number}, pay ${number})${engine}`,
    `CREATE TABLE items (id ${number}, orders ${number}, label ${text})${engine}`,
    `INSERT INTO orders VALUES ${orders.map(({ id, region, amount }) => `(${id}, '${region}', ${amount})`).join(', ')}`,
    `INSERT INTO people VALUES ${people.map(({ id, pay }) => `(${id}, ${pay})`).join(', ')}`,
    `INSERT INTO items VALUES (1, 10, 'a'), (2, 20, 'b'), (3, 30, 'c')`,
    ...(exactNames.has(kind)
      ? [`CREATE TABLE ${other} (id ${number})${engine}`, `INSERT INTO ${other} VALUES (91), (92)`]
      : []),
  ];
}

/** What SQLite reads like a table and opens under another name, or under none. */
const definitions: readonly string[] = [
  'CREATE TABLE parcels AS SELECT * FROM orders',
  'CREATE VIEW labelled (id, region, amount) AS SELECT * FROM parcels',
  'CREATE VIEW twice AS SELECT * FROM labelled',
  'CREATE VIRTUAL TABLE notes USING fts5(region, amount)',
  'INSERT INTO notes SELECT region, amount FROM orders',
  'CREATE VIEW noted AS SELECT * FROM main."notes"',
];

const openers: Readonly<Record<Kind, () => Promise<Place>>> = {
  duckdb: async () => {
    for (const [at, name] of ['ruled', 'filtered'].entries())
      await writeDuckdb(join(folder, `${name}.duckdb`), ...tables(at === 1, 'duckdb'));
    return {
      ruled: open('duckdb', { path: 'ruled.duckdb' }),
      filtered: open('duckdb', { path: 'filtered.duckdb' }),
      schema: 'main',
    };
  },
  sqlite: async () => {
    for (const [at, name] of ['ruled', 'filtered'].entries())
      writeSqlite(
        join(folder, `${name}.db`),
        ...tables(at === 1, 'sqlite'),
        'CREATE VIEW seen AS SELECT * FROM orders',
        ...definitions,
      );
    return {
      ruled: open('sqlite', { path: 'ruled.db' }),
      filtered: open('sqlite', { path: 'filtered.db' }),
      schema: 'main',
    };
  },
  postgresql: async () => {
    const server = await startPostgres();
    closing.push(server.stop);
    const opened = async (isFiltered: boolean) => {
      const address = await server.createDatabase();
      for (const statement of tables(isFiltered, 'postgresql')) await server.run(address, statement);
      return open('postgresql', {
        host: server.host,
        port: server.port,
        database: new URL(address).pathname.slice(1),
        username: server.user,
        sslmode: 'disable',
      });
    };
    return { ruled: await opened(false), filtered: await opened(true), schema: 'public' };
  },
  mysql: async () => {
    const server = await startMariadb();
    closing.push(server.stop);
    // The schema is the database: both need the same name.
    const other = await startMariadb();
    closing.push(other.stop);
    const opened = async (one: typeof server, isFiltered: boolean) => {
      for (const statement of tables(isFiltered, 'mysql'))
        await one.query(statement.replace(/(TABLE|INTO) /, '$1 test.'));
      return open('mysql', {
        host: '127.0.0.1',
        port: one.port,
        database: 'test',
        username: 'tester',
        sslmode: 'disable',
      });
    };
    return { ruled: await opened(server, false), filtered: await opened(other, true), schema: 'test' };
  },
  clickhouse: async () => {
    const opened = async (isFiltered: boolean) => {
      const server = await startClickhouse([...tables(isFiltered, 'clickhouse')]);
      closing.push(server.stop);
      return open('clickhouse', {
        host: '127.0.0.1',
        port: server.port,
        username: 'tester',
        database: 'default',
        sslmode: 'disable',
      });
    };
    return { ruled: await opened(false), filtered: await opened(true), schema: 'default' };
  },
};

function open(kind: Kind, parameters: Readonly<Record<string, string | number>>): Engine {
  const engine = driverOf(kind)?.open({ name: 'Ruled', parameters, secrets: {}, anyHost: true }, context);
  if (!engine) throw new Error(`There is no driver for ${kind}.`);
  closing.push(() => engine.close());
  return withVerification(engine, readerOf(engine, parsers));
}

const bound: Principal = { ...anonymous, kind: 'user', userId: 5, username: 'ana', roleIds: [7] };
const { signal } = new AbortController();
const ruleOf = (id: number, schema: string | null, table: string, clause: string): TableRule => ({
  table: { catalog: null, schema, table },
  rule: { id, filterType: 'Regular', groupKey: null, clause, roleIds: [7] },
});

function rowRules(engine: Engine, rules: readonly TableRule[]): RowRules {
  return createRowSecurity({
    rules: { ofDataset: async () => [], ofTables: async () => rules },
    datasets: async () => null,
    engines: async () => engine,
    render: async (_principal, _dataset, clause) => clause,
    believeMs: 0,
  });
}

function datasetOf(source: Source, dialect: string): ResolvedDataset {
  return {
    id: 1,
    name: 'virtual',
    versionKey: '',
    databaseId: 1,
    databaseName: 'shop',
    databaseVersion: 1,
    dialect,
    source,
    columns: [],
    metrics: [],
    mainTimeColumn: null,
    alwaysFilterMainTime: false,
    timeZone: null,
    cacheTimeout: null,
    databaseCacheTimeout: null,
    fetchValuesPredicate: null,
    templateParams: {},
    ownerIds: [],
    extract: null,
  };
}

/** The rows of a source in an order of their own, or what became of it. */
async function rowsIn(engine: Engine, source: Source): Promise<readonly string[] | string> {
  const dialect = dialectOf(engine.dialect);
  try {
    const printed = printSource(source, dialect);
    const { table } = await engine.run(
      { text: `SELECT * FROM ${printed.text}`, parameters: [], written: printed.written },
      { signal, timeoutMs: 30_000, maxRows: 1000 },
    );
    return rowsOf(table)
      .map((row) => JSON.stringify(Object.values(row).map(String)))
      .toSorted();
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

async function restrictedRows(
  { ruled, schema }: Place,
  sql: string,
  rules = [ruleOf(1, schema, 'orders', "region = 'EU'"), ruleOf(2, null, 'people', 'id < 3')],
): Promise<readonly string[] | string> {
  try {
    return await rowsIn(
      ruled,
      await rowRules(ruled, rules).restrictSource(bound, datasetOf({ kind: 'sql', sql }, ruled.dialect), signal),
    );
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe.each(kinds)('queries of virtual datasets over tables with rules, on %s', (kind) => {
  let place: Place;
  beforeAll(async () => {
    place = await openers[kind]();
  });

  test('[attack 86] show what they show where the hidden rows were never there, or nothing at all', async () => {
    const refused = new Map<string, number>();
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(queries(kind, place.schema), async (sql) => {
        const under = await restrictedRows(place, sql);
        expect([sql, /777\d{3}|888\d{3}/.test(JSON.stringify(under))]).toEqual([sql, false]);
        if (typeof under === 'string') {
          // What runs without rules may be refused under them, and nothing else may become of it.
          const free = typeof (await rowsIn(place.filtered, { kind: 'sql', sql })) !== 'string';
          if (free) refused.set(under, (refused.get(under) ?? 0) + 1);
          return;
        }
        shown += 1;
        // A name with its catalogue differs between the two databases.
        expect([sql, under]).toEqual([
          sql,
          await rowsIn(place.filtered, { kind: 'sql', sql: sql.replaceAll('ruled.', 'filtered.') }),
        ]);
      }),
      { numRuns: runs(kind === 'mysql' ? 25 : 100), seed: 4711, interruptAfterTimeLimit: 100_000 },
    );
    expect(shown).toBeGreaterThan(0);
  });

  test('work in their usual forms, with and without a schema', async () => {
    const { schema } = place;
    const ids = ['["1"]', '["3"]', '["5"]', '["7"]'];
    for (const sql of [
      'SELECT id FROM orders',
      `SELECT id FROM ${schema}.orders`,
      `SELECT o.id FROM ${schema}.orders o WHERE o.amount >= 0`,
      `SELECT orders.id FROM ${schema}.orders`,
      `WITH c AS (SELECT * FROM ${schema}.orders) SELECT id FROM c`,
      ...(kind === 'mysql' ? [] : [`WITH orders AS (SELECT * FROM ${schema}.orders) SELECT id FROM orders`]),
      `SELECT id FROM (SELECT id FROM ${schema}.orders UNION ALL SELECT id FROM orders WHERE id > 100) AS q`,
      `SELECT a.id FROM ${schema}.orders a LEFT JOIN ${schema}.orders b ON a.id = b.id`,
    ])
      expect([sql, await restrictedRows(place, sql)]).toEqual([sql, ids]);
  });

  test('[attack 28] a name in other letters never brings rows of another table', async () => {
    const { schema } = place;
    const q = dialectOf(kind).quote;
    const [isExact, isRefused] = [kind === 'postgresql' || kind === 'clickhouse', kind === 'mysql'];
    const restricted = ['["1"]', '["3"]', '["5"]', '["7"]'];
    const other = isExact ? ['["91"]', '["92"]'] : isRefused ? 'rules_unheld' : restricted;
    const folded = kind === 'clickhouse' ? other : isRefused ? 'rules_unheld' : restricted;
    const both = isExact ? [...restricted, '["91"]', '["92"]'] : isRefused ? 'rules_unheld' : expect.any(Array);
    const cases: readonly (readonly [string, unknown])[] = [
      [`SELECT id FROM ${q('ORDERS')}`, other],
      [`SELECT id FROM ${schema}.${q('ORDERS')}`, other],
      [`SELECT id FROM ${q(schema)}.${q('ORDERS')} o WHERE o.id > 0`, other],
      ['SELECT id FROM ORDERS', folded],
      [`SELECT id FROM ${schema}.ORDERS`, folded],
      [`SELECT id FROM ${schema}.orders UNION ALL SELECT id FROM ${schema}.${q('ORDERS')}`, both],
      [`SELECT id FROM ${q('ORDERS')} UNION ALL SELECT id FROM orders`, both],
    ];
    for (const [sql, rows] of cases) expect([sql, await restrictedRows(place, sql)]).toEqual([sql, rows]);
    // No schema of this name is there where its letters count.
    const elsewhere = `SELECT id FROM ${q(schema.toUpperCase())}.orders`;
    const missing = isRefused ? 'rules_unheld' : isExact ? expect.any(String) : restricted;
    expect(await restrictedRows(place, elsewhere)).toEqual(missing);
  });

  test('[attack 28] where names are exact, tables that differ in letters have rules of their own', async () => {
    const q = dialectOf(kind).quote;
    const rules = [
      ruleOf(1, place.schema, 'orders', "region = 'EU'"),
      ruleOf(2, place.schema, exactNames.has(kind) ? 'ORDERS' : 'orders', 'id IN (5, 92)'),
    ];
    const ofBoth = kind === 'mysql' ? 'rules_unheld' : ['["1"]', '["3"]', '["5"]', '["7"]', '["92"]'];
    const sql = `SELECT id FROM ${place.schema}.orders UNION ALL SELECT id FROM ${q('ORDERS')}`;
    expect(await restrictedRows(place, sql, rules)).toEqual(exactNames.has(kind) ? ofBoth : ['["5"]', '["5"]']);
    const { security } = await rowRules(place.ruled, rules.slice(0, 1)).security(
      bound,
      datasetOf({ kind: 'table', catalog: null, schema: place.schema, table: 'ORDERS' }, kind),
      signal,
    );
    const isOther = kind === 'postgresql' || kind === 'clickhouse';
    expect(security.kind).toBe(isOther ? 'true' : 'and');
  });

  test('a table whose rules bind others stays whole', async () => {
    const sql = 'SELECT id, label FROM items';
    expect(await restrictedRows(place, sql)).toEqual(await rowsIn(place.ruled, { kind: 'sql', sql }));
    const source: Source = { kind: 'sql', sql: 'SELECT * FROM orders' };
    const free = rowRules(place.ruled, [ruleOf(1, place.schema, 'orders', "region = 'EU'")]);
    expect(await free.restrictSource({ ...bound, roleIds: [8] }, datasetOf(source, kind), signal)).toEqual(source);
  });

  test.each(kind === 'sqlite' ? [kind] : [])('of a view and of a virtual table hold as well, on %s', async () => {
    const rules = [ruleOf(1, 'main', 'labelled', "region = 'EU'"), ruleOf(2, null, 'notes', "region = 'EU'")];
    for (const sql of [
      'SELECT amount FROM labelled',
      'SELECT amount FROM main.labelled',
      'SELECT amount FROM "Labelled"',
      "SELECT x.amount FROM main . 'labelled' AS x",
      'SELECT amount FROM notes',
      'SELECT amount FROM main.notes',
    ]) {
      expect([sql, await restrictedRows(place, sql, rules)]).toEqual([sql, ['["0"]', '["20"]', '["40"]', '["60"]']]);
    }
    for (const sql of [
      'SELECT * FROM twice',
      'SELECT * FROM main.twice',
      'SELECT * FROM noted',
      "SELECT * FROM notes WHERE notes MATCH 'US'",
      'SELECT twice.* FROM labelled, twice',
    ])
      expect([sql, await restrictedRows(place, sql, rules)]).toEqual([sql, expect.stringMatching(/^[a-z_]+$/)]);
    expect(
      await restrictedRows(place, 'SELECT * FROM labelled', [...rules, ruleOf(3, 'main', 'parcels', 'id < 3')]),
    ).toBe('rules_unheld');
    expect(await restrictedRows(place, "SELECT label FROM items WHERE label <> 'notes'", rules)).toHaveLength(3);
  });

  test('[attack 86] what cannot be analysed is refused in words', async () => {
    for (const sql of ['SELECT FROM WHERE', 'SELECT * FROM orders WHERE ('])
      expect(await restrictedRows(place, sql)).toMatch(/^(rules_unheld|invalid_sql_clause|source_\w+)$/);
    const asked = rowRules(place.ruled, [ruleOf(1, place.schema, 'people', 'id < 3')]).restrictSource(
      bound,
      datasetOf({ kind: 'sql', sql: 'SELECT * FROM orders WHERE' }, kind),
      signal,
    );
    await expect(asked).rejects.toMatchObject({
      code: 'rules_unheld',
      status: 403,
      message: expect.stringMatching(
        /^Row-level rules apply to tables of this database, and this query cannot be shown under them: it cannot be read/,
      ),
    });
  });

  test('a second dataset on the same table is restricted by the rules of the first', async () => {
    const rules = rowRules(place.ruled, [ruleOf(1, place.schema, 'orders', "region = 'EU'")]);
    for (const schema of [place.schema, null]) {
      const { security } = await rules.security(
        bound,
        datasetOf({ kind: 'table', catalog: null, schema, table: 'orders' }, kind),
        signal,
      );
      expect(security).toEqual({
        kind: 'and',
        of: [{ kind: 'or', of: [{ kind: 'sql', sql: "region = 'EU'", isRule: true }] }],
      });
    }
    expect(
      (
        await rules.security(
          bound,
          datasetOf({ kind: 'table', catalog: null, schema: place.schema, table: 'items' }, kind),
          signal,
        )
      ).security,
    ).toEqual({ kind: 'true' });
  });
});
