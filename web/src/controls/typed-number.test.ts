import { expect, test } from 'vitest';
import { readTypedNumber } from './typed-number.ts';

const nbsp = '\u00a0';
const narrow = '\u202f';
const thin = '\u2009';

test.each([
  ['1,000', 'en', '1000'],
  ['-1,234,567.5', 'en', '-1234567.5'],
  ['1 000.5', 'en', '1000.5'],
  [`1${thin}000${thin}000`, 'en', '1000000'],
  ['\u22125', 'en', '-5'],
  ['1e3', 'en', '1e3'],
  ['9007199254740993', 'en', '9007199254740993'],
  ['4,7', 'en', null],
  ['1,00', 'en', null],
  ['1 000,5', 'en', null],
  ['1,2345', 'en', null],
  ['abc', 'en', null],
  ['1e400', 'en', null],
  ['', 'en', null],
  ['4,7', 'de', '4.7'],
  ['1.234.567,5', 'de', '1234567.5'],
  ['1.5', 'de', '1.5'],
  ['1.125', 'de', null],
  ['1 000,5', 'fr', '1000.5'],
  [`1${nbsp}000`, 'fr', '1000'],
  [`12${narrow}345,25`, 'fr', '12345.25'],
  ['1000.5', 'fr', '1000.5'],
  ['12,34,567', 'en-IN', '1234567'],
])('%j in %s is %j', (text, locale, want) => {
  expect(readTypedNumber(text, locale)).toBe(want);
});
