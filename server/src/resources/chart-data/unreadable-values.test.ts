import { afterAll, beforeAll, expect, test } from 'vitest';
import { salesApp, type SalesApp } from '../../testing/sales-app.ts';

let it: SalesApp;

beforeAll(async () => {
  it = await salesApp([
    `CREATE TABLE sales AS SELECT * FROM (VALUES
       ('EU', 1, 1.5, true), ('EU', 2, 4.75, false), ('US', NULL, NULL, NULL), ('US', NULL, 10, true)
     ) AS r(region, amount, wind, flag)`,
  ]);
  const columns = ['region', 'amount', 'wind', 'flag'].map((name) => ({ column_name: name }));
  const saved = await it.request({
    method: 'PUT',
    url: `/api/v1/dataset/${it.dataset}?override_columns=true`,
    as: it.adminId,
    payload: { columns: [...columns, { column_name: 'twice', expression: 'amount * 2', type: 'INTEGER' }] },
  });
  const refreshed = await it.request({ method: 'PUT', url: `/api/v1/dataset/${it.dataset}/refresh`, as: it.adminId });
  if (saved.statusCode !== 200 || refreshed.statusCode !== 200) throw new Error(saved.body + refreshed.body);
});
afterAll(() => it.close());

type Filter = { readonly col: string; readonly op: string; readonly val: unknown };

async function ask(filter: Filter, resultType: 'full' | 'drill_detail') {
  const answer = await it.request({
    method: 'POST',
    url: '/api/v1/chart/data',
    as: it.adminId,
    payload: {
      datasource: { id: it.dataset, type: 'table' },
      result_type: resultType,
      queries: [{ columns: ['region', 'amount', 'wind', 'flag'], filters: [filter], row_limit: 100 }],
    },
  });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json().result[0];
}

const all = 4;
const withValue = { amount: 2, wind: 3, flag: 3, twice: 2 };

test.each([
  [{ col: 'amount', op: '==', val: '1,000' }, 0],
  [{ col: 'amount', op: '==', val: 'abc' }, 0],
  [{ col: 'amount', op: '==', val: '' }, 0],
  [{ col: 'amount', op: '==', val: '1e400' }, 0],
  [{ col: 'wind', op: '==', val: '4,7' }, 0],
  [{ col: 'wind', op: '>', val: '4,7' }, 0],
  [{ col: 'wind', op: '<=', val: 'abc' }, 0],
  [{ col: 'flag', op: '==', val: 'maybe' }, 0],
  [{ col: 'twice', op: '==', val: 'abc' }, 0],
  [{ col: 'amount', op: 'IN', val: ['abc', '1'] }, 1],
  [{ col: 'amount', op: 'IN', val: ['abc', '1,000'] }, 0],
  [{ col: 'flag', op: 'IN', val: ['maybe', 'yes'] }, 2],
  // As for every value that no row has.
  [{ col: 'amount', op: '!=', val: 'abc' }, withValue.amount],
  [{ col: 'wind', op: 'NOT IN', val: ['1,5'] }, withValue.wind],
  [{ col: 'amount', op: 'NOT IN', val: ['abc', 1] }, 1],
  [{ col: 'flag', op: '!=', val: 'maybe' }, withValue.flag],
  // What means no value goes on to do so.
  [{ col: 'amount', op: '==', val: '<NULL>' }, all - withValue.amount],
  [{ col: 'amount', op: '==', val: null }, all - withValue.amount],
  [{ col: 'amount', op: 'IN', val: ['abc', null] }, all - withValue.amount],
  [{ col: 'amount', op: 'IN', val: ['<NULL>', ' 1 '] }, 3],
  [{ col: 'amount', op: 'NOT IN', val: ['abc', null] }, withValue.amount],
] as const)('[3.5-02] a value that no number and no flag can be is nobody: $0 → $1', async (filter, want) => {
  const [rows, details] = [await ask(filter, 'full'), await ask(filter, 'drill_detail')];
  expect([rows.rowcount, details.rowcount]).toEqual([want, want]);
});

test('[3.5-02] it becomes no question for rows without a value', async () => {
  const { query } = await ask({ col: 'amount', op: 'IN', val: ['abc', '1'] }, 'full');
  expect(query).toContain('"amount" IN (1)');
  expect(query).not.toContain('NULL');
});
