import { buildQueryCases } from '@tessera/core/fixtures/build-query';
import { expect, test } from 'vitest';
import { queryBundles } from '../../bundles/index.ts';
import { timeseriesQueries } from './queries.ts';

const family = buildQueryCases.filter(({ type }) => type.startsWith('echarts_'));

test.each(family)('with every bundle of controls $type asks what clients of the API expect: $name', (one) => {
  expect(timeseriesQueries(one.form, queryBundles)).toEqual(one.queries);
});

test('without its bundle a setting changes nothing that is asked', () => {
  const plain = { x_axis: 'ds', metrics: ['count'] };
  const asked = {
    ...plain,
    rolling_type: 'mean',
    rolling_periods: 7,
    time_compare: ['1 year ago'],
    comparison_type: 'ratio',
  };
  expect(timeseriesQueries(asked)).toEqual(timeseriesQueries(plain));
  expect(timeseriesQueries(asked, queryBundles)).not.toEqual(timeseriesQueries(plain));
});
