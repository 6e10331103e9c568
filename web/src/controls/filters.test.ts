import { anyOfFilter } from '@tessera/core/filters/any-of';
import { expect, test } from 'vitest';
import { describeFilter } from './filter-words.ts';
import {
  filterError,
  labelOfValue,
  operatorOf,
  operators,
  operatorsFor,
  parseValue,
  simpleFilter,
  sqlFilter,
} from './filters.ts';

test('[3.5-01] a simple filter is saved with clause, subject, operator and comparator', () => {
  expect(simpleFilter('country', 'IN', ['Peru', 'Chile'])).toEqual({
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: 'country',
    operator: 'IN',
    operatorId: 'IN',
    comparator: ['Peru', 'Chile'],
  });
  expect(sqlFilter('a > 1', 'HAVING')).toMatchObject({
    expressionType: 'SQL',
    clause: 'HAVING',
    sqlExpression: 'a > 1',
  });
});

test('[3.5-03] operators that need no value carry none', () => {
  for (const id of ['IS_NULL', 'IS_NOT_NULL', 'IS_TRUE', 'IS_FALSE'] as const) {
    expect(operators[id].needs).toBe('none');
    expect(simpleFilter('a', id, 'x')).not.toHaveProperty('comparator');
  }
  expect(operators.IN.needs).toBe('many');
  expect(operators.NOT_IN.needs).toBe('many');
});

test('[3.5-02] a filter of an old chart is known by its symbol, in any case', () => {
  const old = { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'a', operator: 'not in' } as const;
  expect(operatorOf(old)).toBe('NOT_IN');
  expect(operatorOf({ ...old, operator: 'REGEX' })).toBeNull();
});

test('time columns are offered a range first, text columns patterns', () => {
  expect(operatorsFor('temporal')[0]).toBe('TEMPORAL_RANGE');
  expect(operatorsFor('string')).toContain('ILIKE');
  expect(operatorsFor('numeric')).not.toContain('ILIKE');
});

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

test('a filter reads as a sentence', () => {
  expect(describeFilter(simpleFilter('country', 'IN', ['Peru', 'Chile', 'Cuba', 'Mali', 'Oman']))).toBe(
    'country is one of Peru, Chile, Cuba and 2 more',
  );
  expect(describeFilter(simpleFilter('c', 'EQUALS', ''), () => 'City')).toBe('City is <empty string>');
  expect(describeFilter(simpleFilter('ts', 'TEMPORAL_RANGE', 'No filter'))).toBe('ts: any time');
  expect(describeFilter(simpleFilter('ts', 'TEMPORAL_RANGE', 'Last 7 days'))).toBe('ts in the last 7 days');
});

test('[9.0-21] empty values have names', () => {
  expect(['', null, true, false].map(labelOfValue)).toEqual(['<empty string>', '<NULL>', 'TRUE', 'FALSE']);
});

test('typed text becomes a value of the kind of the column, exact where a double is not', () => {
  expect(parseValue('12', 'numeric')).toBe(12);
  expect(parseValue('9007199254740993', 'numeric')).toBe('9007199254740993');
  expect(parseValue('TRUE', 'boolean')).toBe(true);
  expect(parseValue('12', 'string')).toBe('12');
});

test('conditions of which one must hold are one sentence', () => {
  const conditions = [simpleFilter('country', 'EQUALS', 'Peru'), simpleFilter('delay', 'IS_NULL')];
  expect(describeFilter(anyOfFilter('x', conditions))).toBe('country is Peru or delay has no value');
});
