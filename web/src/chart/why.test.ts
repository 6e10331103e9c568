import { buildQueryObject } from '@tessera/core/build-query';
import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import { standalone, type MaskSource } from '@tessera/core/effective-query/sources';
import type { ExtraFormData } from '@tessera/core/filters/data-mask';
import { expect, test } from 'vitest';
import { estimateSentence, filterGroups, rejectionSentence, stageShares, type FilterOrigin } from './why.ts';

const filter = (
  origin: FilterOrigin,
  column: string | null,
  operator: string | null,
  value: unknown = null,
  sql: string | null = null,
) => ({ origin, column, operator, value, sql });
const label = (name: string) => ({ state: 'State' })[name] ?? name;

test('filters stand under where they come from, in one order, as sentences', () => {
  const groups = filterGroups(
    [
      filter('security', null, null, null, 'secret = 1'),
      filter('security', null, null),
      filter('cross_filter', 'state', '==', 'CA'),
      filter('chart', 'state', 'IN', ['CA', 'NY']),
      filter('chart', null, null, null, 'num > 0'),
      filter('chart', null, null),
      filter('template', 'ds', 'TEMPORAL_RANGE', 'Last week'),
      filter('dashboard', 'kept', 'IS NULL'),
    ],
    label,
  );
  expect(groups.map(({ origin, sentences }) => [origin, sentences])).toEqual([
    ['chart', ['State is one of CA, NY', 'num > 0', 'A condition in SQL, which you may not see.']],
    ['dashboard', ['kept has no value']],
    ['cross_filter', ['State is CA']],
    ['security', ['2 rules limit the rows that you see.']],
    ['template', ['ds in the last week']],
  ]);
});

test('filters and selections of a dashboard are named, each condition once', () => {
  const state = { col: 'state', op: '==', val: 'CA' };
  const mask = (source: MaskSource, extraFormData: ExtraFormData) => ({ source, extraFormData, scope: new Set([7]) });
  const { parts } = effectiveQuery(
    {
      ...standalone({ adhoc_filters: [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'num > 0' }] }, 7),
      url: { city: 'Rome' },
      masks: [
        mask({ kind: 'filter', id: 'S', name: 'State' }, { filters: [state], time_range: 'Last week' }),
        mask({ kind: 'cross_filter', placementId: 'CHART-1', chartId: 1, name: 'Map' }, { filters: [state] }),
      ],
      timeOverride: { from: 'Overview', range: 'Last day' },
    },
    (form) => [buildQueryObject(form)],
  );
  const told = [
    filter('dashboard', 'ds', 'TEMPORAL_RANGE', 'Last day'),
    filter('dashboard', 'city', '==', 'Rome'),
    filter('dashboard', 'state', '==', 'CA'),
    filter('dashboard', 'state', '==', 'CA'),
    filter('chart', null, null, null, 'num > 0'),
    filter('security', null, null),
    filter('template', 'state', '==', 'CA'),
  ];
  expect(filterGroups(told, label, parts).map(({ origin, title }) => [origin, title])).toEqual([
    ['chart', 'Chart'],
    ['dashboard', 'Time of "Overview"'],
    ['dashboard', 'Address of the page'],
    ['dashboard', 'Filter "State"'],
    ['cross_filter', 'Selection on "Map"'],
    ['security', 'Row-level security'],
    ['template', 'Template'],
  ]);
});

test('the clause of a rule is never among the filters, whoever asks', () => {
  expect(JSON.stringify(filterGroups([filter('security', null, null, null, "region = 'EU'")], label))).not.toContain(
    'EU',
  );
});

test('any time is no filter; odd values are shown as they are', () => {
  expect(filterGroups([filter('chart', 'ds', 'TEMPORAL_RANGE', 'No filter')], label)).toEqual([]);
  expect(filterGroups([filter('chart', 'state', '==', { a: 1 })], label)[0]?.sentences).toEqual(['State is {"a":1}']);
});

test('filters without effect say why', () => {
  expect(rejectionSentence({ column: 'state', reason: 'not_in_datasource' }, label)).toBe(
    'State: the dataset has no such column.',
  );
  expect(rejectionSentence({ column: 'x', reason: 'other' }, label)).toBe('x: the filter does not apply here (other).');
});

test('the parts of the time make a whole, and no time makes none', () => {
  expect(stageShares({ plan: 1, database: 2, post_processing: 1 })).toEqual({ plan: 0.25, database: 0.5, post: 0.25 });
  expect(stageShares({ plan: 0, database: 0, post_processing: 0 })).toEqual({ plan: 0, database: 0, post: 0 });
});

test('what the database expects is one sentence, without what it does not say', () => {
  expect(estimateSentence(null)).toBeNull();
  expect(estimateSentence({ rows_read: null, bytes_read: null, rows_returned: null, cost: null })).toBeNull();
  expect(estimateSentence({ rows_read: 1234, bytes_read: null, rows_returned: 7, cost: 12.6 })).toBe(
    `The database expects: ${(1234).toLocaleString()} rows read, 7 rows returned, cost 13`,
  );
});
