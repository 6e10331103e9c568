import type { QueryObject } from '@tessera/core/query-object';
import { expect, test } from 'vitest';
import { CHART_ALONE, isOfChart, type SavedChart } from '../saved-queries.ts';
import { resultOf } from '../testing/tables.ts';
import { countsOf, seriesCutText, wholeSeries } from './series-cut.ts';

const query: QueryObject = {
  columns: [{ columnType: 'BASE_AXIS', sqlExpression: 'year', label: 'year', expressionType: 'SQL' }, 'country'],
  metrics: ['people'],
  orderby: [['people', false]],
  series_columns: ['country'],
  series_limit: 0,
  row_limit: 100,
  post_processing: [{ operation: 'flatten' }],
};
/** Twenty years of which the row limit left something. */
const cut = {
  ...resultOf({
    'year:temporal': Array.from({ length: 20 }, (_, index) => index),
    'China:numeric': Array.from({ length: 20 }, () => 1),
  }),
  rowLimit: 100,
  sqlRowCount: 100,
};

const count = (rows: number) => ({ ...resultOf({ 'rowcount:numeric': [rows] }), rowLimit: null, sqlRowCount: 1 });

test('a chart whose series do not all fit asks for as many whole ones as do, and for their numbers', () => {
  const again = wholeSeries(query, { ...cut, additivity: { people: 'additive' } });
  expect(again?.queries[0]).toEqual({ ...query, series_limit: 4, group_others_when_limit_reached: true });
  expect(again?.queries[1]).toMatchObject({ columns: ['country'], is_rowcount: true, series_limit: 0, row_limit: 0 });
  expect(again?.queries[2]).toMatchObject({ columns: [query.columns?.[0]], is_rowcount: true, post_processing: [] });
  const taken = again?.take([cut, count(222), count(20)]);
  expect(taken).toHaveLength(1);
  expect(taken?.[0]).toMatchObject({ seriesCut: { shown: 4, of: 222, hasOthers: true }, places: 20 });
});

test('what the rows of a cut answer do not say of its axis is counted, and asked for by that', () => {
  // Steps behind the query made two months of twenty-five days.
  const months = { ...cut, ...resultOf({ 'month:temporal': [0, 31], 'China:numeric': [1, 2] }) };
  const first = wholeSeries(query, months);
  expect(first?.queries[0]?.series_limit).toBe(50);
  const [second] = first?.take([months, count(222), count(25)]) ?? [];
  expect(wholeSeries(first?.queries[0], second)?.queries[0]?.series_limit).toBe(4);
});

test('what fits whole has no cut, though it has as many rows as the limit', () => {
  const [whole] = wholeSeries(query, cut)?.take([cut, count(5), count(20)]) ?? [];
  expect(whole).toMatchObject({ rowLimit: null });
  expect(whole).not.toHaveProperty('seriesCut');
  const [left] = wholeSeries(query, cut)?.take([cut, count(9), count(30)]) ?? [];
  expect(left).toMatchObject({ rowLimit: 100, seriesCut: { shown: 5, of: 9, hasOthers: false } });
});

test('series of a metric that does not add up have no Others, and fill the room', () => {
  for (const additivity of [{ people: 'non_additive' }, { people: 'unknown' }, {}] as const) {
    const [limited] = wholeSeries(query, { ...cut, additivity })?.queries ?? [];
    expect(limited).toEqual({ ...query, series_limit: 5 });
  }
});

test('series that are samples are not gathered, though their metrics add up', () => {
  const again = wholeSeries(query, { ...cut, additivity: { people: 'additive' } }, false);
  expect(again?.queries[0]).toEqual({ ...query, series_limit: 5 });
  expect(again?.take([cut, count(222), count(20)])[0]?.seriesCut).toEqual({ shown: 5, of: 222, hasOthers: false });
});

test('a whole answer, an answer without series and one where no series fits are left as they are', () => {
  expect(wholeSeries(query, { ...cut, sqlRowCount: 99 })).toBeNull();
  expect(wholeSeries({ ...query, series_columns: [] }, cut)).toBeNull();
  expect(wholeSeries({ ...query, series_limit: 5 }, cut)).toBeNull();
  expect(wholeSeries({ ...query, row_limit: 10 }, { ...cut, rowLimit: 10, sqlRowCount: 10 })).toBeNull();
  expect(countsOf({ columns: ['country'], series_columns: ['country'] })).toEqual([]);
});

test('a reader of a dashboard may ask all of them, and not the count of other rows', () => {
  const saved: SavedChart = { form: {}, queries: [query], viz: null, capabilities: null };
  const asked = wholeSeries(query, { ...cut, additivity: { people: 'additive' } })?.queries ?? [];
  expect(isOfChart(saved, asked, CHART_ALONE)).toEqual({ ok: true });
  const other = asked.map((one) => ({ ...one, columns: ['city'] }));
  expect(isOfChart(saved, other, CHART_ALONE)).toMatchObject({ ok: false });
});

test('what was cut is said in words, with the number where it is known', () => {
  expect(seriesCutText({ shown: 50, of: 222, hasOthers: true })).toBe('50 of 222 series; the rest is in Others');
  expect(seriesCutText({ shown: 50, of: 222, hasOthers: false })).toBe('50 of 222 series; the rest is left out');
  expect(seriesCutText({ shown: 50, of: null, hasOthers: true })).toBe('The greatest 50 series; the rest is in Others');
});
