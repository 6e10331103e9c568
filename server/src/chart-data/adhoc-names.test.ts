import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../testing/builders.ts';
import { salesApp, type SalesApp } from '../testing/sales-app.ts';

// A dataset that has lost the column `pay`: its own expressions may still name it, those of whoever asks may not.
let it: SalesApp;
let virtual: number;
let reader: number;

const datasetOf = async (id: number) =>
  (await it.request({ url: `/api/v1/dataset/${id}`, as: it.adminId })).json<{
    result: { columns: readonly { id: number; column_name: string; expression: string | null }[] };
  }>().result;

async function withoutPay(id: number): Promise<void> {
  const { columns } = await datasetOf(id);
  const kept = columns
    .filter(({ column_name: name }) => name !== 'pay')
    .map(({ id: column, column_name }) => ({ id: column, column_name }));
  const calculated = [
    { column_name: 'pay class', expression: 'CASE WHEN pay > 150 THEN 2 ELSE 1 END' },
    { column_name: 'bonus', expression: '0' },
  ];
  const metrics = [
    { metric_name: 'count', expression: 'COUNT(*)' },
    { metric_name: 'payroll', expression: 'SUM(pay)' },
  ];
  const saved = await it.request({
    method: 'PUT',
    url: `/api/v1/dataset/${id}`,
    as: it.adminId,
    payload: { columns: [...kept.filter(({ column_name: name }) => name !== 'bonus'), ...calculated], metrics },
  });
  if (saved.statusCode !== 200) throw new Error(saved.body);
}

beforeAll(async () => {
  it = await salesApp([
    "CREATE TABLE sales AS SELECT i AS id, CASE i % 2 WHEN 0 THEN 'EU' ELSE 'US' END AS region, 100 + i AS " +
      "pay, 7 AS bonus, {'a': i} AS doc FROM range(100) AS r(i)",
  ]);
  virtual = await it.make('dataset/', {
    database: it.database,
    schema: 'main',
    table_name: 'virtual',
    sql: 'SELECT * FROM sales',
  });
  for (const id of [it.dataset, virtual]) await withoutPay(id);
  const role = await buildRole(it.metadata.db, {
    name: 'reader',
    pairs: [
      'can_read Chart',
      'can_samples Tessera',
      'can_csv Tessera',
      'can_view_query Tessera',
      ...[it.dataset, virtual].map((id) => `datasource_access dataset:${id}`),
    ],
  });
  reader = await buildUser(it.metadata.db, { username: 'reader', roles: [role] });
});
afterAll(() => it.close());

const ask = (id: number, queries: readonly object[], more: object = {}, as = reader) =>
  it.request({
    method: 'POST',
    url: '/api/v1/chart/data',
    as,
    payload: { datasource: { id, type: 'table' }, queries, ...more },
  });
const metric = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'm' });
const column = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: 'c' });

/** Every place of a query in which whoever asks writes SQL. */
const places: Readonly<Record<string, (sql: string) => object>> = {
  'a metric': (sql) => ({ columns: ['region'], metrics: [metric(`MAX(${sql})`)] }),
  'a column': (sql) => ({ columns: [column(sql)], metrics: ['count'] }),
  'a column of raw rows': (sql) => ({ columns: [column(sql)], metrics: null }),
  'a base axis': (sql) => ({ columns: [{ ...column(sql), columnType: 'BASE_AXIS' }], metrics: ['count'] }),
  'a condition on rows': (sql) => ({
    columns: ['region'],
    metrics: ['count'],
    extras: { where: `${sql} IS NOT NULL` },
  }),
  'a condition on groups': (sql) => ({
    columns: ['region'],
    metrics: ['count'],
    extras: { having: `MAX(${sql}) IS NOT NULL` },
  }),
  'an order': (sql) => ({ columns: ['region'], metrics: ['count'], orderby: [[metric(`MAX(${sql})`), true]] }),
  'a filter': (sql) => ({
    columns: ['region'],
    metrics: ['count'],
    filters: [{ col: column(sql), op: 'IS NOT NULL' }],
  }),
  'a limit of series': (sql) => ({
    columns: ['region', 'id'],
    metrics: ['count'],
    series_columns: ['region'],
    series_limit: 1,
    series_limit_metric: metric(`MAX(${sql})`),
  }),
};

test.each(Object.keys(places))(
  '[attack 83] a column that the dataset lacks cannot be named in %s, nor the whole row',
  async (name) => {
    for (const [id, table] of [
      [it.dataset, 'sales'],
      [virtual, 'virtual_table'],
    ] as const) {
      for (const sql of ['pay', '"pay"', `${table}.pay`, 'PAY', '(bonus)', table, 'rowid', `hash(${table})`]) {
        const query = places[name]?.(sql) ?? {};
        const others = () =>
          Promise.all([
            ask(id, [query], { result_format: 'csv' }),
            ask(id, [query, { columns: ['region'], metrics: ['count'] }]),
            ask(id, [query], {}, it.adminId),
          ]);
        const answers = [await ask(id, [query]), ...(sql === 'pay' ? await others() : [])];
        for (const answer of answers)
          expect([sql, answer.statusCode, answer.body.slice(0, 300)]).toEqual([
            sql,
            400,
            expect.stringMatching(/the dataset has no column|not on the list of functions/),
          ]);
      }
      const good = await ask(id, [places[name]?.(`${table}.id`) ?? {}]);
      expect([good.statusCode, good.body.slice(0, 200)]).toEqual([200, expect.anything()]);
    }
  },
);

test('a name given to a result opens nothing: what it is called is no column', async () => {
  const query = {
    columns: [{ ...column('region'), label: 'pay' }],
    metrics: ['count'],
    extras: { having: 'MAX(pay) > 0' },
  };
  expect((await ask(it.dataset, [query])).statusCode).toBe(400);
  const lateral = { columns: [{ ...column('region'), label: 'pay' }, column("pay || 'x'")], metrics: ['count'] };
  expect((await ask(it.dataset, [lateral])).statusCode).toBe(400);
});

test('the expressions of the dataset itself name what their author chose', async () => {
  const queries = [
    { columns: ['pay class'], metrics: ['payroll'], orderby: [['pay class', true]] },
    {
      columns: [column('CASE WHEN pay > 150 THEN 2 ELSE 1 END')],
      metrics: [metric('SUM(pay)')],
      orderby: [['m', true]],
    },
    { columns: ['doc'], metrics: null, row_limit: 1, extras: { where: 'doc.a = 1' } },
  ];
  for (const query of queries) expect((await ask(it.dataset, [query])).statusCode).toBe(200);
  // A calculated column that hides one of the table under its name is what queries get by that name.
  const [bonus] =
    (await ask(it.dataset, [{ columns: ['bonus'], metrics: ['count'] }])).json<{
      result: readonly { data: readonly { bonus: unknown }[] }[];
    }>().result[0]?.data ?? [];
  expect(Number(bonus?.bonus)).toBe(0);
});
