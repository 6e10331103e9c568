import type { PostStep } from '@tessera/core/query-object';
import { tableOf, type Column, type Table } from '@tessera/core/table';
import { describe, expect, test } from 'vitest';
import { applyPostProcessing } from './apply.ts';
import { type OperationName, OPERATIONS } from './operations.ts';

const aggregates = { m: { operator: 'mean' }, n: { operator: 'sum' } };

/** One step of each operation as charts send it, of a time, a dimension and two metrics. */
const steps: Readonly<Record<OperationName, Readonly<Record<string, unknown>>>> = {
  aggregate: { groupby: [], aggregates: { m: { operator: 'median' } } },
  boxplot: { groupby: ['dimension'], metrics: ['m'], whisker_type: 'tukey' },
  compare: { source_columns: ['m'], compare_columns: ['n'], compare_type: 'difference', drop_original_columns: true },
  contribution: { orientation: 'row', columns: ['m', 'n'], rename_columns: ['%m', '%n'] },
  cum: { operator: 'sum', columns: { m: 'm' } },
  diff: { columns: { m: 'm_before' }, periods: 1 },
  escape_separator: {},
  flatten: {},
  geodetic_parse: { geodetic: 'dimension', latitude: 'lat', longitude: 'lon' },
  geohash_decode: { geohash: 'dimension', latitude: 'lat', longitude: 'lon' },
  geohash_encode: { geohash: 'hash', latitude: 'm', longitude: 'n' },
  histogram: { column: 'm', groupby: ['dimension'], bins: 5 },
  pivot: {
    index: ['at'],
    columns: ['dimension'],
    aggregates,
    drop_missing_columns: true,
    marginal_distributions: true,
  },
  prophet: { time_grain: 'P1D', periods: 3, confidence_interval: 0.8, index: 'at' },
  rank: { metric: 'm', group_by: 'dimension' },
  rename: { columns: { m: null }, level: 0 },
  resample: { rule: '1D', method: 'asfreq', fill_value: 0 },
  rolling: { rolling_type: 'mean', window: 3, min_periods: 2, columns: { m: 'm', n: 'n' } },
  select: { columns: ['at', 'm'], rename: { m: 'm2' } },
  sort: { by: ['m'], ascending: false },
  unescape_separator: {},
};

const columns: readonly Pick<Column, 'name' | 'kind'>[] = [
  { name: 'at', kind: 'temporal' },
  { name: 'dimension', kind: 'string' },
  { name: 'm', kind: 'numeric' },
  { name: 'n', kind: 'numeric' },
];
const nothing = tableOf(columns.map((column) => ({ ...column, values: [] })));
/** A database that judges kinds by values calls all of it text. */
const untyped = tableOf(columns.map(({ name }) => ({ name, kind: 'string', values: [] })));
const step = (operation: OperationName): PostStep => ({ operation, options: { ...steps[operation] } });
const rowsAfter = (table: Table, ...operations: readonly OperationName[]) =>
  applyPostProcessing(table, operations.map(step)).table.rowCount;

describe.each(OPERATIONS)('%s on an empty result', (operation) => {
  test('gives an empty table, first and after every other operation', () => {
    expect([rowsAfter(nothing, operation), rowsAfter(untyped, operation)]).toEqual([0, 0]);
    for (const before of OPERATIONS)
      expect([before, rowsAfter(nothing, before, operation), rowsAfter(untyped, before, operation)]).toEqual([
        before,
        0,
        0,
      ]);
  });

  test('gives an empty table after the steps of a chart over time, in whatever order they come', () => {
    const chart: readonly OperationName[] = [
      'pivot',
      'rolling',
      'compare',
      'resample',
      'rename',
      'contribution',
      'sort',
      'flatten',
      'prophet',
    ];
    expect(rowsAfter(nothing, ...chart, operation)).toBe(0);
    expect(rowsAfter(untyped, 'pivot', operation, ...chart.slice(1))).toBe(0);
  });
});

test('what is wrong with a step is reported for an empty result too', () => {
  expect(() => applyPostProcessing(nothing, [{ operation: 'nonsense' }])).toThrow('Must be one of');
  expect(() =>
    applyPostProcessing(nothing, [{ operation: 'cum', options: { operator: 'nonsense', columns: {} } }]),
  ).toThrow('Invalid cumulative operator: nonsense');
});

test('a name that no column has is refused where there are rows', () => {
  const one = tableOf([{ name: 'm', kind: 'numeric', values: Float64Array.of(1) }]);
  expect(() =>
    applyPostProcessing(one, [{ operation: 'cum', options: { operator: 'sum', columns: { nope: 'nope' } } }]),
  ).toThrow('Referenced columns not available in DataFrame.');
});

test('a metric that has no value leaves the others of the chart as they are', () => {
  const table = tableOf([
    { name: 'at', kind: 'temporal', values: Float64Array.of(0, 86_400_000) },
    { name: 'dimension', kind: 'string', values: ['a', 'a'] },
    { name: 'm', kind: 'numeric', values: Float64Array.of(Number.NaN, Number.NaN) },
    { name: 'n', kind: 'numeric', values: Float64Array.of(1, 2) },
  ]);
  const pivot: PostStep = { operation: 'pivot', options: { index: ['at'], columns: ['dimension'], aggregates } };
  const after = applyPostProcessing(table, [
    pivot,
    { operation: 'cum', options: { operator: 'sum', columns: { m: 'm', n: 'n' } } },
    { operation: 'rename', options: { columns: { m: null }, level: 0 } },
    { operation: 'flatten' },
  ]).table;
  expect([...after.columns.values()].map(({ name, values }) => [name, [...values]])).toEqual([
    ['at', [0, 86_400_000]],
    ['n, a', [1, 3]],
  ]);
});
