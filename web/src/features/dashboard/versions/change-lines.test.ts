import { placeMissingCharts } from '@tessera/core/layout/charts';
import { readLayout } from '@tessera/core/layout/stored';
import { expect, test } from 'vitest';
import { missingLines } from './change-lines.ts';

const layoutOf = (...ids: readonly number[]) => {
  let count = 0;
  const placed = ids.map((id) => ({ id, name: `Sales ${id}` }));
  return placeMissingCharts(readLayout(null), placed, (type) => `${type}-${(count += 1)}`);
};

test('charts of a version that are gone are named, unless they are missing on the dashboard now', () => {
  const lines = missingLines(layoutOf(1, 2, 3), layoutOf(1, 3), [2, 3]);
  expect(lines).toEqual([
    {
      key: 'missing-2',
      deed: 'missing',
      text: 'Chart "Sales 2" was deleted, or is not shared with you: it will be missing',
    },
  ]);
  expect(missingLines(layoutOf(1, 2), layoutOf(1), [])).toEqual([]);
});
