import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueryObject } from '@tessera/core/query-object';
import { buildBirths, type Births } from '../testing/births.ts';
import { findPostgres } from '../testing/databases.ts';
import { testPipeline, type TestPipeline } from '../testing/pipeline.ts';

// PostgreSQL asks a cheap condition first: what fails on a hidden row would tell that the row is there.
const there = findPostgres() !== null;
const RULE = "LOWER(UPPER(LOWER(UPPER(LOWER(UPPER(LOWER(UPPER(state)))))))) = 'ca'";
/** Fails on rows of the other state, which the rule hides. */
const BOOM = "1 / (CASE WHEN state = 'other' THEN 0 ELSE 1 END)";
const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' } as const;

let births: Births;
let it: TestPipeline;
beforeAll(async () => {
  if (!there) return;
  births = await buildBirths('postgresql');
  it = testPipeline(births, { security: () => ({ kind: 'sql', sql: RULE, isRule: true }), rules: () => [RULE] });
});
afterAll(() => births?.close());

const cases: readonly [string, QueryObject][] = [
  ['a clause', { columns: [], metrics: [count], extras: { where: `${BOOM} = 1` } }],
  ['a filter on an expression', { columns: [], metrics: [count], filters: [{ col: { sqlExpression: BOOM, label: 'boom', expressionType: 'SQL' }, op: '==', val: 1 }] }],
  ['a pattern that does not read, behind a filter', { columns: [], metrics: [count], filters: [{ col: 'state', op: '!=', val: 'CA' }, { col: 'name', op: 'REGEX', val: '(' }] }],
  ['a condition on groups', { columns: ['state'], metrics: [count], extras: { having: `${BOOM} = 1` } }],
  ['a dimension', { columns: [{ sqlExpression: BOOM, label: 'boom', expressionType: 'SQL' }], metrics: [count] }],
  ['a dimension with a series limit', { columns: [{ sqlExpression: BOOM, label: 'boom', expressionType: 'SQL' }], metrics: [count], series_columns: [{ sqlExpression: BOOM, label: 'boom', expressionType: 'SQL' }], series_limit: 2, series_limit_metric: count }],
];

test.skipIf(!there).each(cases)('%s never meets a row that a rule hides', async (_name, query) => {
  await expect(it.ask({ row_limit: 10, ...query })).resolves.toMatchObject({ status: 'success' });
});
