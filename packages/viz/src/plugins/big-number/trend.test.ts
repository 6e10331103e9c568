import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { bigNumber } from './index.ts';

const trend = erase(bigNumber);
const form = { metric: 'n', x_axis: 'month', time_grain_sqla: 'P1M', compare_lag: 1 };
const course = (values: readonly number[]) =>
  resultOf({ 'month:temporal': months(2022, values.length), 'n:numeric': values });
const said = (values: readonly number[], aggregation = 'LAST_VALUE') => {
  const whole = resultOf({ 'n:numeric': [values.reduce((sum, value) => sum + value, 0)] });
  return trend.describe([course(values), whole], { ...form, aggregation }, contextOf({}));
};

test('a change that reads as zero has no direction', () => {
  expect(said([1000, 1100])).toContain('▲ +10.0%');
  expect(said([1000, 900])).toContain('▼ -10.0%');
  expect(said([940_300, 940_200])).toContain('■ 0.0%');
});

test('a number of several values says what it was made of', () => {
  expect(said([1, 2, 3], 'sum')).toContain('Sum of 3 values.');
  expect(said([1, 2, 3])).not.toContain('Sum of');
});
