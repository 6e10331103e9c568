import { expect, test } from 'vitest';
import { asType, listValue, readValues, typeOfValue, withValue } from './parameter-values.ts';

test('values are written into the JSON of a tab, and taken out of it', () => {
  const one = withValue('', 'start', '2024-01-01');
  expect(readValues(one)).toEqual({ start: '2024-01-01' });
  expect(readValues(withValue(one, 'n', 3))).toEqual({ start: '2024-01-01', n: 3 });
  expect(withValue(one, 'start', null)).toBe('');
  expect([readValues(''), readValues('[1]'), readValues('{oops')]).toEqual([{}, null, null]);
});

test('a field is of the type of its value, else of the one that was guessed', () => {
  expect(typeOfValue(['a'], 'text')).toBe('list');
  expect(typeOfValue(3, 'text')).toBe('number');
  expect(typeOfValue(undefined, 'date')).toBe('date');
  expect(typeOfValue('yesterday', 'date')).toBe('text');
  expect(typeOfValue('12', 'number')).toBe('text');
});

test('a value is taken along to another type', () => {
  expect([asType('12', 'number'), asType(12, 'text'), asType('a, 2', 'list'), asType('true', 'boolean')]).toEqual([
    12,
    '12',
    ['a', 2],
    true,
  ]);
  expect([listValue('007'), listValue('7')]).toEqual(['007', 7]);
});
