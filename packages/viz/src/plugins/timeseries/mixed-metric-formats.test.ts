import { expect, test } from 'vitest';
import { parseForm } from '../../parse-form.ts';
import { mixedControls } from './mixed-controls.ts';
import { withAxisFormats } from './mixed-metric-formats.ts';

const euros = { symbol: 'EUR', symbolPosition: 'suffix' } as const;
const formats = { miles: { format: ',.2f', currency: euros }, delay: { format: '.1f', currency: null } };
const written = (raw: object) =>
  withAxisFormats(parseForm(mixedControls, {}, { metrics: ['miles'], metrics_b: ['delay'], ...raw }), formats);

test('each axis is written as the metrics that it measures', () => {
  expect(written({ yAxisIndex: 0, yAxisIndexB: 1 })).toMatchObject({
    y_axis_format: ',.2f',
    currency_format: euros,
    y_axis_format_secondary: '.1f',
    currency_format_secondary: null,
  });
});

test('an axis of two queries is written as both agree', () => {
  expect(written({ yAxisIndex: 0, yAxisIndexB: 0 })).toMatchObject({
    y_axis_format: 'SMART_NUMBER',
    currency_format: null,
  });
});

test('shares of one query leave the axis of the other its format', () => {
  const shares = { yAxisIndex: 0, yAxisIndexB: 1, comparison_type: 'ratio', time_compare: ['1 year ago'] };
  expect(written(shares)).toMatchObject({ y_axis_format: 'SMART_NUMBER', y_axis_format_secondary: '.1f' });
});
