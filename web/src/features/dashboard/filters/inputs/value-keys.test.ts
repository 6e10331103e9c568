import { expect, test } from 'vitest';
import { keyOf, valueOf } from './value-keys.ts';

test.each([
  ['12', 'numeric', 12],
  ['1,000', 'numeric', 1000],
  ['4,7', 'numeric', '4,7'],
  // As a number of JSON it would be an infinity, which is null on its way to the server.
  ['1e400', 'numeric', '1e400'],
  ['9007199254740993', 'numeric', '9007199254740993'],
  ['null', 'numeric', 'null'],
  ['null', 'string', 'null'],
  ['12', 'string', '12'],
  ['"quoted"', 'string', '"quoted"'],
  ['true', 'boolean', true],
] as const)('%s that is typed for a column of kind %s is %j', (key, kind, want) => {
  expect(valueOf(key, [], kind)).toBe(want);
});

test('values that are offered or chosen are found by their keys', () => {
  const known = [null, 'null', 12, '12', true, ''];
  expect(known.map((value) => valueOf(keyOf(value), known, 'string'))).toEqual(known);
});
