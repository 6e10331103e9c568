import fc from 'fast-check';
import { tableOf, type Table } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { resultOf } from '../testing/tables.ts';
import { readPivotForm } from './form.ts';
import { isTotal, type Line, type Pivot, pivotOf } from './pivot.ts';
import { presentPivot } from './present.ts';
import { readTotals, totalLevels } from './totals.ts';

const row = fc.record({
  a: fc.constantFrom('x', 'y', 'z', null),
  b: fc.constantFrom('p', 'q', null),
  c: fc.constantFrom('1', '2', '3'),
  n: fc.option(fc.integer({ min: -1000, max: 1000 })),
});
/** One row per combination, as a grouped query answers. */
const grouped = fc
  .uniqueArray(row, { selector: ({ a, b, c }) => JSON.stringify([a, b, c]), maxLength: 36 })
  .map((rows): Table =>
    tableOf([
      { name: 'a', kind: 'string', values: rows.map(({ a }) => a) },
      { name: 'b', kind: 'string', values: rows.map(({ b }) => b) },
      { name: 'c', kind: 'string', values: rows.map(({ c }) => c) },
      { name: 'n', kind: 'numeric', values: rows.map(({ n }) => n) },
    ]),
  );
const order = fc.constantFrom('key_a_to_z', 'key_z_to_a', 'value_a_to_z', 'value_z_to_a');
const shape = fc.record({
  groupbyRows: fc.constantFrom(['a', 'b'], ['b', 'a']),
  groupbyColumns: fc.constantFrom(['c']),
  metrics: fc.constant(['n']),
  metricsLayout: fc.constantFrom('ROWS', 'COLUMNS'),
  combineMetric: fc.boolean(),
  transposePivot: fc.boolean(),
  rowTotals: fc.constant(true),
  colTotals: fc.constant(true),
  rowSubTotals: fc.constant(true),
  colSubTotals: fc.constant(true),
  rowSubtotalPosition: fc.boolean(),
  colSubtotalPosition: fc.boolean(),
  rowOrder: order,
  colOrder: order,
});
const sumOf = (pivot: Pivot, rows: readonly Line[], columns: readonly Line[]) =>
  rows
    .flatMap((one) => columns.map((column) => pivot.value(one, column)))
    .reduce<number>((sum, cell) => sum + Number(cell), 0);
/** The cells that a total or subtotal stands for. */
const below = (lines: readonly Line[], { key }: Line) => {
  const kept = key.filter((part) => typeof part === 'string');
  return isTotal({ key, metric: null })
    ? lines.filter((line) => !isTotal(line) && kept.every((part, at) => line.key[at] === part))
    : lines.filter((line) => line.key === key);
};

test('totals and subtotals of an additive metric are the sums of their cells, in every layout and order', () => {
  fc.assert(
    fc.property(grouped, shape, (table, given) => {
      const pivot = pivotOf(table, readPivotForm(given));
      for (const one of pivot.rows)
        for (const column of pivot.columns)
          expect(Number(pivot.value(one, column))).toBe(
            sumOf(pivot, below(pivot.rows, one), below(pivot.columns, column)),
          );
    }),
  );
});

test('what a download lists is what the grid holds, row by row', () => {
  fc.assert(
    fc.property(grouped, shape, (table, given) => {
      const pivot = pivotOf(table, readPivotForm(given));
      const { table: shown, indexNames } = presentPivot(table, given, {});
      expect([...shown.columns.values()].map(({ values }) => [...values])).toEqual(
        pivot.columns.map((column) => pivot.rows.map((one) => pivot.value(one, column))),
      );
      expect(indexNames).toHaveLength(pivot.rows.length);
    }),
  );
});

const averages = resultOf({ 'a:string': ['x', 'x', 'y'], 'c:string': ['1', '2', '1'], 'm:numeric': [1, 3, 10] });
const form = readPivotForm({
  groupbyRows: ['a'],
  groupbyColumns: ['c'],
  metrics: ['m'],
  rowTotals: true,
  colTotals: true,
});
const cellsOf = (pivot: Pivot) => pivot.rows.map((one) => pivot.columns.map((column) => pivot.value(one, column)));

test('totals of what does not add up are those of the database, whatever the order of its answers', () => {
  const asked = [
    resultOf({ 'm:numeric': [4.5] }),
    resultOf({ 'c:string': ['2', '1'], 'm:numeric': [3, 5] }),
    resultOf({ 'a:string': ['y', 'x'], 'm:numeric': [10, 2.5] }),
  ];
  expect(totalLevels(form)).toHaveLength(3);
  const totals = readTotals([averages, ...asked], form, ['m'], { additivity: () => 'non_additive' });
  expect(cellsOf(pivotOf(averages.table, form, totals))).toEqual([
    [1, 3, 2.5],
    [10, null, 10],
    [5, 3, 4.5],
  ]);
});

test('totals that nobody asked for are left out; those of an additive metric are computed all the same', () => {
  const additivity = (kind: 'non_additive' | 'additive') => ({ additivity: () => kind });
  const none = pivotOf(averages.table, form, readTotals([averages], form, ['m'], additivity('non_additive')));
  expect(cellsOf(none)).toEqual([
    [1, 3, null],
    [10, null, null],
    [null, null, null],
  ]);
  const missing = none.rows.map((one) => none.columns.map((column) => none.isLeftOut(one, column)));
  expect(missing).toEqual([
    [false, false, true],
    [false, false, true],
    [true, true, true],
  ]);
  const summed = pivotOf(averages.table, form, readTotals([averages], form, ['m'], additivity('additive')));
  expect(cellsOf(summed).at(-1)).toEqual([11, 3, 14]);
});

test('totals of a cut answer are all of all rows: those of the database for additive metrics too', () => {
  const cut = { ...averages, sqlRowCount: 3, rowLimit: 3 };
  const asked = [
    resultOf({ 'm:numeric': [40] }),
    resultOf({ 'c:string': ['1', '2'], 'm:numeric': [30, 10] }),
    resultOf({ 'a:string': ['x', 'y'], 'm:numeric': [4, 16] }),
  ];
  const additive = { additivity: () => 'additive' as const };
  const totals = readTotals([cut, ...asked], form, ['m'], additive);
  expect(totals.areOfAll).toBe(true);
  expect(cellsOf(pivotOf(cut.table, form, totals))).toEqual([
    [1, 3, 4],
    [10, null, 16],
    [30, 10, 40],
  ]);
  const shares = readPivotForm({
    groupbyRows: ['a'],
    groupbyColumns: ['c'],
    metrics: ['m'],
    aggregateFunction: 'Sum as Fraction of Total',
  });
  expect(cellsOf(pivotOf(cut.table, shares, readTotals([cut, ...asked], shares, ['m'], additive)))).toEqual([
    [0.025, 0.075],
    [0.25, null],
  ]);
  // A whole answer sums its own cells, and so does a part of which not all totals were asked.
  expect(readTotals([{ ...cut, rowLimit: 4 }, ...asked], form, ['m'], additive).areOfAll).toBe(false);
  const some = readTotals([cut, ...asked.slice(1)], form, ['m'], additive);
  expect(cellsOf(pivotOf(cut.table, form, some)).at(-1)).toEqual([11, 3, 14]);
});

test('a level adds up over everything but time', () => {
  const stock = { additivity: () => 'semi_additive' as const };
  expect(readTotals([averages], form, ['m'], stock).addsUp('m')).toBe(true);
  const times = resultOf({ 'a:string': ['x'], 'c:temporal': [0], 'm:numeric': [1] });
  expect(readTotals([times], form, ['m'], stock).addsUp('m')).toBe(false);
});

test('too many groupings are not asked', () => {
  const many = readPivotForm({
    groupbyRows: ['a', 'b', 'c', 'd', 'e'],
    groupbyColumns: ['f', 'g', 'h', 'i', 'j'],
    rowSubTotals: true,
    colSubTotals: true,
    rowTotals: true,
    colTotals: true,
  });
  expect(totalLevels(many)).toEqual([]);
});
