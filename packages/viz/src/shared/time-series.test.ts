import { expect, test } from 'vitest';
import { metricOfSeries } from './time-series.ts';

const metrics = ['count', 'miles', { expressionType: 'SQL', sqlExpression: '1', label: 'own' } as const];

test.each([
  ['miles', 'miles'],
  ['miles__1 year ago', 'miles'],
  ['difference__miles__miles__1 year ago', 'miles'],
  ['milestones', null],
  ['own', metrics[2]],
])('the metric of the series %s', (label, metric) => {
  expect(metricOfSeries(label, { metrics })).toEqual(metric);
});

test('shares and changes are measured in no metric', () => {
  const shares = { metrics, contribution: true };
  expect(metricOfSeries('miles', shares)).toBeNull();
  const ratios = { metrics, time_compare: ['1 year ago'], comparison_type: 'ratio' };
  expect(metricOfSeries('miles', ratios)).toBeNull();
});
