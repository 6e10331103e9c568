import { formatNumber } from '@tessera/core/formats/number';
import { expect, test } from 'vitest';
import { queryNames, resultFormats } from './result-formats.ts';

const share = { name: 'share', label: 'Share', expression: '', description: null, certifiedBy: null, warning: null };
const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'cost' }, label: 'Cost' } as const;
const numbers = (format: string, value: number | null) => formatNumber(format, value, null, 'en');
const formats = (form: Readonly<Record<string, unknown>> = {}) =>
  resultFormats({
    query: { metrics: ['share', sum] },
    form,
    dataset: { metrics: [{ ...share, format: '.1%' }] },
    formatNumber: numbers,
  });

test('a saved metric is written as its owner says, another as the chart writes its values', () => {
  expect(formats()('share')?.(0.1234)).toBe('12.3%');
  expect(formats({ y_axis_format: '$,.2f' })('Cost')?.(1234.5)).toBe('$1,234.50');
  expect(formats({ y_axis_format: '$,.2f' })('share')?.(0.5)).toBe('50.0%');
});

test('without a format, and where the chart adapts it, numbers are grouped and keep their digits', () => {
  expect(formats({ number_format: 'SMART_NUMBER' })('Cost')?.(1_461_000.25)).toBe('1,461,000.25');
  expect(formats()('Cost')?.('1234.50')).toBe('1,234.5');
});

test('columns of steps are written as their metric, dimensions and other cells as they are', () => {
  expect(formats()('share, rain')?.(0.5)).toBe('50.0%');
  expect(formats()('share__1 year ago')?.(0.5)).toBe('50.0%');
  expect([formats()('year'), formats()('shares')]).toEqual([null, null]);
  expect([formats()('Cost')?.('n/a'), formats()('Cost')?.(2n ** 70n), formats()('Cost')?.({})]).toEqual([
    null,
    null,
    null,
  ]);
});

test('several queries are named by their metrics, where these are their own', () => {
  const label = (name: string) => (name === 'a' ? 'Alpha' : name);
  const names = (...metrics: (readonly unknown[])[]) =>
    queryNames(
      metrics.map((one) => ({ metrics: one as string[] })),
      label,
    );
  expect(names(['a'])).toEqual([null]);
  expect(names(['a', sum], ['b'])).toEqual(['Alpha, Cost', 'b']);
  expect([...names(['a'], ['a'], [])]).toEqual([null, null, null]);
  expect(queryNames([{ metrics: ['b'] }, { is_rowcount: true }], label)).toEqual(['b', 'Row count']);
});
