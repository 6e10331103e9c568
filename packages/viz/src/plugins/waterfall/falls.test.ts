import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { waterfall } from './index.ts';

test('the total of rows that the limit cut is said to be of those', () => {
  const viz = erase(waterfall);
  const result = {
    ...resultOf({ 'kind:string': ['a', 'b'], 'n:numeric': [3, -1] }),
    additivity: { n: 'additive' as const },
    sqlRowCount: 2,
  };
  const notes = (rowLimit: number) => {
    const limited = { ...result, rowLimit };
    return viz.notes([limited], { x_axis: 'kind', metric: 'n' }, contextOf({}));
  };
  expect(notes(3)).toEqual([]);
  expect(notes(2)).toEqual(['Totals are of the rows shown, not of all']);
});
