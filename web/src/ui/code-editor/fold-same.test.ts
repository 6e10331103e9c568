import { expect, test } from 'vitest';
import { diffTexts } from '@tessera/query/sql-assist/diff';
import { foldSame } from './fold-same.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);
const shape = (before: readonly string[], after: readonly string[]) =>
  foldSame(diffTexts(before.join('\n'), after.join('\n'))).map(({ at, isFolded, rows }) => [at, isFolded, rows.length]);

test('what is far from a change is folded, the lines around it are not', () => {
  const before = lines(20);
  expect(shape(before, before.with(10, 'changed'))).toEqual([
    [0, true, 7],
    [7, false, 7],
    [14, true, 6],
  ]);
});

test('a few lines are not worth a fold, and a text that is all the same is one', () => {
  const before = lines(7);
  expect(shape(before, before.with(0, 'changed'))).toEqual([
    [0, false, 4],
    [4, false, 3],
  ]);
  expect(shape(before, before)).toEqual([[0, true, 7]]);
});
