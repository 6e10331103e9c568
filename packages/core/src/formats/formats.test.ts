import { expect, test } from 'vitest';
import { currencyCases, grainCases, numberCases, timeCases } from '../fixtures/formats.ts';
import { currencySymbol } from './currency.ts';
import { formatNumber } from './number.ts';
import { isNumberFormat } from './number-format.ts';
import { formatTime } from './time.ts';

test.each(numberCases)('[9.0-17] %s of %s is %s', (format, value, text) => {
  expect(formatNumber(format, value)).toBe(text);
});

test.each([
  ['', 1234.5, '1.23k'],
  ['', 1.6e303, '1.6e+303'],
  ['', -1.234e27, '-1.23e+27'],
  ['', 9.9e26, '990Y'],
  ['', 4.2e-300, '4.2e-300'],
  ['MEMORY_DECIMAL', 0.5, '0.5B'],
  ['MEMORY_BINARY', 0.001, '0B'],
  ['DURATION', 59_960, '59.9s'],
  ['DURATION', 999.4, '999ms'],
  ['DURATION', 999.5, '999ms'],
  ['DURATION', -999.999, '-999ms'],
  ['DURATION', 1e21, '31709791983y 279d 1h 46m 40s'],
  ['DURATION_SUB', 1091.1955257559425, '1s 91ms 195µs 525ns'],
  ['.4r', 0, '0.000'],
  ['.2r', -0, '0.0'],
  [',.1r', 0, '0'],
  ['.0r', 0, '0'],
  ['$.3r', 0, '$0.00'],
  ['r', 0, '0.00000'],
  ['.4~r', 0, '0'],
  ['.3p', 0, '0.00%'],
  ['DURATION', 31_536_000_000, '1y'],
  ['DURATION_COL', 3_600_000, '1:00:00'],
  ['DURATION_COL', 65_432, '1:05.4'],
  ['DURATION_SUB', -1.5, '-1ms 500µs'],
  ['constructor', 1, '1 (Invalid format: constructor)'],
  [',d', -Infinity, '-∞'],
])('number format %s of %s is %s', (format, value, text) => {
  expect(formatNumber(format, value)).toBe(text);
});

test.each(currencyCases)('[9.0-17] %s as %s with %s of %s is %s', (symbol, symbolPosition, format, value, text) => {
  expect(formatNumber(format, value, { symbol, symbolPosition })).toBe(text);
});

test('a currency without a symbol changes nothing; a symbol that is no code stands for itself', () => {
  expect(formatNumber('$,.2f', 5, { symbol: '', symbolPosition: 'prefix' })).toBe('$5.00');
  expect(formatNumber(',d', 5, { symbol: 'points', symbolPosition: 'suffix' })).toBe('5 points');
  expect(['USD', 'JPY', 'XYZ'].map(currencySymbol)).toEqual(['$', '¥', 'XYZ']);
});

test.each(timeCases)('[9.0-18] %s of %s is %s', (format, epochMs, text) => {
  expect(formatTime(format, epochMs)).toBe(text);
});

test.each(grainCases)('[9.0-18] adaptive by grain %s: %s is %s', (grain, epochMs, text) => {
  expect(formatTime('smart_date', epochMs, grain)).toBe(text);
});

test.each([
  ['smart_date', '2020-03-10T00:00:00Z', null, 'Tue 10'],
  ['smart_date', '2020-03-01T00:00:00Z', null, 'March'],
  ['smart_date', '2020-03-10T13:05:00Z', null, '01:05'],
  ['smart_date', '2020-03-10T13:05:07.089Z', null, '.089ms'],
  ['smart_date', '1969-12-31T23:59:59.500Z', null, '.500ms'],
  ['smart_date', '2020-03-10T13:00:00Z', 'PT6H', '2020-03-10 13:00 — 2020-03-10 18:59'],
  ['smart_date', '2020-03-10T13:00:00Z', 'P9D', '01 PM'],
  ['%Y', '2020-03-10T13:00:00Z', 'P1M', '2020'],
  ['', '2020-01-01T00:00:00Z', null, '2020'],
])('time format %s of %s with grain %s is %s', (format, instant, grain, text) => {
  expect(formatTime(format, Date.parse(instant), grain)).toBe(text);
});

test('no instant and an instant outside the calendar', () => {
  expect(formatTime('smart_date', null)).toBe('null');
  expect(formatTime('smart_date', 9e15)).toBe('Invalid Date');
});

test.each([
  ['de', ',.2f', -1234567.5, '-1.234.567,50'],
  ['de', '', 1234.5, '1,23k'],
  ['fr', ',.1f', 1234567.25, '1\u202F234\u202F567,3'],
  ['en-IN', ',d', 12345678, '1,23,45,678'],
  ['de', 'DURATION', 1500.5, '1,5s'],
  ['en', ',.2f', 1234.5, '1,234.50'],
])('numbers are written as the locale %s does: %s', (locale, format, value, text) => {
  expect(formatNumber(format, value, null, locale)).toBe(text);
});

test.each([
  '',
  ',d',
  '.3s',
  '$,.2f',
  '+,',
  '~g',
  '*>12.1%',
  '(,.2f',
  'DURATION',
  '200d',
  '.3~s',
  '%',
  'x,d',
  '201d',
  'now',
  '.2.3f',
])('a number format is taken where numbers are written in it: %j', (format) => {
  expect(isNumberFormat(format)).toBe(!formatNumber(format, 1).includes('Invalid format'));
});
