import { expect, test } from 'vitest';
import { offsetAt, positionAt } from './text-position.ts';

const text = 'SELECT a,\n  😀b\n';

test('an offset and its place are the same place', () => {
  for (let offset = 0; offset <= text.length; offset += 1)
    expect(offsetAt(text, positionAt(text, offset))).toBe(offset);
  expect([
    positionAt(text, 0),
    positionAt(text, 10),
    positionAt(text, text.indexOf('b')),
    positionAt(text, 99),
  ]).toEqual([
    { line: 1, column: 1 },
    { line: 2, column: 1 },
    { line: 2, column: 5 },
    { line: 3, column: 1 },
  ]);
});

test('a place that the text has not is none', () => {
  expect([
    offsetAt(text, { line: 4, column: 1 }),
    offsetAt(text, { line: 1, column: 11 }),
    offsetAt(text, { line: 1, column: 10 }),
    offsetAt(text, { line: 0, column: 1 }),
    offsetAt(text, { line: 1, column: 0 }),
  ]).toEqual([null, null, 9, null, null]);
});

test('a line alone begins where it begins', () => {
  expect([1, 2, 3, 4].map((line) => offsetAt(text, { line, column: null }))).toEqual([0, 10, text.length, null]);
});
