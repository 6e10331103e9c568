import type { QueryObject } from '@tessera/core/query-object';
import { askUntilWhole, wholeSeries } from '@tessera/viz/layer/series-cut';
import { resultOf } from '@tessera/viz/testing/tables';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildBirths, type Births } from '../testing/engines/births.ts';
import { testPipeline, type TestPipeline } from '../testing/pipeline.ts';

let births: Births;
let it: TestPipeline;
beforeAll(async () => {
  births = await buildBirths('duckdb');
  it = testPipeline(births);
});
afterAll(() => births.close());

const series = ['state', 'name'] as const;
const seriesOf = (row: Readonly<Record<string, unknown>>) => series.map((name) => row[name]).join();

const query: QueryObject = {
  columns: [
    { columnType: 'BASE_AXIS', timeGrain: 'P1Y', sqlExpression: 'ds', label: 'ds', expressionType: 'SQL' },
    ...series,
  ],
  extras: { time_grain_sqla: 'P1Y' },
  metrics: ['total'],
  orderby: [['total', false]],
  series_columns: [...series],
  row_limit: 10_000,
};

test('what a chart asks once more gives whole series that fit, the rest in Others, and a count of all', async () => {
  const all = (await it.ask(query)).data;
  const names = new Set(all.map(seriesOf));
  const years = new Set(all.map((row) => row['ds'])).size;
  const limited = { ...query, row_limit: years * 3 };
  const ask = (queries: readonly QueryObject[]) => Promise.all(queries.map(answerOf));
  const [whole] = await askUntilWhole(
    [limited],
    await ask([limited]),
    ([one], [first]) => wholeSeries(first, one),
    ask,
  );

  const rows = whole?.rows ?? [];
  expect(rows.length).toBeLessThanOrEqual(limited.row_limit);
  expect([...new Set(rows.map(seriesOf))]).toHaveLength(3);
  expect(rows.map(seriesOf)).toContain('Others,Others');
  expect(whole?.seriesCut).toEqual({ shown: 2, of: names.size, hasOthers: true });
  const sum = (of: typeof rows) => of.reduce((total, row) => total + Number(row['total'] ?? 0), 0);
  expect(sum(rows)).toBe(sum(all));
});

/** An answer as a page reads it, one row for each year as a pivot makes them. */
async function answerOf(one: QueryObject) {
  const rows = (await it.ask(one)).data;
  const table = one.is_rowcount
    ? resultOf({ 'rowcount:numeric': [Number(Object.values(rows[0] ?? {})[0])] })
    : resultOf({ 'ds:temporal': [...new Set(rows.map((row) => Number(row['ds'])))] });
  const additivity = { total: 'additive' as const };
  return { ...table, rows, additivity, rowLimit: one.row_limit ?? null, sqlRowCount: rows.length };
}

test('of a metric that rises with time, whole series are shown from its first year on', async () => {
  const rise = { expressionType: 'SQL', sqlExpression: 'MAX(EXTRACT(YEAR FROM ds))', label: 'rise' } as const;
  const rising: QueryObject = { ...query, metrics: [rise], orderby: [[rise, false]] };
  const all = (await it.ask(rising)).data;
  const years = new Set(all.map((row) => row['ds'])).size;
  const limited = { ...rising, row_limit: Math.floor(years * 2.5) };
  const ask = (queries: readonly QueryObject[]) => Promise.all(queries.map(answerOf));
  const first = await ask([limited]);
  expect(first[0]?.table.rowCount).toBeLessThan(years);
  const [whole] = await askUntilWhole([limited], first, ([one], [asked]) => wholeSeries(asked, one), ask);
  const rows = whole?.rows ?? [];
  const chosen = new Set(rows.map(seriesOf));
  expect(whole).toMatchObject({ places: years, seriesCut: { shown: chosen.size } });
  expect(rows.length).toBeLessThan(limited.row_limit);
  expect(rows).toHaveLength(all.filter((row) => chosen.has(seriesOf(row))).length);
});
