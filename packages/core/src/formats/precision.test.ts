import { expect, test } from 'vitest';
import { formatNumber } from './number.ts';
import { adaptiveFormat, readPrecision } from './precision.ts';

const written = (...values: readonly number[]) => values.map((value) => formatNumber(adaptiveFormat(values), value));

test.each([
  { what: 'whole numbers stay without decimals', values: [893, 0, -12], texts: ['893', '0', '-12'] },
  { what: 'fractions beside greater numbers', values: [1.5, 2, 0.333], texts: ['1.50', '2.00', '0.33'] },
  { what: 'fractions alone', values: [0.1234, 0.5, 0], texts: ['0.1234', '0.5000', '0.0000'] },
  { what: 'small fractions beside greater numbers', values: [12.5, 0.0123], texts: ['12.500', '0.012'] },
  { what: 'thousands', values: [412_000, 96_000, 61_500], texts: ['412.0k', '96.0k', '61.5k'] },
  { what: 'thousands of few digits', values: [1_050, 2_000], texts: ['1.05k', '2.00k'] },
  {
    what: 'thousands of one and of three digits',
    values: [412_345, 1_050],
    texts: ['412.3k', '1.1k'],
  },
  { what: 'each unit by itself', values: [812, 1_200, 3_450_000, -2e9], texts: ['812', '1.2k', '3.45M', '-2B'] },
  { what: 'numbers of another kind stay adaptive', values: [2, 4.5e-7, 1e30], texts: ['2', '450n', '1e+30'] },
])('adaptive numbers of a column have one precision: $what', ({ values, texts }) => {
  expect(written(...values)).toEqual(texts);
});

test('a number of no unit of its column, such as a total, is adaptive', () => {
  expect(formatNumber(adaptiveFormat([1.5, 2]), 12_345)).toBe('12.3k');
  expect(formatNumber(adaptiveFormat([]), 1.5)).toBe('1.5');
});

test('values that are no numbers say nothing', () => {
  expect(formatNumber(adaptiveFormat([null, Number.NaN, Number.POSITIVE_INFINITY, 1.25]), 2)).toBe('2.00');
});

test('the separators are those of the reader, and a currency stands behind', () => {
  const format = adaptiveFormat([1.5, 2_500]);
  const euros = { symbol: 'EUR', symbolPosition: 'suffix' } as const;
  expect([2, 2_500].map((value) => formatNumber(format, value, euros, 'de-DE'))).toEqual(['2,0 €', '2,5k €']);
});

test('no other format has a precision', () => {
  expect(['SMART_NUMBER', 'SMART_NUMBER:9', 'SMART_NUMBER:1,2x', ',.2f'].map(readPrecision)).toEqual(
    Array.from({ length: 4 }, () => null),
  );
});
