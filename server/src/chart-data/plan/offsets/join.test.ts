import { expect, test } from 'vitest';
import { cellAt, packedColumn, tableOf } from '@tessera/core/table';
import { joinOffsets } from './join.ts';

const lastYear = { label: '1 year ago', range: () => ({ since: null, until: null }), move: (wall: number) => wall };

test('a group without a value finds its partner, however the numbers beside it are retained', async () => {
  // Numbers alone are packed; one that is larger than all exact doubles keeps its column from it.
  const own = tableOf([packedColumn('id', 'numeric', [7, null]), packedColumn('n', 'numeric', [1, 2])]);
  const other = tableOf([
    packedColumn('id', 'numeric', [9_007_199_254_740_993n, null, 7]),
    packedColumn('n', 'numeric', [10, 20, 30]),
  ]);
  const { table: joined } = await joinOffsets(own, [{ offset: lastYear, table: other }], {
    dimensions: ['id'],
    axis: null,
    measures: ['n'],
  });
  const column = joined.columns.get('n__1 year ago');
  expect(column && [cellAt(column, 0), cellAt(column, 1)]).toEqual([30, 20]);
});

test('rows that only the other time has are counted', async () => {
  const own = tableOf([packedColumn('name', 'string', ['a', 'b']), packedColumn('n', 'numeric', [1, 2])]);
  const other = tableOf([packedColumn('name', 'string', ['b', 'c', 'd']), packedColumn('n', 'numeric', [10, 20, 30])]);
  const { table, unmatched } = await joinOffsets(
    own,
    [
      { offset: lastYear, table: other },
      { offset: { ...lastYear, label: '2 years ago' }, table: own },
    ],
    { dimensions: ['name'], axis: null, measures: ['n'] },
  );
  expect(table.rowCount).toBe(2);
  expect(unmatched).toEqual([{ offset: '1 year ago', count: 2, of: 3 }]);
});
