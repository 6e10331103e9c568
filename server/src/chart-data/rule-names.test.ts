import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildBirths, type Births } from '../testing/births.ts';
import { testPipeline, type TestPipeline } from '../testing/pipeline.ts';

// These databases look for a name that no column has among those of the result, which the person who asks chooses.
const RULE = "tenant = 'me'";
const MINE = { expressionType: 'SQL', sqlExpression: "'me'", label: 'tenant' } as const;
const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' } as const;

describe.each(['duckdb', 'sqlite'] as const)('a rule about a column that a dataset of %s has not', (kind) => {
  let births: Births;
  let it: TestPipeline;
  beforeAll(async () => {
    births = await buildBirths(kind);
    it = testPipeline(births, { security: () => ({ kind: 'sql', sql: RULE, isRule: true }), rules: () => [RULE] });
  });
  afterAll(() => births?.close());

  test.each([
    ['groups', { columns: [MINE], metrics: [count] }],
    ['rows', { columns: [MINE, 'name'], metrics: null }],
    ['rows, in other letters', { columns: [{ ...MINE, label: 'TENANT' }, 'name'], metrics: null }],
    ['a column under the name of another', { columns: [{ ...MINE, sqlExpression: 'name' }], metrics: [count], extras: { where: "tenant = 'me'" } }],
  ])('[8.6-01] shows nobody a row, whatever results are called: %s', async (_name, query) => {
    await expect(it.ask({ row_limit: 10, ...query })).rejects.toMatchObject({ code: expect.stringMatching(/^source_|^database_error/) });
  });

  test('results keep the names that were asked for', async () => {
    const open = testPipeline(births, { security: () => ({ kind: 'sql', sql: "state = 'CA'", isRule: true }), rules: () => [RULE] });
    const { data } = await open.ask({ columns: [MINE], metrics: [count], row_limit: 10, orderby: [[count, false]] });
    expect(data.map((row) => Object.keys(row))).toEqual([['tenant', 'n']]);
  });
});
