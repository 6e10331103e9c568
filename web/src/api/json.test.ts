import { expect, test } from 'vitest';
import { parseJson, printJson } from './json.ts';

test('integers beyond 2^53 are read without loss, all others as numbers', () => {
  expect(parseJson('{"a":9007199254740993,"b":[1,-9223372036854775808],"c":0.1,"d":12345678901234567890123}')).toEqual({
    a: 9007199254740993n,
    b: [1, -9223372036854775808n],
    c: 0.1,
    d: 12345678901234567890123n,
  });
});

test('a long decimal stays a number', () => {
  expect(parseJson('[0.12345678901234567, 1234567890123456.5]')).toEqual([
    Number('0.12345678901234567'),
    1234567890123456.5,
  ]);
});

test('digits inside text stay text', () => {
  expect(parseJson('{"a":"x,12345678901234567890"}')).toEqual({ a: 'x,12345678901234567890' });
});

test('a bigint is written as the integer it is', () => {
  expect(printJson({ a: 9007199254740993n, b: [1], c: 'x' })).toBe('{"a":9007199254740993,"b":[1],"c":"x"}');
});
