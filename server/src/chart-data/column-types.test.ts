import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildBirths, type Births } from '../testing/engines/births.ts';
import { testPipeline } from '../testing/pipeline.ts';

let births: Births;
beforeAll(async () => {
  births = await buildBirths('duckdb');
});
afterAll(() => births?.close());

test('[8.6-01] what the owner of a dataset writes as the type of a column reads no other table', async () => {
  for (const type of [
    'DECIMAL) UNION ALL (SELECT answer FROM main.secret',
    'DECIMAL) UNION ALL (SELECT COUNT(name) FROM birth_names',
    'DECIMAL) OR 1 IN (1',
  ]) {
    const columns = births.dataset.columns.map((column) => (column.name === 'num' ? { ...column, type } : column));
    const it = testPipeline(births, {
      dataset: { columns },
      security: () => ({ kind: 'sql', sql: "state = 'none'", isRule: true }),
      rules: () => ["state = 'none'"],
    });
    const answer = await it
      .ask({
        columns: [],
        metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' }],
        filters: [{ col: 'num', op: '==', val: '1.23456789012345678' }],
      })
      .catch(() => null);
    expect([type, answer?.data ?? []]).toEqual([type, answer === null ? [] : [{ n: 0 }]]);
    expect(it.ran.map(({ text }) => text).join('\n')).not.toMatch(/UNION|1 IN/);
  }
});
