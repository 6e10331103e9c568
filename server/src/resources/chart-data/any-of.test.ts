import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRole, buildUser } from '../../testing/builders.ts';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

/** Texts that end a literal, begin a comment, a template or a pattern, or mean nothing at all. */
const hostile = [
  "O'Brien",
  "'; DROP TABLE sales; --",
  "\\' OR 1=1 --",
  '{{ 1/0 }}',
  '{% for x in y %}',
  '{{{# never ends',
  '/* open',
  '100%_:name?$1',
  'a\nb',
  '\u{e000}{{',
];
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const rows = hostile.map((name, at) => `(${quoted(name)}, ${at})`);

let it: SalesApp;
let reader: number;

beforeAll(async () => {
  it = await salesApp([
    `CREATE TABLE sales AS SELECT * FROM (VALUES ${rows.join(', ')}, ` +
      `('quiet', 100), (NULL, 200)) AS r(region, amount)`,
  ]);
  const role = await buildRole(it.metadata.db, {
    pairs: ['can_read Chart', 'can_read Dataset', `datasource_access dataset:${it.dataset}`],
  });
  reader = await buildUser(it.metadata.db, { username: 'reader', roles: [role] });
});
afterAll(() => it.close());

type Filter = { readonly col: string; readonly op: string; readonly val?: unknown };

const print = (filters: readonly Filter[], as = it.adminId) =>
  it.request({
    method: 'POST',
    url: `/api/v1/datasource/table/${it.dataset}/any_of/`,
    as,
    payload: { filters },
  });

/** The amounts of the rows that a chart with the printed condition reads. */
async function amounts(filters: readonly Filter[]): Promise<readonly unknown[]> {
  const printed = await print(filters);
  expect([printed.statusCode, printed.body]).toEqual([200, expect.any(String)]);
  const answer = await it.request({
    method: 'POST',
    url: '/api/v1/chart/data',
    as: it.adminId,
    payload: {
      datasource: { id: it.dataset, type: 'table' },
      queries: [
        {
          columns: ['amount'],
          metrics: [],
          orderby: [['amount', true]],
          extras: { where: `(${printed.json().result.expression}\n)` },
        },
      ],
    },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json().result[0].data.map((row: { readonly amount: number }) => row.amount);
}

test('[3.5-01] conditions of which one must hold read the rows of each of them', async () => {
  expect(
    await amounts([
      { col: 'region', op: '==', val: 'quiet' },
      { col: 'amount', op: '<', val: 2 },
      { col: 'region', op: 'IS NULL' },
    ]),
  ).toEqual([0, 1, 100, 200]);
});

test.each(hostile.map((text, at) => ({ text, at })))('a value is text in stored SQL: $text', async ({ text, at }) => {
  expect(
    await amounts([
      { col: 'region', op: 'IN', val: [text] },
      { col: 'region', op: '==', val: 'nowhere' },
    ]),
  ).toEqual([at]);
});

test('what cannot be stored as SQL is refused in words', async () => {
  const equal = { col: 'region', op: '==', val: 'quiet' };
  const refused = async (filter: Filter) => {
    const answer = await print([equal, filter]);
    return [answer.statusCode, answer.body];
  };
  expect(await refused({ col: 'amount', op: 'TEMPORAL_RANGE', val: 'Last week' })).toEqual([
    400,
    expect.stringContaining('a time range moves with the clock'),
  ]);
  expect(await refused({ col: 'gone', op: '==', val: 1 })).toEqual([400, expect.stringContaining('gone')]);
  expect(await refused({ col: 'amount', op: 'LATEST PARTITION' })).toEqual([400, expect.any(String)]);
  expect((await print([equal])).statusCode).toBe(400);
});

test('who may not read SQL does not get the expression of a column', async () => {
  const columns = ['region', 'amount'].map((name) => ({ column_name: name }));
  const saved = await it.request({
    method: 'PUT',
    url: `/api/v1/dataset/${it.dataset}?override_columns=true`,
    as: it.adminId,
    payload: { columns: [...columns, { column_name: 'secret_twice', expression: 'amount * 2' }] },
  });
  expect(saved.statusCode).toBe(200);
  const filters = [
    { col: 'secret_twice', op: '==', val: 2 },
    { col: 'amount', op: '==', val: 1 },
  ];
  expect((await print(filters)).json().result.expression).toContain('amount * 2');
  const answer = await print(filters, reader);
  expect([answer.statusCode, answer.body.includes('amount * 2')]).toEqual([403, false]);
  expect(
    (
      await print(
        filters.toReversed().map((one) => ({ ...one, col: 'amount' })),
        reader,
      )
    ).statusCode,
  ).toBe(200);
});
