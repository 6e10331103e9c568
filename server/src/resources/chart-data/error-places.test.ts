import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinConditions } from '@tessera/core/filters/adhoc';
import { positionAt } from '@tessera/core/text-position';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;
/** Who may see SQL, who may not, and who may but reads rows by a rule. */
let writer: number;
let reader: number;
let bound: number;
let database: number;
let dataset: number;

beforeAll(async () => {
  it = await salesApp(["CREATE TABLE sales AS SELECT 'EU' AS region, i AS amount FROM range(3) AS r(i)"]);
  ({ database, dataset } = it);
  const pairs = ['can_read Chart', 'can_read Dataset', 'can_samples Tessera', `datasource_access dataset:${dataset}`];
  const user = async (username: string, more: readonly string[]): Promise<number> => {
    const role = await buildRole(it.metadata.db, { name: username, pairs: [...pairs, ...more] });
    const id = await buildUser(it.metadata.db, { username, roles: [role] });
    if (username === 'bound')
      await it.make('rowlevelsecurity/', {
        name: 'Some',
        filter_type: 'Regular',
        tables: [dataset],
        roles: [role],
        clause: 'amount > 0',
      });
    return id;
  };
  writer = await user('writer', ['can_view_query Tessera']);
  reader = await user('reader', []);
  bound = await user('bound', ['can_view_query Tessera']);
});
afterAll(() => it.close());

const ask = (method: 'POST' | 'PUT', url: string, payload: object, as: number) =>
  it.request({ method, url: `/api/v1/${url}`, as, payload });
const complaint = async (expression: string, as: number, expression_type = 'metric') =>
  (await ask('POST', `datasource/table/${dataset}/validate_expression/`, { expression, expression_type }, as)).json()
    .result[0];
const chart = (sqlExpression: string, as: number) =>
  ask(
    'POST',
    'chart/data',
    {
      datasource: { id: dataset, type: 'table' },
      queries: [{ columns: ['region'], metrics: [{ expressionType: 'SQL', sqlExpression, label: 'x' }] }],
    },
    as,
  );

test('[8.6-01] an expression that is checked says where in it the database found the mistake', async () => {
  const written = "  SUM(amount) /* of\n all */ + -- and\n\tMAX('é😀' || nope)";
  expect(await complaint(written, writer)).toEqual({
    message: expect.stringContaining('nope'),
    line_number: 3,
    start_column: 1 + "\tMAX('é😀' || ".length,
    end_column: null,
  });
  expect(await complaint('absent', writer, 'column')).toMatchObject({ line_number: 1, start_column: 1 });
  expect(await complaint('amount = 1 AND\nabsent', writer, 'where')).toMatchObject({ line_number: 2, start_column: 1 });
  // Read and found wanting before it ran.
  expect(await complaint('SUM(amount) +\n  COALESCE(1, , 2)', writer)).toMatchObject({
    message: expect.stringContaining('Invalid SQL clause'),
    line_number: 2,
    start_column: 15,
  });
  expect(await complaint('SUM(amount) +\n  COALESCE(1, , 2)', bound)).toMatchObject({
    line_number: 2,
    start_column: 15,
  });
  expect(await complaint('SUM(amount) +\n  COALESCE(1, , 2)', reader)).toMatchObject({
    line_number: null,
    start_column: null,
  });
});

test('a place that is of another text, or would tell of one, is not reported', async () => {
  const none = { line_number: null, start_column: null, end_column: null };
  // What a template makes is not what was written.
  expect(await complaint("SUM({{ 'am' ~ 'ount' }}) + MAX(nope)", it.adminId)).toMatchObject(none);
  expect(await complaint('MAX(nope)', reader)).toMatchObject({ ...none, message: expect.stringContaining('nope') });
  expect(await complaint('MAX(nope)', bound)).toMatchObject({
    ...none,
    message: expect.not.stringContaining('MAX(nope)'),
  });
});

test('[8.6-01] an answer without data says where, in which kind of text', async () => {
  expect((await chart('SUM(amount)\n+ MAX(nope)', writer)).json()).toEqual({
    message: expect.stringContaining('nope'),
    extra: { position: { line: 2, column: 7, in: 'expression' } },
  });
  for (const as of [reader, bound])
    expect(Object.keys((await chart('SUM(amount)\n+ MAX(nope)', as)).json())).toEqual(['message']);
  const older = {
    datasource: `${dataset}__table`,
    viz_type: 'partition',
    groupby: ['region'],
    metrics: [{ expressionType: 'SQL', sqlExpression: 'MAX(nope)', label: 'x' }],
  };
  const listed = await it.request({
    method: 'POST',
    url: '/tessera/explore_json/',
    as: writer,
    payload: { form_data: older },
  });
  expect(listed.json().errors?.[0]).toMatchObject({
    error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
    extra: { position: { line: 1, column: 5, in: 'expression' } },
  });
});

test('of the conditions that a chart puts together, the one that is wrong is quoted and counted', async () => {
  const filtered = async (where: readonly string[], having: readonly string[] = []) =>
    (
      await ask(
        'POST',
        'chart/data',
        {
          datasource: { id: dataset, type: 'table' },
          queries: [
            {
              columns: ['region'],
              metrics: ['count'],
              extras: { where: joinConditions(where), having: joinConditions(having) },
            },
          ],
        },
        writer,
      )
    ).json();
  const good = "region <> ') AND ('";
  for (const [wrong, said] of [
    ["region = 'EU' AND nocol =", /, in: region = 'EU' AND nocol =$/],
    ['(amount = 1', /Unclosed parenthesis/],
    ["region = 'x", /not closed/],
  ] as const) {
    for (const where of [[wrong], [good, wrong]]) {
      const { message } = await filtered(where);
      expect(message).toMatch(said);
      expect(message).not.toMatch(/\(region = 'EU'|\)$/);
    }
  }
  expect((await filtered([good, 'amount > 0 AND\n  nocol = 1'])).extra).toEqual({
    position: { line: 2, column: 3, in: 'expression' },
  });
  expect((await filtered([good], ['COUNT(*) > 0', ' MAX(nocol) = 1'])).extra.position).toMatchObject({
    in: 'expression',
  });
  // Templates: the line that is shown is one of the user.
  for (const where of [['{{ 1/'], ['amount > 0', '{{ 1/'], ["region <> '{{ 1 }}'", '{{ 1/']]) {
    const { message } = await filtered(where);
    expect(message).toMatch(/ 1 > \{\{ 1\/\n/);
    expect(message).not.toMatch(/\(\{\{|unexpected `?\)/);
  }
  // What one condition sets, another may read.
  expect(
    (await filtered(['{% set least = 0 %} amount >= {{ least }}', 'amount >= {{ least }}'])).result[0].data,
  ).toEqual([{ region: 'EU', count: 3 }]);
});

test('[8.6-01] the query of a dataset that cannot be saved says where, in the text that was sent', async () => {
  const saved = async (sql: string) => {
    const answer = await ask('POST', 'dataset/', { database, table_name: `made ${sql.length}`, sql }, it.adminId);
    expect(answer.statusCode).toBe(400);
    return answer.json().extra?.position;
  };
  for (const sql of [
    '-- all of it\nSELECT region, /* not\n yet */ absent\nFROM sales;',
    'SELECT region,\n  amount\nFROM absent',
    "SELECT 'é😀' AS a,\n 'ü😀' AS b ORDER absent",
  ])
    expect([sql, await saved(sql)]).toEqual([sql, positionAt(sql, sql.indexOf('absent'))]);
  expect(await saved("SELECT {{ 'reg' ~ 'ion' }}, absent FROM sales")).toBeUndefined();
});

test('who edits the dataset checks its own expressions against the source', async () => {
  const { result } = (await it.request({ url: `/api/v1/dataset/${dataset}`, as: it.adminId })).json();
  const columns = result.columns.filter((column: { readonly column_name: string }) => column.column_name !== 'region');
  expect((await ask('PUT', `dataset/${dataset}`, { columns }, it.adminId)).statusCode).toBe(200);
  expect(await complaint('MAX(region)', it.adminId)).toBeUndefined();
  expect(await complaint('MAX(absent)', it.adminId)).toMatchObject({ line_number: 1, start_column: 5 });
  expect(await complaint('MAX(region)', writer)).toMatchObject({
    message: expect.stringContaining('has no column "region"'),
    line_number: 1,
    start_column: 5,
  });
});
