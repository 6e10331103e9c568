import { expect, test } from 'vitest';
import { asType, exactNumber, listValue, readValues, typeOfValue, withValue } from './parameter-values.ts';

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

test('integers have all of their digits, whichever value is written', () => {
  const text = '{"n": 9007199254740993, "s": "a"}';
  const next = withValue(text, 's', 'b');
  expect(next).toContain('9007199254740993');
  expect(withValue(next, 'n', 12345678901234567890n)).toContain('12345678901234567890');
  expect(typeOfValue(readValues(next)?.['n'], 'text')).toBe('number');
  expect([exactNumber('9007199254740993'), exactNumber('-12'), exactNumber('1.5'), exactNumber('x')]).toEqual([
    9007199254740993n,
    -12,
    1.5,
    'invalid',
  ]);
  expect([asType('9007199254740993', 'number'), asType('many', 'number'), listValue('9007199254740993')]).toEqual([
    9007199254740993n,
    null,
    9007199254740993n,
  ]);
});

test('a parameter without a value can be made a number', () => {
  expect([asType('', 'number'), asType(undefined, 'number')]).toEqual([0, 0]);
});
