import { runs } from '@tessera/core/fixtures/runs';
import { AppError } from '@tessera/core/errors/app-error';
import { buildQueryCases } from '@tessera/core/fixtures/build-query';
import { rowsOf, type Table, tableOf } from '@tessera/core/table';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyPostProcessing, applySteps } from './apply.ts';
import type { Frame } from './frame.ts';
import { OPERATIONS, operations } from './operations.ts';

const JAN = Date.UTC(2024, 0, 1);
const FEB = Date.UTC(2024, 1, 1);
const MAR = Date.UTC(2024, 2, 1);

function sales(): Table {
  return tableOf([
    { name: 'ds', kind: 'temporal', values: [JAN, JAN, FEB, FEB, MAR] },
    { name: 'country', kind: 'string', values: ['PE', 'NZ', 'PE', null, 'NZ'] },
    { name: 'n', kind: 'numeric', values: Float64Array.from([1, 2, 3, 4, Number.NaN]) },
    { name: 'sales, net', kind: 'numeric', values: ['10.5', 20n, 30, 40, 50] },
  ]);
}

const pivotSteps = (metrics: readonly string[], more: Readonly<Record<string, unknown>> = {}) => [
  {
    operation: 'pivot',
    options: {
      index: ['ds'],
      columns: ['country'],
      aggregates: Object.fromEntries(metrics.map((name) => [name, { operator: 'mean' }])),
      drop_missing_columns: false,
      ...more,
    },
  },
  { operation: 'flatten' },
];

test('pivot and flatten name columns by metric and value, and the label map keeps the parts', () => {
  const { table, labelMap } = applyPostProcessing(sales(), pivotSteps(['sales, net', 'n']));
  expect([...table.columns.keys()]).toEqual([
    'ds',
    'n, <NULL>',
    'n, NZ',
    'n, PE',
    'sales, net, <NULL>',
    'sales, net, NZ',
    'sales, net, PE',
  ]);
  expect(labelMap['sales, net, NZ']).toEqual(['sales, net', 'NZ']);
  expect(labelMap['ds']).toBeUndefined();
  expect(rowsOf(table).map((row) => ({ ...row }))[0]).toEqual({
    ds: JAN,
    'n, <NULL>': null,
    'n, NZ': 2,
    'n, PE': 1,
    'sales, net, <NULL>': null,
    'sales, net, NZ': 20,
    'sales, net, PE': 10.5,
  });
  expect(table.columns.get('ds')?.kind).toBe('temporal');
});

test('[9.0-21] truth values, instants and numbers become names of series', () => {
  const named = (
    kind: 'boolean' | 'temporal' | 'numeric' | 'string',
    values: readonly (boolean | number | string | bigint)[],
  ) => {
    const table = tableOf([
      { name: 'x', kind: 'numeric', values: values.map(() => 1) },
      { name: 's', kind, values },
      { name: 'n', kind: 'numeric', values: values.map(() => 1) },
    ]);
    const steps = [
      { operation: 'pivot', options: { index: ['x'], columns: ['s'], aggregates: { n: { operator: 'max' } } } },
      { operation: 'rename', options: { columns: { n: null }, level: 0 } },
      { operation: 'flatten' },
    ];
    return [...applyPostProcessing(table, steps).table.columns.keys()].slice(1);
  };
  expect(named('boolean', [true, false])).toEqual(['FALSE', 'TRUE']);
  expect(named('temporal', [JAN])).toEqual(['2024-01-01 00:00:00']);
  expect(named('numeric', [10, 9, 1.5, 12n])).toEqual(['1.5', '9', '10', '12']);
  expect(named('string', ['b', 'B', 'é', ''])).toEqual(['', 'B', 'b', 'é']);
});

test('with drop_missing_columns false a null on the axis keeps its row', () => {
  const table = tableOf([
    { name: 'x', kind: 'string', values: ['a', null, 'b'] },
    { name: 'n', kind: 'numeric', values: [1, 2, null] },
  ]);
  const keep = (drop: boolean) =>
    rowsOf(
      applyPostProcessing(table, [
        {
          operation: 'pivot',
          options: { index: ['x'], columns: [], aggregates: { n: { operator: 'mean' } }, drop_missing_columns: drop },
        },
        { operation: 'flatten' },
      ]).table,
    ).map((row) => row['x']);
  expect(keep(false)).toEqual(['a', 'b', null]);
  expect(keep(true)).toEqual(['a']);
});

test('marginal distributions add a column and a row over everything', () => {
  const steps = [
    {
      operation: 'pivot',
      options: {
        index: ['ds'],
        columns: ['country'],
        aggregates: { n: { operator: 'sum' } },
        marginal_distributions: true,
      },
    },
    { operation: 'flatten' },
  ];
  const rows = rowsOf(applyPostProcessing(sales(), steps).table).map((row) => Object.values(row));
  expect(rows).toEqual([
    [JAN, null, 2, 1, 3],
    [FEB, 4, null, 3, 7],
    [MAR, null, 0, null, 0],
    ['All', 4, 2, 4, 10],
  ]);
});

test.each(['constructor', 'nope', ''])(
  'an unknown operation "%s" is refused by name before anything runs',
  (operation) => {
    expect(() => applyPostProcessing(sales(), [{ operation }])).toThrow(
      /^Request is incorrect: post_processing: operation: Must be one of: aggregate, boxplot, compare/,
    );
  },
);

test('null steps are skipped and the table that comes in stays as it is', () => {
  const table = sales();
  const before = rowsOf(table);
  applyPostProcessing(table, [
    null,
    ...pivotSteps(['n']),
    { operation: 'sort', options: { by: 'ds', ascending: false } },
  ]);
  expect(rowsOf(table)).toEqual(before);
  expect(applyPostProcessing(table, []).table.columns.get('n')?.values).toBe(table.columns.get('n')?.values);
});

test('an index that was not reset is not among the columns', () => {
  const [pivot] = pivotSteps(['n'], { columns: [] });
  const { table } = applyPostProcessing(sales(), [pivot ?? null]);
  expect([...table.columns.keys()]).toEqual(['n']);
});

test.each(buildQueryCases.map((one) => [one.type, one.name, one.queries] as const))(
  'the steps of %s "%s" run on their columns',
  (_type, _name, queries) => {
    for (const { post_processing: steps } of queries) {
      const names = new Set(
        JSON.stringify(steps ?? []).match(/(?<=")(?:count|avg_num|SUM\(num\))(?:__1 (?:year|month) ago)?(?=")/g) ?? [],
      );
      const table = tableOf([
        ...['ds', '__timestamp'].map((name) => ({ name, kind: 'temporal' as const, values: [JAN, FEB, MAR] })),
        ...['gender', 'state', 'name'].map((name) => ({ name, kind: 'string' as const, values: ['a', 'b', 'a'] })),
        ...Array.from(names, (name) => ({ name, kind: 'numeric' as const, values: Float64Array.from([1, 2, 4]) })),
      ]);
      expect(applyPostProcessing(table, steps ?? []).table.columns.size).toBeGreaterThan(0);
    }
  },
);

/** What an operation throws that is no refusal of the catalogue; `null` if nothing. */
function refusal(operation: string, options: Record<string, unknown>): unknown {
  try {
    applyPostProcessing(sales(), [{ operation, options }]);
    return null;
  } catch (error) {
    return error instanceof AppError ? null : error;
  }
}

test('bad options give a sentence, never a crash', () => {
  const value = fc.oneof(
    fc.constantFrom('n', 'country', 'ds', 'mean', 'sum', 'tukey', '1D', 'x', '', '__proto__'),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constant(['n']),
    fc.constant({ n: 'n' }),
    fc.constant({ n: { operator: 'mean' } }),
  );
  const keys = [
    'columns',
    'index',
    'aggregates',
    'operator',
    'groupby',
    'by',
    'column',
    'metrics',
    'whisker_type',
    'rule',
    'method',
    'window',
    'rolling_type',
    'periods',
    'axis',
    'rename_columns',
    'metric',
    'group_by',
    'level',
    'bins',
    'drop_levels',
    'ascending',
    'geohash',
    'latitude',
    'longitude',
    'geodetic',
    'source_columns',
    'compare_columns',
    'compare_type',
  ];
  const options = fc.dictionary(fc.constantFrom(...keys), value);
  fc.assert(
    fc.property(fc.constantFrom(...OPERATIONS), options, (operation, given) => {
      expect(refusal(operation, given)).toBeNull();
    }),
    { numRuns: runs(3000) },
  );
});

test('every operation of the list is there', () => {
  expect(Object.keys(operations).toSorted()).toEqual([...OPERATIONS].toSorted());
});

test('contribution by row of pivoted series adds up to one in each row', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          x: fc.integer({ min: 0, max: 5 }),
          s: fc.constantFrom('a', 'b', 'c'),
          n: fc.integer({ min: 1, max: 99 }),
        }),
        { minLength: 1 },
      ),
      (rows) => {
        const table = tableOf([
          { name: 'x', kind: 'numeric', values: rows.map(({ x }) => x) },
          { name: 's', kind: 'string', values: rows.map(({ s }) => s) },
          { name: 'n', kind: 'numeric', values: rows.map(({ n }) => n) },
        ]);
        const steps = [
          { operation: 'pivot', options: { index: ['x'], columns: ['s'], aggregates: { n: { operator: 'sum' } } } },
          { operation: 'contribution', options: { orientation: 'row' } },
          { operation: 'flatten' },
        ];
        for (const row of rowsOf(applyPostProcessing(table, steps).table)) {
          const shares = Object.entries(row).flatMap(([name, value]) =>
            name !== 'x' && typeof value === 'number' ? value : [],
          );
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
        }
      },
    ),
  );
});

test('a pivot loses nothing: its cells add up to the data', () => {
  const cell = fc.record({
    x: fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 9 })),
    a: fc.constantFrom('p', 'q', null),
    b: fc.boolean(),
    n: fc.integer({ min: -99, max: 99 }),
  });
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), fc.constantFrom('sum', 'nansum'), (rows, operator) => {
      const table = tableOf([
        { name: 'x', kind: 'numeric', values: rows.map(({ x }) => x) },
        { name: 'a', kind: 'string', values: rows.map(({ a }) => a) },
        { name: 'b', kind: 'boolean', values: rows.map(({ b }) => b) },
        { name: 'n', kind: 'numeric', values: rows.map(({ n }) => n) },
      ]);
      const { table: wide } = applyPostProcessing(table, [
        {
          operation: 'pivot',
          options: { index: ['x'], columns: ['a', 'b'], aggregates: { n: { operator } }, drop_missing_columns: false },
        },
        { operation: 'flatten' },
      ]);
      const cells = rowsOf(wide).flatMap((row) =>
        Object.entries(row).flatMap(([name, value]) => (name !== 'x' && typeof value === 'number' ? value : [])),
      );
      expect(cells.reduce((sum, value) => sum + value, 0)).toBe(rows.reduce((sum, { n }) => sum + n, 0));
      expect(wide.rowCount).toBe(new Set(rows.map(({ x }) => x)).size);
    }),
  );
});

test('geohash and geodetic texts become places', () => {
  const table = tableOf([
    { name: 'g', kind: 'string', values: ['dr5regw3ppyz', null] },
    { name: 't', kind: 'string', values: ['23 26m 22s N 23 27m 30s E 21.0mi', '41.5;-81.0'] },
  ]);
  const { table: placed } = applyPostProcessing(table, [
    { operation: 'geohash_decode', options: { geohash: 'g', latitude: 'lat', longitude: 'lon' } },
    { operation: 'geodetic_parse', options: { geodetic: 't', latitude: 'lat2', longitude: 'lon2', altitude: 'up' } },
  ]);
  const rounded = rowsOf(placed).map(({ g: _g, t: _t, ...row }) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, typeof cell === 'number' ? Number(cell.toFixed(4)) : cell]),
    ),
  );
  expect(rounded).toEqual([
    { lat: 40.7128, lon: -74.006, lat2: 23.4394, lon2: 23.4583, up: 33.7962 },
    { lat: null, lon: null, lat2: 41.5, lon2: -81, up: 0 },
  ]);
});

test('the geohash of a place leads back to it', () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(fc.record({ lat: degrees(90), lon: degrees(180) }), { minLength: 1, maxLength: 5 }),
      (places) => {
        const table = tableOf([
          { name: 'lat', kind: 'numeric', values: places.map(({ lat }) => lat) },
          { name: 'lon', kind: 'numeric', values: places.map(({ lon }) => lon) },
        ]);
        const steps = [
          { operation: 'geohash_encode', options: { latitude: 'lat', longitude: 'lon', geohash: 'g' } },
          { operation: 'geohash_decode', options: { geohash: 'g', latitude: 'north', longitude: 'east' } },
        ];
        for (const { lat, lon, north, east } of rowsOf(applyPostProcessing(table, steps).table)) {
          // Twelve characters are 30 bits for each direction.
          expect(Math.abs(Number(north) - Number(lat))).toBeLessThanOrEqual(180 / 2 ** 31);
          expect(Math.abs(Number(east) - Number(lon))).toBeLessThanOrEqual(360 / 2 ** 31);
        }
      },
    ),
  );
});

test('commas in the names of columns are escaped, on every level, and come back', () => {
  const frame: Frame = {
    rowCount: 1,
    index: [],
    columns: [
      { path: ['sales, net', 'a,b'], kind: 'numeric', values: [1] },
      { path: ['n', null], kind: 'numeric', values: [2] },
    ],
  };
  const paths = (...names: readonly string[]) =>
    applySteps(
      frame,
      names.map((operation) => ({ operation })),
    ).columns.map(({ path }) => path);
  expect(paths('escape_separator')).toEqual([
    ['sales\\, net', 'a\\,b'],
    ['n', null],
  ]);
  expect(paths('escape_separator', 'unescape_separator')).toEqual([
    ['sales, net', 'a,b'],
    ['n', null],
  ]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(',', '\\', 'a', ' ') }), (name) => {
      const named: Frame = { ...frame, columns: [{ path: [name], kind: 'numeric', values: [1] }] };
      expect(
        applySteps(named, [{ operation: 'escape_separator' }, { operation: 'unescape_separator' }]).columns[0]?.path,
      ).toEqual([name]);
    }),
  );
});

const days = tableOf([
  { name: 'ds', kind: 'temporal', values: Array.from({ length: 40 }, (_, day) => JAN + day * 86_400_000) },
  { name: 'n', kind: 'numeric', values: Float64Array.from({ length: 40 }, (_, day) => day + 1) },
]);
const byDay = { operation: 'pivot', options: { index: ['ds'], columns: [], aggregates: { n: { operator: 'mean' } } } };

/** Column n after a step on the daily numbers 1 … 40. */
function after(operation: string, options: Readonly<Record<string, unknown>>): readonly (number | null)[] {
  return Array.from(
    applyPostProcessing(days, [byDay, { operation, options }, { operation: 'flatten' }]).table.columns.get('n')
      ?.values ?? [],
    (cell) => (typeof cell === 'number' && !Number.isNaN(cell) ? cell : null),
  );
}

test('[9.0-11] rolling functions: mean, sum, std over a window, and the cumulative sum', () => {
  const rolled = (rolling_type: string) =>
    after('rolling', { rolling_type, window: 3, columns: { n: 'n' } }).slice(0, 4);
  expect([rolled('mean'), rolled('sum'), rolled('std')]).toEqual([
    [null, null, 2, 3],
    [null, null, 6, 9],
    [null, null, 1, 1],
  ]);
  expect(after('cum', { operator: 'sum', columns: { n: 'n' } }).slice(0, 4)).toEqual([1, 3, 6, 10]);
  expect(after('rolling', { rolling_type: 'mean', window: 3, min_periods: 3, columns: { n: 'n' } })).toHaveLength(38);
});

test('[9.0-12] comparison types: values need no step; difference, percentage and ratio do', () => {
  const table = tableOf([
    { name: 'n', kind: 'numeric', values: [10] },
    { name: 'n__1 year ago', kind: 'numeric', values: [8] },
  ]);
  const compared = (compare_type: string) =>
    rowsOf(
      applyPostProcessing(table, [
        {
          operation: 'compare',
          options: {
            source_columns: ['n'],
            compare_columns: ['n__1 year ago'],
            compare_type,
            drop_original_columns: true,
          },
        },
      ]).table,
    ).map((row) => ({ ...row }));
  expect(compared('difference')).toEqual([{ 'difference__n__n__1 year ago': 2 }]);
  expect(compared('percentage')).toEqual([{ 'percentage__n__n__1 year ago': 0.25 }]);
  expect(compared('ratio')).toEqual([{ 'ratio__n__n__1 year ago': 1.25 }]);
  expect(compared('absolute')).toEqual([{ 'absolute__n__n__1 year ago': 2 }]);
  expect(() => compared('values')).toThrow('`compare_type` must be');
});

test.each([
  ['1T', 39 * 1440 + 1],
  ['1H', 39 * 24 + 1],
  ['1D', 40],
  ['7D', 6],
  ['1M', 2],
  ['1AS', 1],
  ['1MS', 2],
  ['2W', 4],
  ['1Q', 1],
  ['30min', 39 * 48 + 1],
])('[9.0-14] resample rule %s gives %s rows', (rule, rows) => {
  expect(after('resample', { rule, method: 'sum' })).toHaveLength(rows);
});

test('[9.0-15] resample methods', () => {
  const every12Hours = (method: string, fill_value: number | null = null) =>
    after('resample', { rule: '12H', method, fill_value }).slice(0, 4);
  expect(every12Hours('asfreq')).toEqual([1, null, 2, null]);
  expect(every12Hours('asfreq', 0)).toEqual([1, 0, 2, 0]);
  expect(every12Hours('bfill')).toEqual([1, 2, 2, 3]);
  expect(every12Hours('ffill')).toEqual([1, 1, 2, 2]);
  expect(every12Hours('linear')).toEqual([1, 1.5, 2, 2.5]);
  const weekly = (method: string) => after('resample', { rule: '7D', method }).slice(0, 2);
  expect([weekly('mean'), weekly('median'), weekly('sum')]).toEqual([
    [4, 11],
    [4, 11],
    [28, 77],
  ]);
  expect(() => every12Hours('nope')).toThrow('Invalid resample method: nope');
});

test('a rule that would make millions of rows is refused', () => {
  expect(() => after('resample', { rule: '1S', method: 'sum' })).toThrow('Use a longer period.');
});
