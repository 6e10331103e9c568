import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('items stand by their key, keys and items in the order in which they came', () => {
  expect([...groupBy(['beta', 'alpha', 'bear', 'cat'], (word) => word[0])]).toEqual([
    ['b', ['beta', 'bear']],
    ['a', ['alpha']],
    ['c', ['cat']],
  ]);
  expect(groupBy([], String).size).toBe(0);
});
