import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres } from '../../testing/engines/databases.ts';
import { writeDuckdb } from '../../testing/engines/duckdb-file.ts';
import { writeSqlite } from '../../testing/engines/sqlite-file.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp({ scriptFolder: builtServer });
});
afterAll(() => it.close());

type Item = {
  readonly id: number;
  readonly main_dttm_col: string | null;
  readonly columns: readonly {
    readonly id: number;
    readonly column_name: string;
    readonly type: string | null;
    readonly type_generic: number | null;
    readonly is_dttm: boolean;
  }[];
};

const send = async (method: 'POST' | 'PUT', url: string, payload: object) => {
  const answer = await it.request({ method, url: `/api/v1/${url}`, as: it.adminId, payload });
  if (answer.statusCode > 201) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`);
  return answer.json();
};
const read = async (id: number): Promise<Item> =>
  (await it.request({ url: `/api/v1/dataset/${id}`, as: it.adminId })).json().result;
const typesOf = async (id: number) =>
  Object.fromEntries(
    (await read(id)).columns.map((one) => [one.column_name, [one.type, one.type_generic, one.is_dttm]]),
  );
/** Save the dataset with calculated columns behind its own. */
const withCalculated = async (id: number, added: readonly object[]) => {
  const { columns } = await read(id);
  const own = columns.map(({ id: column, column_name }) => ({ id: column, column_name }));
  await send('PUT', `dataset/${id}`, { columns: [...own, ...added] });
};
const counted = async (id: number, filter: object): Promise<unknown> => {
  const queries = [{ metrics: ['count'], filters: [filter] }];
  const body = await send('POST', 'chart/data', { datasource: { id, type: 'table' }, queries });
  return body.result[0].data[0].count;
};

const orders = 'CREATE TABLE o (id integer, amount integer, day date, note varchar(20));';
const rows = "INSERT INTO o VALUES (1, 3, '2024-01-01', 'a'), (2, 5, '2024-02-01', 'b'), (3, 8, '2024-02-03', NULL);";
const onServer = (address: string) => {
  const { hostname: host, port, username, password, pathname } = new URL(address);
  const named = { username: decodeURIComponent(username), database: pathname.slice(1) };
  return { host, port: Number(port), ...named, ...(password && { password }), sslmode: 'disable' };
};

const engines = {
  duckdb: {
    isHere: true,
    open: async () => {
      await writeDuckdb(join(it.config.home, 'data/o.duckdb'), orders, rows);
      return { engine: 'duckdb', parameters: { path: 'o.duckdb' } };
    },
  },
  postgresql: {
    isHere: findPostgres() !== null,
    open: async () => {
      const postgres = await startPostgres();
      const address = await postgres.createDatabase();
      await postgres.run(address, orders + rows);
      return { engine: 'postgresql', parameters: onServer(address) };
    },
  },
} as const;

describe.each(Object.entries(engines))('calculated columns on %s', (name, { isHere, open }) => {
  test.skipIf(!isHere)('[3.11-01] types that nobody writes are those that the database finds', async () => {
    const { id: database } = await send('POST', 'database/', { database_name: name, ...(await open()) });
    const { id } = await send('POST', 'dataset/', { database, table_name: 'o' });
    await withCalculated(id, [
      { column_name: 'half', expression: 'amount / 2.0' },
      { column_name: 'moment', expression: 'CASE WHEN amount > 3 THEN day END' },
      { column_name: 'loud', expression: 'upper(note)' },
      { column_name: 'many', expression: 'amount > 3' },
      { column_name: 'mine', expression: 'amount + 1', type: 'VARCHAR' },
      { column_name: 'broken', expression: 'nowhere + 1' },
      { column_name: 'written', expression: '{{ 1 }} + amount' },
    ]);
    expect(await typesOf(id)).toMatchObject({
      half: [expect.stringMatching(/^(DOUBLE|NUMERIC|DECIMAL)/), 0, false],
      moment: ['DATE', 2, true],
      loud: [expect.stringMatching(/^(VARCHAR|TEXT)$/), 1, false],
      many: ['BOOLEAN', 3, false],
      mine: ['VARCHAR', 1, false],
      broken: [null, null, false],
      written: [null, null, false],
    });
    expect(await counted(id, { col: 'half', op: '>', val: '2' })).toBe(2);
    expect(await counted(id, { col: 'moment', op: '==', val: '2024-02-01' })).toBe(1);
    // What its owner says of a column whose type is known stays.
    const { columns } = await read(id);
    const changed = columns.map(({ id: column, column_name, type }) => ({
      id: column,
      column_name,
      type,
      is_dttm: false,
    }));
    await send('PUT', `dataset/${id}`, { columns: changed });
    expect(await typesOf(id)).toMatchObject({ moment: ['DATE', 2, false] });
    // A type that was found goes with its expression; one that was written stays.
    const rewritten = columns.map(({ id: column, column_name, type }) => ({
      id: column,
      column_name,
      type,
      ...(/^(half|moment|mine)$/.test(column_name) && { expression: 'lower(note)' }),
    }));
    await send('PUT', `dataset/${id}`, { columns: rewritten });
    const text = [expect.stringMatching(/^(VARCHAR|TEXT)$/), 1, false];
    expect(await typesOf(id)).toMatchObject({ half: text, moment: text, mine: ['VARCHAR', 1, false] });
    // Of a type whose expression cannot be asked any more nobody knows whether it was found.
    const half = columns.find(({ column_name: column }) => column === 'half');
    await send('PUT', `dataset/${id}`, {
      columns: [{ id: half?.id, column_name: 'half', type: 'INTEGER', expression: 'gone + 1' }],
    });
    await send('PUT', `dataset/${id}`, {
      columns: [{ id: half?.id, column_name: 'half', type: 'INTEGER', expression: 'lower(note)' }],
    });
    expect(await typesOf(id)).toMatchObject({ half: text });
  });
});

test.skipIf(findPostgres() === null)('[3.5-02] sums of money are found as they are shown', async () => {
  const postgres = await startPostgres();
  const address = await postgres.createDatabase();
  await postgres.run(address, "CREATE TABLE mo (m money); INSERT INTO mo VALUES ('1'), ('2'), (NULL)");
  const parameters = onServer(address);
  const { id: database } = await send('POST', 'database/', {
    database_name: 'money',
    engine: 'postgresql',
    parameters,
  });
  const { id } = await send('POST', 'dataset/', { database, table_name: 'mo' });
  expect(await counted(id, { col: 'm', op: '==', val: '$1.00' })).toBe(1);
  expect(await counted(id, { col: 'm', op: 'IN', val: ['$1.00', '$2.00'] })).toBe(2);
  expect(await counted(id, { col: 'm', op: '!=', val: '$1.00' })).toBe(1);
});

test('[3.11-01] in a SQLite file the values tell the types that nobody declared', async () => {
  writeSqlite(
    join(it.config.home, 'data/o.sqlite'),
    orders + rows,
    'CREATE VIEW vv AS SELECT amount * 2 AS n, date(day) AS d, upper(note) AS t, CASE WHEN amount > 3 THEN 1 ELSE ' +
      "'x' END AS mixed, NULL AS empty FROM o",
    "CREATE TABLE nt (id, v); INSERT INTO nt SELECT amount, note || ' ' FROM o",
  );
  const { id: database } = await send('POST', 'database/', {
    database_name: 'file',
    engine: 'sqlite',
    parameters: { path: 'o.sqlite' },
  });
  const view = (await send('POST', 'dataset/', { database, table_name: 'vv' })).id as number;
  expect(await typesOf(view)).toEqual({
    n: ['', 0, false],
    d: ['DATE', 2, true],
    t: ['', 1, false],
    mixed: ['', 1, false],
    empty: ['', 1, false],
  });
  expect((await read(view)).main_dttm_col).toBe('d');
  expect(await counted(view, { col: 'n', op: '==', val: 10 })).toBe(1);
  expect(await counted(view, { col: 'mixed', op: 'IN', val: [1, 'x'] })).toBe(3);
  const { result } = await send('PUT', `dataset/${view}/refresh`, {});
  expect(result).toEqual({ added: [], removed: [], changed: [] });
  expect(await typesOf(view)).toMatchObject({ n: ['', 0, false] });

  const table = (await send('POST', 'dataset/', { database, table_name: 'nt' })).id as number;
  expect(await typesOf(table)).toEqual({ id: ['', 0, false], v: ['', 1, false] });
  const virtual = { database, table_name: 'made', sql: 'SELECT amount / 2 AS half, datetime(day) AS at FROM o' };
  const made = (await send('POST', 'dataset/', virtual)).id as number;
  expect(await typesOf(made)).toEqual({ half: ['', 0, false], at: ['DATETIME', 2, true] });

  await withCalculated(table, [{ column_name: 'half', expression: 'id / 2' }]);
  expect(await typesOf(table)).toMatchObject({ half: [null, 0, false] });
  expect(await counted(table, { col: 'half', op: '>', val: 1 })).toBe(2);
});

test('[3.5-02] what a column of a SQLite file is shown as hides none of its later values', async () => {
  writeSqlite(
    join(it.config.home, 'data/late.sqlite'),
    'CREATE TABLE late (code, n INTEGER)',
    'WITH RECURSIVE c (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM c WHERE i < 300) ' +
      'INSERT INTO late SELECT i, i FROM c',
    "INSERT INTO late VALUES ('v0', 301), ('v1', 302), ('6', 303)",
  );
  const { id: database } = await send('POST', 'database/', {
    database_name: 'late',
    engine: 'sqlite',
    parameters: { path: 'late.sqlite' },
  });
  const { id } = await send('POST', 'dataset/', { database, table_name: 'late' });
  await withCalculated(id, [
    { column_name: 'third', expression: 'n / 3.0' },
    { column_name: 'called', expression: 'n / 3.0', type: 'NUMERIC' },
  ]);
  expect(await typesOf(id)).toMatchObject({ code: ['', 0, false], third: [null, 0, false] });
  const count = (col: string, op: string, val: unknown) => counted(id, { col, op, val });
  expect(await Promise.all([count('code', '==', 'v0'), count('code', '!=', 'v0'), count('code', '==', 6)])).toEqual([
    1, 302, 2,
  ]);
  for (const col of ['third', 'called'])
    expect(
      await Promise.all([
        count(col, '==', 4 / 3),
        count(col, '<', 4 / 3),
        count(col, 'IN', [4 / 3, 1]),
        count(col, '!=', '1.3333333333333333'),
      ]),
    ).toEqual([1, 3, 2, 302]);
});
