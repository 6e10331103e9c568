import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { positionAt } from '@tessera/core/text-position';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../../testing/engines/databases.ts';
import { builtServer } from '../../testing/processes/built-server.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';

let made = 0;
/** Send a rule that limits nobody. */
function save(it: TestApp, clause: string, tables: readonly number[], as = it.adminId) {
  made += 1;
  return it.request({
    method: 'POST',
    url: '/api/v1/rowlevelsecurity/',
    as,
    payload: { name: `rule ${made}`, filter_type: 'Regular', tables, roles: [], clause },
  });
}
const kept = async (it: TestApp): Promise<number> =>
  (await it.metadata.db.selectFrom('rls_rules').select('id').execute()).length;

describe('a clause is asked of the databases that are to hold it', () => {
  let it: SalesApp;
  let virtual: number;
  beforeAll(async () => {
    it = await salesApp(["CREATE TABLE sales AS SELECT 'ATL' AS origin, i AS amount FROM range(3) AS r(i)"]);
    virtual = await it.make('dataset/', {
      database: it.database,
      table_name: 'by hand',
      sql: "SELECT '{{ from_dttm }}' AS began, origin AS airport FROM sales -- all",
    });
  });
  afterAll(() => it.close());

  test.each([
    { what: 'no SQL', clause: "origin = 'ATL' AND nocol =", code: 'invalid_sql_clause', at: '' },
    {
      what: 'a column that is not there',
      clause: "  origin = 'é😀' -- first\n AND nocol = 1",
      code: 'source_column_missing',
      at: 'nocol',
    },
    {
      what: 'a table that is not there',
      clause: 'origin IN (SELECT a FROM nowhere)',
      code: 'source_table_missing',
      at: 'nowhere',
    },
    { what: 'a template that is none', clause: "origin = '{{ 1/ }}'", code: 'template_invalid', at: null },
    { what: 'what a template makes', clause: "{{ 'no' ~ 'col' }} = 1", code: 'source_column_missing', at: null },
  ])('$what is not saved; the place is that in the text that was sent', async ({ clause, code, at }) => {
    const before = await kept(it);
    const answer = await save(it, clause, [it.dataset]);
    expect([answer.statusCode, answer.headers['x-error-code'], await kept(it)]).toEqual([400, code, before]);
    expect(answer.json().extra?.position).toEqual(at === null ? undefined : positionAt(clause, clause.lastIndexOf(at)));
    // Of the statement around it nothing is reported.
    expect(answer.json().message).not.toMatch(/1 = 0|LINE|\(dataset/);
  });

  test('of several datasets the one that refuses is named', async () => {
    expect((await save(it, "origin = 'ATL'", [it.dataset, virtual])).json().message).toMatch(
      /origin.*\(dataset by hand\)$/s,
    );
    expect((await save(it, "airport = 'ATL'", [it.dataset, virtual])).json().message).toMatch(
      /airport.*\(dataset sales\)$/s,
    );
    expect((await save(it, 'origin = "', [it.dataset, virtual])).json().message).toMatch(
      /^Invalid SQL clause: .* \(dataset sales\)$/s,
    );
    expect(
      (await save(it, "{{ '1' }} = 1 AND 'x' <> '{{ current_username() }}'", [it.dataset, virtual])).statusCode,
    ).toBe(201);
  });

  test('a change is checked as well, and what stands is not checked again', async () => {
    const id = (await save(it, "origin = 'ATL'", [it.dataset])).json<{ id: number }>().id;
    const change = (payload: object) =>
      it.request({ method: 'PUT', url: `/api/v1/rowlevelsecurity/${id}`, as: it.adminId, payload });
    expect((await change({ clause: 'nocol = 1' })).headers['x-error-code']).toBe('source_column_missing');
    expect((await change({ tables: [it.dataset, virtual] })).json().message).toContain('(dataset by hand)');
    expect((await change({ clause: 'amount > 1' })).statusCode).toBe(200);
    await it.metadata.db.updateTable('rls_rules').set({ clause: 'gone = 1' }).where('id', '=', id).execute();
    expect((await change({ description: 'why', clause: 'gone = 1', tables: [it.dataset] })).statusCode).toBe(200);
  });

  test('a dataset that is broken by itself is no fault of the clause', async () => {
    const broken = await it.make('dataset/', {
      database: it.database,
      table_name: 'broken',
      sql: 'SELECT origin FROM sales',
    });
    await it.metadata.db
      .updateTable('datasets')
      .set({ sql: 'SELECT origin FROM moved' })
      .where('id', '=', broken)
      .execute();
    expect((await save(it, "origin = 'ATL'", [broken])).statusCode).toBe(201);
    expect((await save(it, "origin = 'ATL' AND", [broken, it.dataset])).json().message).toContain('(dataset sales)');
  });

  test('what the database says is for those who may read rules and the dataset', async () => {
    const user = async (username: string, pairs: readonly string[]) =>
      buildUser(it.metadata.db, {
        username,
        roles: [await buildRole(it.metadata.db, { name: username, pairs: ['can_write RowLevelSecurity', ...pairs] })],
      });
    const readsBoth = await user('reads both', [
      'can_read RowLevelSecurity',
      `datasource_access dataset:${it.dataset}`,
    ]);
    const others = [
      await user('writes alone', [`datasource_access dataset:${it.dataset}`]),
      await user('reads no rows', ['can_read RowLevelSecurity']),
    ];
    expect((await save(it, 'nocol = 1', [it.dataset], readsBoth)).json()).toEqual({
      message: expect.stringContaining('"nocol"'),
      extra: { position: { line: 1, column: 1 } },
    });
    for (const as of others)
      expect((await save(it, 'nocol = 1', [it.dataset], as)).json()).toEqual({
        message:
          'Error: the query names a column that the database does not find; its words are not shown where ' +
          'row-level rules apply',
      });
    // A value of a row is none of their business either.
    expect(
      (await save(it, 'CAST((SELECT MIN(origin) FROM sales) AS INTEGER) = 1', [it.dataset], others[1])).body,
    ).not.toContain('ATL');
  });
});

describe.skipIf(findPostgres() === null)('a rule can be saved when its database says nothing', () => {
  let postgres: TestPostgres;
  let it: TestApp;
  /** The same installation, for a database that is not waited for. */
  let impatient: TestApp;
  let dataset: number;
  beforeAll(async () => {
    postgres = await startPostgres();
    const address = await postgres.createDatabase();
    await postgres.run(address, 'CREATE TABLE sales AS SELECT 1 AS amount');
    it = await testApp({ scriptFolder: builtServer });
    impatient = await testApp({
      metadata: it.metadata,
      settings: { queryTimeoutSeconds: 1 },
      scriptFolder: builtServer,
    });
    const make = async (url: string, payload: object): Promise<number> =>
      (await it.request({ method: 'POST', url: `/api/v1/${url}`, as: it.adminId, payload })).json<{ id: number }>().id;
    const database = await make('database/', {
      database_name: 'shop',
      engine: 'postgresql',
      parameters: {
        host: postgres.host,
        port: postgres.port,
        database: new URL(address).pathname.slice(1),
        username: postgres.user,
      },
    });
    dataset = await make('dataset/', { database, schema: 'public', table_name: 'sales' });
  });
  afterAll(async () => {
    await impatient?.app.close();
    await it?.close();
    await postgres?.stop();
  });

  test('it answers, then stands still, then is gone', async () => {
    expect((await save(it, 'amount =\n  nocol', [dataset])).json()).toMatchObject({
      message: expect.stringContaining('nocol'),
      extra: { position: { line: 2, column: 3 } },
    });
    await postgres.freeze();
    const still = await save(impatient, 'nocol = 1', [dataset]).finally(postgres.thaw);
    expect(still.statusCode).toBe(201);
    postgres.kill();
    expect((await save(impatient, 'nocol = 2', [dataset])).statusCode).toBe(201);
    // What needs no database is checked all the same.
    expect((await save(it, 'amount = (1', [dataset])).headers['x-error-code']).toBe('invalid_sql_clause');
  });
});
