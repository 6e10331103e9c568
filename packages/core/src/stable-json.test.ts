import { expect, test } from 'vitest';
import { stableJson } from './stable-json.ts';

test('the order of keys and undefined make no difference, the order of lists does', () => {
  expect(stableJson({ b: { d: 1, c: 2 }, a: undefined })).toBe('{"b":{"c":2,"d":1}}');
  expect(stableJson([2, 1])).toBe('[2,1]');
});

test('integers beyond 2^53 keep their digits', () => {
  expect(stableJson({ id: 9007199254740993n })).toBe('{"id":"9007199254740993"}');
});
