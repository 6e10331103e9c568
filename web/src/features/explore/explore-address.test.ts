import { expect, test } from 'vitest';
import { exploreSearch, parseExploreAddress } from './explore-address.ts';

const parse = (search: string) => parseExploreAddress(new URLSearchParams(search));

test('[2.1-03] the address carries form_data, force, standalone, csv, query, results and samples', () => {
  const form = JSON.stringify({ datasource: '7__table', viz_type: 'pie', slice_id: 3, metric: 'count' });
  expect(parse(`form_data=${encodeURIComponent(form)}&force=true&standalone=1`)).toMatchObject({
    chartId: 3,
    datasource: { id: 7, type: 'table' },
    vizType: 'pie',
    formData: { metric: 'count' },
    force: true,
    standalone: true,
    open: null,
  });
  for (const name of ['csv', 'query', 'results', 'samples'] as const) expect(parse(`${name}=true`).open).toBe(name);
});

test('a saved chart, a dataset and a cached state are found by their parameters', () => {
  expect(parse('slice_id=12')).toMatchObject({ chartId: 12, datasource: null });
  expect(parse('datasource_id=4&datasource_type=table&form_data_key=abc')).toMatchObject({
    datasource: { id: 4, type: 'table' },
    formDataKey: 'abc',
  });
});

test('[3.1-02] the datasource type is read in any case and is a table when it is not known', () => {
  expect(parse('datasource=4__Query').datasource).toEqual({ id: 4, type: 'query' });
  expect(parse('datasource=4__thing').datasource).toEqual({ id: 4, type: 'table' });
  expect(parse('datasource=x__table').datasource).toBeNull();
});

test('the dashboard that a chart was opened from stays in its address', () => {
  expect(parse('slice_id=5&from_dashboard=9')).toMatchObject({ chartId: 5, fromDashboard: 9, dashboardId: null });
  expect(exploreSearch({ chartId: 5, datasource: null, formDataKey: 'k', fromDashboard: 9 })).toBe(
    '?form_data_key=k&slice_id=5&from_dashboard=9',
  );
  expect(parse('slice_id=5&from_dashboard=x').fromDashboard).toBeNull();
});

test('junk in the address counts as missing', () => {
  expect(parse('slice_id=-1&datasource_id=1e5&form_data=%7B&force=false&standalone=0')).toMatchObject({
    chartId: null,
    datasource: null,
    formData: null,
    force: false,
    standalone: false,
  });
  expect(parse('form_data=[1]').formData).toBeNull();
});

test('ruling: the address of a state can be read back', () => {
  const search = exploreSearch({ chartId: 5, datasource: { id: 2, type: 'table' }, formDataKey: 'k' });
  expect(parse(search)).toMatchObject({ chartId: 5, datasource: { id: 2, type: 'table' }, formDataKey: 'k' });
  expect(exploreSearch({ chartId: 5, datasource: { id: 2, type: 'table' }, formDataKey: null })).toBe('?slice_id=5');
});

test('form data in the address keeps integers beyond 2^53', () => {
  const formData = { adhoc_filters: [{ comparator: 9007199254740993n }] };
  expect(
    parseExploreAddress(new URLSearchParams({ form_data: '{"adhoc_filters":[{"comparator":9007199254740993}]}' }))
      .formData,
  ).toEqual(formData);
});

test('[2.2-05] all is asked of one origin: switching the sharding of domains off changes nothing', () => {
  const parsed = (text: string) => parseExploreAddress(new URLSearchParams(text));
  expect(parsed('slice_id=7&disableDomainSharding=1')).toEqual(parsed('slice_id=7'));
});

test('settings of an earlier chart type in the address are those of the type that took its place', () => {
  const form = JSON.stringify({ viz_type: 'treemap', metrics: ['count'], groupby: ['a'] });
  expect(parse(`form_data=${encodeURIComponent(form)}`)).toMatchObject({
    vizType: 'treemap_v2',
    formData: { viz_type: 'treemap_v2', metric: 'count', groupby: ['a'] },
  });
});
