import { expect, test } from 'vitest';
import { givenNumber, readNumber, stepNumber } from './number-text.ts';
import { matchOptions, splitPasted, typedChoice } from './options.ts';

test.each([
  ['', null],
  ['  ', null],
  ['12', 12],
  ['-1.5', -1.5],
  ['1 000', 1000],
  ['1,000', 1000],
  ['1,000,000.5', 1000000.5],
  ['1,5', 1.5],
  ['1e3', 1000],
  ['abc', 'invalid'],
  ['1..2', 'invalid'],
  ['1e999', 'invalid'],
])('the text "%s" is read as %s', (text, want) => {
  expect(readNumber(text)).toBe(want);
});

test('steps stay in bounds and free of binary dust', () => {
  expect(stepNumber(0.1, 0.2, {})).toBe(0.3);
  expect(stepNumber(null, 1, { min: 5 })).toBe(5);
  expect(stepNumber(10, 1, { max: 10 })).toBe(10);
});

const options = ['country', 'origin country', 'city'].map((value) => ({ value, label: value }));

test('choices match by every word, those that begin with it first', () => {
  expect(matchOptions(options, 'country').map(({ value }) => value)).toEqual(['country', 'origin country']);
  expect(matchOptions(options, 'cou ori').map(({ value }) => value)).toEqual(['origin country']);
  expect(matchOptions(options, 'Cou').map(({ value }) => value)).toEqual(['country', 'origin country']);
});

test('what is typed stands for the choice that it names, else for itself', () => {
  const options = [{ value: '100', label: 'A hundred' }];
  expect(['100', 'A hundred', '10', ''].map((typed) => typedChoice(typed, options))).toEqual([
    '100',
    '100',
    '10',
    null,
  ]);
});

test('a pasted list becomes values, lines before commas', () => {
  expect(splitPasted('a\nb\n\na')).toEqual(['a', 'b']);
  expect(splitPasted('Paris, France\nOslo, Norway')).toEqual(['Paris, France', 'Oslo, Norway']);
  expect(splitPasted('a, b;c')).toEqual(['a', 'b', 'c']);
});

test('text that is no number, or none that is whole, is given on as NaN', () => {
  expect(['3x', '2.5', ' 12 ', ''].map((text) => givenNumber(text, true))).toEqual([Number.NaN, Number.NaN, 12, null]);
  expect(givenNumber('2.5', false)).toBe(2.5);
});
