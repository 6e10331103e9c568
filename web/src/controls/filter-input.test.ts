import { expect, test } from 'vitest';
import { filterError, parseValue } from './filter-input.ts';
import { simpleFilter, sqlFilter } from './filters.ts';

test('an incomplete filter says what is missing', () => {
  expect(filterError(simpleFilter('a', 'IN', []))).toBe('Filter value list cannot be empty');
  expect(filterError(simpleFilter('a', 'EQUALS'))).toBe('Give a value.');
  expect(filterError(sqlFilter('  ', 'WHERE'))).toBe('Write a condition.');
  expect(filterError(simpleFilter('a', 'EQUALS', 0))).toBeNull();
  expect(filterError(simpleFilter('a', 'IS_NULL'))).toBeNull();
});

test.each([
  ['numeric', '1,000', 1000],
  ['numeric', '4,7', '“4,7” cannot be read as a number. Write it like 1234567 or 1,234,567.5.'],
  ['numeric', 'abc', '“abc” cannot be read as a number. Write it like 1234567 or 1,234,567.5.'],
  ['numeric', '<NULL>', '<NULL>'],
  ['numeric', '9007199254740993', '9007199254740993'],
  ['boolean', 'TRUE', true],
  ['boolean', 'yes', 'yes'],
  ['boolean', 'maybe', '“maybe” is neither true nor false.'],
  ['string', 'maybe', 'maybe'],
  [undefined, '1,5', '1,5'],
] as const)('a value that a column of kind %s cannot hold is refused: %s', (kind, typed, want) => {
  const value = parseValue(typed, kind);
  for (const filter of [
    simpleFilter('a', 'EQUALS', value),
    simpleFilter('a', 'NOT_IN', [value]),
    simpleFilter('a', 'LESS_THAN', value),
  ])
    expect(filterError(filter, kind) ?? value).toBe(want);
  expect(filterError(simpleFilter('a', 'ILIKE', '%1%'), kind)).toBeNull();
});

test('typed text becomes a value of the kind of the column, exact where a double is not', () => {
  expect(parseValue('12', 'numeric')).toBe(12);
  expect(parseValue('9007199254740993', 'numeric')).toBe('9007199254740993');
  expect(parseValue('TRUE', 'boolean')).toBe(true);
  expect(parseValue('12', 'string')).toBe('12');
});
