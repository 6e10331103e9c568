import { expect, test } from 'vitest';
import { fixedPairs, pairId, pairOf } from './pairs.ts';

test('[6.0-01] every (permission, view) pair has one number, and the number gives the pair back', () => {
  expect(new Set(fixedPairs.map((pair) => pair.id)).size).toBe(fixedPairs.length);
  for (const { id, permission, view } of fixedPairs) {
    expect(pairOf(id)).toEqual({ permission, view });
    expect(pairId({ permission, view })).toBe(id);
  }
});

test('datasets and databases have numbers of their own', () => {
  for (const pair of [
    { permission: 'datasource_access', view: 'dataset:7' },
    { permission: 'database_access', view: 'database:7' },
  ]) {
    expect(pairOf(pairId(pair) ?? 0)).toEqual(pair);
  }
  expect(pairId({ permission: 'can_fly', view: 'Chart' })).toBeNull();
  expect([0, -1, 999, 1_000_000].map((id) => pairOf(id))).toEqual([null, null, null, null]);
});
