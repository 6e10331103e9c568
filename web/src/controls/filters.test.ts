import { anyOfFilter } from '@tessera/core/filters/any-of';
import { expect, test } from 'vitest';
import { describeFilter } from './filter-words.ts';
import { labelOfValue, operatorOf, operators, operatorsFor, simpleFilter, sqlFilter } from './filters.ts';

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

test('conditions of which one must hold are one sentence', () => {
  const conditions = [simpleFilter('country', 'EQUALS', 'Peru'), simpleFilter('delay', 'IS_NULL')];
  expect(describeFilter(anyOfFilter('x', conditions))).toBe('country is Peru or delay has no value');
});
