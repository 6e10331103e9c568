import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueryMetric, QueryObject } from '@tessera/core/query-object';
import { buildBirths, type Births } from '../testing/engines/births.ts';
import { requestFor, sumOfNum, testPipeline, type TestPipeline } from '../testing/pipeline.ts';

let births: Births;
let it: TestPipeline;
beforeAll(async () => {
  births = await buildBirths('duckdb');
  it = testPipeline(births);
});
afterAll(() => births.close());

const of = (aggregate: 'AVG' | 'COUNT_DISTINCT', column_name: string): QueryMetric => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name },
  label: aggregate,
});
const metrics = [of('AVG', 'num'), of('COUNT_DISTINCT', 'name'), sumOfNum];
const form = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['gender', 'is_boy'],
  groupbyColumns: ['state'],
  metrics,
  rowTotals: true,
  colTotals: true,
  rowSubTotals: true,
};
const cells: QueryObject = { columns: ['state', 'gender', 'is_boy'], metrics, row_limit: 100 };

async function csv(
  shown: Record<string, unknown>,
  query: QueryObject = cells,
): Promise<readonly (readonly string[])[]> {
  const request = requestFor(query);
  const [lines] = await it.pipeline.downloads({
    ...request,
    context: { ...request.context, form_data: shown, result_type: 'post_processed' },
  });
  const chunks: Buffer[] = [];
  for await (const chunk of lines ?? []) chunks.push(chunk);
  return Buffer.concat(chunks)
    .toString()
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
}

/** The metrics of some rows, as the database tells them. */
async function asked(filters: QueryObject['filters']): Promise<readonly number[]> {
  const [row] = (await it.ask({ metrics, filters: filters ?? [], row_limit: 1 })).data;
  return ['AVG', 'COUNT_DISTINCT', 'SUM(num)'].map((label) => Number(row?.[label]));
}

test('[2.4-01] totals of a pivoted file are those that the chart asks the database for', async () => {
  const [header = [], ...rows] = await csv(form);
  const at = (row: string, column: string) =>
    ['AVG', 'COUNT_DISTINCT', 'SUM(num)'].map((label) => {
      const line = rows.find(([name]) => name === row) ?? [];
      return Number(line[header.indexOf(`${label} ${column}`)]);
    });
  const whole = await asked([]);
  expect(at('Total (Sum)', 'Total (Sum)')).toEqual(whole);
  expect(at('Total (Sum)', 'CA')).toEqual(await asked([{ col: 'state', op: '==', val: 'CA' }]));
  expect(at('girl Subtotal', 'Total (Sum)')).toEqual(await asked([{ col: 'gender', op: '==', val: 'girl' }]));
  expect(at('girl Subtotal', 'CA')).toEqual(
    await asked([
      { col: 'gender', op: '==', val: 'girl' },
      { col: 'state', op: '==', val: 'CA' },
    ]),
  );
});

test('totals of a file whose rows the limit cut are of all rows, those of sums too', async () => {
  const few: QueryObject = { ...cells, row_limit: 2 };
  const whole = await asked([]);
  const total = ([header = [], ...rows]: readonly (readonly string[])[], labels: readonly string[]) =>
    labels.map((label) =>
      Number((rows.find(([name]) => name === 'Total (Sum)') ?? [])[header.indexOf(`${label} Total (Sum)`)]),
    );
  expect(total(await csv(form, few), ['AVG', 'COUNT_DISTINCT', 'SUM(num)'])).toEqual(whole);
  // Where all metrics add up, no total is asked before the rows are known to be cut.
  const sums = { ...form, metrics: [sumOfNum] };
  expect(total(await csv(sums, { ...few, metrics: [sumOfNum] }), ['SUM(num)'])).toEqual(whole.slice(2));
});

test('a saved chart names its queries of totals: they are no files of their own', async () => {
  const level = (columns: string[]): QueryObject => ({ ...cells, columns });
  const levels = [['state', 'gender'], ['state'], ['gender', 'is_boy'], ['gender'], []];
  const { context, ...request } = requestFor(cells);
  const queries = [cells, ...levels.map(level)];
  const files = await it.pipeline.downloads({
    ...request,
    context: { ...context, queries, form_data: form, result_type: 'post_processed' },
  });
  expect(files).toHaveLength(1);
});

test('and so are those of a pivoted answer, from the cache too', async () => {
  const ask = () =>
    it.ask(cells, {
      context: { ...requestFor(cells).context, form_data: form },
      type: 'post_processed',
    });
  const whole = await asked([]);
  const few: QueryObject = { ...cells, row_limit: 2 };
  const cut = await it.ask(few, {
    context: { ...requestFor(few).context, form_data: form },
    type: 'post_processed',
  });
  const shown = cut.data as unknown as Record<string, Record<string, number>>;
  expect(shown['SUM(num) Total (Sum)']?.['Total (Sum)']).toBe(whole[2]);
  for (const isCached of [null, true]) {
    const answer = await ask();
    const data = answer.data as unknown as Record<string, Record<string, number>>;
    expect(answer['is_cached']).toBe(isCached);
    expect(['AVG', 'COUNT_DISTINCT', 'SUM(num)'].map((label) => data[`${label} Total (Sum)`]?.['Total (Sum)'])).toEqual(
      whole,
    );
  }
});
