import { buildQueryObject } from '@tessera/core/build-query';
import { effectiveQuery, type BuildQueries } from '@tessera/core/effective-query/effective-query';
import { standalone } from '@tessera/core/effective-query/sources';
import { expect, test } from 'vitest';
import { parseExactJson } from '@tessera/core/exact-json';
import { chartHref } from './chart-href.ts';

const build: BuildQueries = (form) => [buildQueryObject(form)];
const saved = { viz_type: 'table', columns: ['name'], time_range: 'Last year' };
const region = { col: 'region', op: 'IN', val: ['EU & US'] };
const mask = {
  source: { kind: 'filter', id: 'R', name: 'Region' },
  extraFormData: { filters: [region], time_range: 'Last week' },
  scope: new Set([5]),
} as const;

test('a chart that nothing filters is opened by its id', () => {
  expect(chartHref(5, null, null)).toBe('/explore/?slice_id=5');
  expect(chartHref(5, 9, effectiveQuery(standalone(saved, 5), build))).toBe('/explore/?slice_id=5&from_dashboard=9');
  // The page of the chart starts with its own order and paging.
  const turned = effectiveQuery({ ...standalone(saved, 5), ownState: { currentPage: 2 } }, build);
  expect(chartHref(5, 9, turned)).toBe('/explore/?slice_id=5&from_dashboard=9');
});

test('a card that is opened in Explore asks there what it asks on the dashboard', () => {
  const card = effectiveQuery({ ...standalone(saved, 5), masks: [mask], url: { city: 'Rome' } }, build);
  const parameters = new URL(chartHref(5, 9, card), 'http://here').searchParams;
  const added = parseExactJson(parameters.get('form_data') ?? '') as object;
  expect(added).toEqual({
    extra_filters: [{ col: 'city', op: '==', val: 'Rome' }],
    extra_form_data: { filters: [region], time_range: 'Last week' },
  });
  // Explore lays what the address has over the saved form.
  expect(effectiveQuery(standalone({ ...saved, ...added }), build).queries).toEqual(card.queries);
});
