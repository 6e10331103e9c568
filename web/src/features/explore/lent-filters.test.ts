import { expect, test } from 'vitest';
import { lentFilters } from './lent-filters.ts';

const label = (column: string) => (column === 'region' ? 'Region' : column);

test('what a dashboard filters a chart by is said in words, older links included', () => {
  const sql = { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'a > 1' };
  const form = {
    adhoc_filters: [sql],
    extra_filters: [
      { col: 'city', op: '==', val: 'Rome' },
      { col: '__time_range', op: '==', val: 'Last year' },
    ],
    extra_form_data: { filters: [{ col: 'region', op: 'IN', val: ['EU', 'US'] }], adhoc_filters: [sql] },
  };
  expect(lentFilters(form, label)).toEqual(['city is Rome', 'Region is one of EU, US', 'a > 1', 'Time: Last year']);
  expect(lentFilters({ extra_form_data: { time_range: 'Last week' } }, label)).toEqual(['Time: Last week']);
});

test('of a chart that nothing filters there is nothing to say', () => {
  expect(lentFilters({ adhoc_filters: [], extra_filters: [] }, label)).toEqual([]);
});
