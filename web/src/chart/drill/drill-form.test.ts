import { expect, test } from 'vitest';
import type { QueryObject } from '@tessera/core/query-object';
import type { DrillTarget } from '@tessera/viz/events';
import { simpleFilter } from '../../controls/filters.ts';
import { detailFilters, ownFilterTexts } from './detail.ts';
import { drilledForm, fixedValues, shownColumns } from './drill-form.ts';

const mark = { key: 'a', name: 'a', series: null, datum: {}, filters: [] };
const target: DrillTarget = {
  mark,
  toDetail: [
    { col: 'day', op: '==', val: 0, grain: 'P1Y', formattedVal: '1970' },
    { col: 'weather', op: '==', val: 'rain', formattedVal: 'rain' },
  ],
  by: { filters: [{ col: 'weather', op: '==', val: 'rain' }], groupbyFieldName: 'groupby' },
  crossFilter: null,
};
const columns = { groupby: { kind: 'columns', label: '' }, entity: { kind: 'column', label: '' } } as const;
const noTime = () => false;

test('a drill replaces the dimensions and fixes the values of the mark', () => {
  const own = simpleFilter('wind', 'GREATER_THAN', 3);
  const form = { viz_type: 'pie', groupby: ['weather'], adhoc_filters: [own] };
  expect(drilledForm(form, { controls: columns }, target, 'wind', noTime)).toEqual({
    viz_type: 'pie',
    groupby: ['wind'],
    adhoc_filters: [own, simpleFilter('weather', 'IN', ['rain'])],
  });
});

test('one column takes one, and the second query of a mixed chart has filters of its own', () => {
  const by = { filters: [], groupbyFieldName: 'entity', adhocFilterFieldName: 'adhoc_filters_b' };
  expect(drilledForm({}, { controls: columns }, { ...target, by }, 'land', noTime)).toEqual({
    entity: 'land',
    adhoc_filters_b: [],
  });
});

test('a bar of a category stays what it is', () => {
  const bar = { ...mark, filters: [{ col: 'damage', val: 'Minor' }] };
  const by = { filters: [], groupbyFieldName: 'groupby' };
  expect(fixedValues({ ...target, mark: bar, by })).toEqual([{ col: 'damage', op: '==', val: 'Minor' }]);
});

test('a period that stays fixed keeps the grain that made it', () => {
  const by = { filters: [{ col: 'day', op: '==', val: 0 } as const], groupbyFieldName: 'groupby' };
  expect(fixedValues({ ...target, by })).toEqual([target.toDetail[0]]);
  const form = drilledForm({}, { controls: columns }, { ...target, by }, 'weather', noTime);
  expect(form['adhoc_filters']).toEqual([simpleFilter('day', 'TEMPORAL_RANGE', '1970-01-01 : 1971-01-01')]);
});

test('columns that the chart shows are not offered again', () => {
  const label = { label: 'Year', expressionType: 'SQL', sqlExpression: 'year(day)' };
  expect([...shownColumns({ groupby: ['a', label], x_axis: 'day', metrics: ['m'] })].toSorted()).toEqual([
    'Year',
    'a',
    'day',
  ]);
});

test('the rows behind a query keep its filters on rows, and lose what counts, groups and sorts', () => {
  const query: QueryObject = {
    columns: ['weather'],
    metrics: ['count'],
    orderby: [['count', false]],
    row_limit: 10,
    filters: [
      { col: 'day', op: 'TEMPORAL_RANGE', val: 'No filter' },
      { col: 'wind', op: '>', val: 3 },
    ],
    time_range: 'Last year',
    granularity: 'day',
    extras: { where: '(a > 1)', having: '(SUM(a) > 1)', time_grain_sqla: 'P1D' },
  };
  expect(detailFilters(query, target.toDetail)).toEqual({
    filters: [
      { col: 'day', op: 'TEMPORAL_RANGE', val: 'No filter' },
      { col: 'wind', op: '>', val: 3 },
      { col: 'day', op: '==', val: 0, grain: 'P1Y' },
      { col: 'weather', op: '==', val: 'rain' },
    ],
    extras: { where: '(a > 1)' },
    granularity: 'day',
    time_range: 'Last year',
  });
  expect(ownFilterTexts(query, (name) => name)).toEqual(['wind is more than 3', '(a > 1)', 'Time: Last year']);
});
