import { expect, test } from 'vitest';
import { compareNumbers, isDecimal, readNumber } from './numeric-cell.ts';

test('numbers are read from numbers, integers of any size and decimals that travel as text', () => {
  expect([1.5, 9007199254740993n, '53.2142857142857143', ' -0.5 ', '1e3', '.5', '5.'].map(readNumber)).toEqual([
    1.5,
    9007199254740992,
    Number('53.2142857142857143'),
    -0.5,
    1000,
    0.5,
    5,
  ]);
  for (const none of [null, undefined, '', ' ', '.', 'e5', '-', '0x10', 'Infinity', 'text', true, []])
    expect(readNumber(none)).toBeNaN();
});

test('a text of digits alone tells whether it is a number', () => {
  expect(['1', '-1.5e-7', '+3', '1,000', '1e', '--1'].map(isDecimal)).toEqual([true, true, true, false, false, false]);
});

test('the order of numeric cells is by size, to the last digit, whatever they travel as', () => {
  const ascending = [
    '-1e400',
    -84.2,
    '-53.2142857142857143',
    '-0.00000000000000000002',
    0,
    13.6,
    '38.1',
    '53.2142857142857142',
    '53.2142857142857143',
    75.6,
    '157.0',
    9007199254740992,
    9007199254740993n,
    '9007199254740993.5',
    9007199254740994n,
    '1e400',
    'a',
    'b',
  ];
  const shuffled = ascending
    .map((cell, index) => ({ cell, at: (index * 7919) % 18 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ cell }) => cell);
  expect(shuffled.toSorted(compareNumbers)).toEqual(ascending);
  expect(shuffled.toSorted((a, b) => compareNumbers(b, a))).toEqual(ascending.toReversed());
});

test('equal numbers are equal however they are written', () => {
  for (const [a, b] of [
    ['157.0', 157],
    ['1.50', '1.5'],
    ['1e3', 1000n],
    ['-0', 0],
    ['0.10', 0.1],
  ] as const)
    expect(compareNumbers(a, b)).toBe(0);
});
