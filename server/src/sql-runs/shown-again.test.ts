import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../testing/builders.ts';
import { salesApp, type SalesApp } from '../testing/sales-app.ts';

let it: SalesApp;
beforeAll(async () => {
  it = await salesApp(
    [
      `CREATE TABLE sales AS SELECT i AS id, 'region ' || i % 3 AS region FROM range(30) AS r(i)`,
      'CREATE TABLE other AS SELECT 1 AS id',
    ],
    { featureFlags: { RLS_IN_SQLLAB: true } },
  );
  await it.metadata.db.updateTable('databases').set({ expose_in_sqllab: 1 }).execute();
});
afterAll(() => it?.close());

type Shown = { readonly data?: readonly object[]; readonly query?: { readonly resultsKey: string } };

/** Count the rows that a query brings, and those that are shown of it later, or why none are. */
async function kept(as: number, sql: string) {
  const payload = { database_id: it.database, schema: 'main', sql };
  const ran = await it.request({ method: 'POST', url: '/api/v1/sqllab/execute/', as, payload });
  expect([ran.statusCode, ran.body]).toEqual([200, expect.any(String)]);
  const { query, data } = ran.json<Shown>();
  return {
    rows: data?.length,
    again: async (): Promise<unknown> => {
      const answer = await it.request({ url: `/api/v1/sqllab/results/?q=(key:'${query?.resultsKey}')`, as });
      return answer.json<Shown>().data?.length ?? answer.headers['x-error-code'];
    },
  };
}

const database = () => `database_access database:${it.database}`;
const rule = (name: string, role: number, clause: string, more: object = {}): Promise<number> =>
  it.make('rowlevelsecurity/', {
    name,
    filter_type: 'Regular',
    tables: [it.dataset],
    roles: [role],
    clause,
    ...more,
  });
async function change(url: string, payload: object): Promise<void> {
  const answer = await it.request({ method: 'PUT', url: `/api/v1/${url}`, as: it.adminId, payload });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
}
const give = (role: number, users: readonly number[]) => change(`security/roles/${role}/users`, { user_ids: users });

test('[attack 28] rows are not shown to whom a template says something else by now', async () => {
  const { db } = it.metadata;
  const late = await buildRole(db, { name: 'late' });
  const user = await buildUser(db, { roles: ['sql_lab', await buildRole(db, { pairs: [database()] })] });
  await rule('of those who came late', late, "region = 'region 0'");
  const isLate = "'late' in current_user_roles()";
  const run = await kept(user, `SELECT id FROM {% if ${isLate} %}(SELECT 1 AS id){% else %}sales{% endif %}`);
  expect([run.rows, await run.again()]).toEqual([30, 30]);
  await give(late, [user]);
  expect(await run.again()).toBe('results_gone');
});

test('[attack 23] rows of a table are gone with the right to it, whatever a template reads in its place', async () => {
  const { db } = it.metadata;
  const other = await it.make('dataset/', { database: it.database, schema: 'main', table_name: 'other' });
  const sales = await buildRole(db, { name: 'sellers', pairs: [`datasource_access dataset:${it.dataset}`] });
  const rest = await buildRole(db, { pairs: [`datasource_access dataset:${other}`] });
  const user = await buildUser(db, { roles: ['sql_lab', sales, rest] });
  const isSeller = "'sellers' in current_user_roles()";
  const run = await kept(user, `SELECT id FROM {{ 'sales' if ${isSeller} else 'other' }}`);
  expect([run.rows, await run.again()]).toEqual([30, 30]);
  await give(sales, []);
  expect(await run.again()).toBe('results_gone');
});

test('[attack 28] rows are not shown where the same rules are combined in another way', async () => {
  const role = await buildRole(it.metadata.db, { pairs: [database()] });
  const user = await buildUser(it.metadata.db, { roles: ['sql_lab', role] });
  const first = await rule('either', role, "region = 'region 0'", { group_key: 'one of them' });
  await rule('or', role, "region = 'region 1'", { group_key: 'one of them' });
  const run = await kept(user, 'SELECT id FROM sales');
  expect([run.rows, await run.again()]).toEqual([20, 20]);
  await change(`rowlevelsecurity/${first}`, { group_key: null });
  expect(await run.again()).toBe('results_gone');
});

test('[attack 28] rows are not shown where a rule of a dataset changed beside one of its table', async () => {
  const role = await buildRole(it.metadata.db, { pairs: [database()] });
  const user = await buildUser(it.metadata.db, { roles: ['sql_lab', role] });
  const sql = 'SELECT id AS one FROM other';
  const virtual = await it.make('dataset/', { database: it.database, schema: 'main', table_name: 'made', sql });
  await rule('of the table', role, "region = 'region 0'");
  const changed = await rule('of the dataset', role, 'one = 1', { tables: [virtual] });
  const run = await kept(user, `SELECT sales.id FROM sales, {{ dataset(${virtual}) }}`);
  expect([run.rows, await run.again()]).toEqual([10, 10]);
  await change(`rowlevelsecurity/${changed}`, { clause: 'one = 2' });
  expect(await run.again()).toBe('results_gone');
});
