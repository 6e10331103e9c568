import * as fc from 'fast-check';
import { BIGS, CATEGORIES, type Name, TEXTS } from './rows.ts';

/**
 * A question in plain data: what the request is made of, and what the oracle answers. A failing one is printed as this,
 * made small.
 */
export type FilterSpec = {
  readonly col: Name | 'third';
  readonly op: string;
  readonly val?: string | number | boolean | null | readonly (string | number | boolean | null)[];
};
export type Spec = {
  readonly dims: readonly string[];
  readonly grain: string | null;
  readonly metrics: readonly string[];
  readonly filters: readonly FilterSpec[];
  readonly where: string;
  readonly having: string;
  /** Positions among dimensions and metrics, as far as there are so many. */
  readonly order: readonly { readonly at: number; readonly ascending: boolean }[];
  readonly limit: number;
  readonly offset: number;
  readonly series: {
    readonly columns: number;
    readonly limit: number;
    readonly metric: number | null;
    readonly descending: boolean;
    readonly others: boolean;
  } | null;
};

export const DIMENSIONS = ['c', 't', 'n', 'big', 'd', 'flag', 'day', 'third', 'shout', 'sign'] as const;
export const GRAINS = [
  'PT1H',
  'P1D',
  'P1W',
  '1969-12-28T00:00:00Z/P1W',
  'P1W/1970-01-03T00:00:00Z',
  'P1M',
  'P3M',
  'P1Y',
] as const;
export const METRICS = [
  'count',
  'balance',
  'positives',
  'SUM n',
  'SUM x',
  'SUM d',
  'SUM big',
  'AVG n',
  'AVG x',
  'AVG d',
  'MIN n',
  'MAX x',
  'MIN d',
  'MAX big',
  'MIN t',
  'MAX c',
  'MIN ts',
  'MAX day',
  'COUNT n',
  'COUNT t',
  'COUNT flag',
  'COUNT_DISTINCT c',
  'COUNT_DISTINCT t',
  'COUNT_DISTINCT big',
  'COUNT_DISTINCT x',
  'COUNT_DISTINCT ts',
] as const;
export const WHERES = ['', 'n > 0', "c = 'alpha' OR d < 100", 'NOT (n > 5)', 't IS NULL OR x >= 0'] as const;
export const HAVINGS = ['', '', '', 'COUNT(*) > 2', 'SUM(n) > 0', 'MAX(x) < 100 OR COUNT(n) = 1'] as const;

const comparisons = ['==', '!=', '<', '<=', '>', '>='] as const;
const moment = fc
  .integer({ min: 0, max: 125 })
  .chain((day) =>
    fc
      .constantFrom('', ' 00:00:00', 'T01:00:00', ' 12:34:56.789', 'T23:59:59.999')
      .map((clock) => `${new Date(Date.UTC(1999, 10, 27 + day)).toISOString().slice(0, 10)}${clock}`),
  );
const numbers = fc.oneof(
  fc.integer({ min: -22, max: 22 }),
  fc.integer({ min: -2400, max: 2400 }).map((eighths) => eighths / 8),
  fc.constantFrom('12', '-3.25', 'text', null),
);
const words = fc.constantFrom(...TEXTS, ...CATEGORIES, null, '<NULL>', '<empty string>', 'nobody');
/** Beyond 2^53 JSON of other clients sends texts; numbers of requests have a test of their own. */
const bigs = fc.constantFrom(...BIGS.map(String), null);
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 4 });

const filter: fc.Arbitrary<FilterSpec> = fc.oneof(
  fc.record({ col: fc.constantFrom('n', 'x', 'd', 'id'), op: fc.constantFrom(...comparisons), val: numbers }),
  fc.record({ col: fc.constant('big'), op: fc.constantFrom(...comparisons), val: bigs }),
  fc.record({ col: fc.constantFrom('t', 'c'), op: fc.constantFrom('==', '!='), val: words }),
  fc.record({
    col: fc.constantFrom('t', 'c'),
    op: fc.constantFrom('<', '>='),
    val: fc.constantFrom('a', 'alpha', 'b'),
  }),
  fc.record({ col: fc.constantFrom('ts', 'day'), op: fc.constantFrom(...comparisons), val: moment }),
  fc.record({ col: fc.constantFrom('n', 'd'), op: fc.constantFrom('IN', 'NOT IN'), val: list(numbers) }),
  fc.record({ col: fc.constant('big'), op: fc.constantFrom('IN', 'NOT IN'), val: list(bigs) }),
  fc.record({ col: fc.constantFrom('t', 'c'), op: fc.constantFrom('IN', 'NOT IN'), val: list(words) }),
  fc.record({ col: fc.constantFrom('ts', 'day'), op: fc.constantFrom('IN', 'NOT IN'), val: list(moment) }),
  fc.record({
    col: fc.constantFrom('t', 'c', 'n', 'big', 'x', 'd', 'flag', 'ts', 'day'),
    op: fc.constantFrom('IS NULL', 'IS NOT NULL'),
  }),
  fc.record({ col: fc.constant('flag'), op: fc.constantFrom('IS TRUE', 'IS FALSE') }),
  fc.record({
    col: fc.constant('flag'),
    op: fc.constantFrom('==', '!='),
    val: fc.constantFrom(true, false, 'true', 0, null),
  }),
  fc.record({
    col: fc.constantFrom('t', 'c'),
    op: fc.constantFrom('ILIKE', 'NOT ILIKE'),
    val: fc.constantFrom('a%', '%A%', '%lph%', '_', 'delta', "%'%", '%東%', '%'),
  }),
  fc.record({
    col: fc.constantFrom('t', 'c'),
    op: fc.constantFrom('LIKE', 'NOT LIKE'),
    val: fc.constantFrom('a%', 'A%', '%ta', '_', '%[x]%', '%*%', 'x_y', '%京'),
  }),
  fc.record({ col: fc.constant('third'), op: fc.constantFrom(...comparisons), val: fc.integer({ min: -2, max: 2 }) }),
  fc.record({
    col: fc.constant('third'),
    op: fc.constantFrom('IN', 'NOT IN'),
    val: list(fc.option(fc.integer({ min: -2, max: 2 }))),
  }),
  fc.record({
    col: fc.constantFrom('ts', 'day'),
    op: fc.constant('TEMPORAL_RANGE'),
    val: fc.tuple(moment, moment).map((ends) => ends.toSorted().join(' : ')),
  }),
  fc.record({
    col: fc.constantFrom('ts', 'day'),
    op: fc.constant('TEMPORAL_RANGE'),
    val: fc.oneof(
      moment.map((since) => `${since} : `),
      moment.map((until) => ` : ${until}`),
      fc.constant('No filter'),
    ),
  }),
);

export const anyFilters = fc.array(filter, { maxLength: 3 });

export const anySpec: fc.Arbitrary<Spec> = fc.record({
  dims: fc.subarray([...DIMENSIONS], { maxLength: 3 }),
  grain: fc.option(fc.constantFrom(...GRAINS)),
  metrics: fc.subarray([...METRICS], { minLength: 1, maxLength: 4 }),
  filters: anyFilters,
  where: fc.constantFrom(...WHERES),
  having: fc.constantFrom(...HAVINGS),
  order: fc.array(fc.record({ at: fc.integer({ min: 0, max: 7 }), ascending: fc.boolean() }), { maxLength: 2 }),
  limit: fc.integer({ min: 1, max: 60 }),
  offset: fc.constantFrom(0, 0, 0, 1, 7),
  series: fc.option(
    fc.record({
      columns: fc.integer({ min: 1, max: 2 }),
      limit: fc.integer({ min: 1, max: 3 }),
      metric: fc.option(fc.integer({ min: 0, max: 5 })),
      descending: fc.boolean(),
      others: fc.boolean(),
    }),
    { freq: 2 },
  ),
});

/** Rows as they are: columns, an order that ends in the key, a page. */
export type RawSpec = {
  readonly columns: readonly Name[];
  readonly filters: readonly FilterSpec[];
  readonly order: { readonly by: Name; readonly ascending: boolean };
  readonly limit: number;
  readonly offset: number;
};
export const anyRawSpec: fc.Arbitrary<RawSpec> = fc.record({
  columns: fc.subarray<Name>(['t', 'c', 'n', 'big', 'x', 'd', 'flag', 'ts', 'day'], { minLength: 1 }),
  filters: anyFilters,
  order: fc.record({ by: fc.constantFrom<Name>('t', 'c', 'n', 'big', 'x', 'd', 'ts', 'day'), ascending: fc.boolean() }),
  limit: fc.integer({ min: 1, max: 250 }),
  offset: fc.integer({ min: 0, max: 20 }),
});

/** A comparison with another time over days, and steps after a query over time. */
export type ComparedSpec = {
  readonly since: number;
  readonly days: number;
  readonly dims: readonly ('c' | 'flag')[];
  readonly metrics: readonly string[];
  readonly filters: readonly FilterSpec[];
  readonly offsets: readonly number[];
  readonly limit: number;
};
export const anyComparedSpec: fc.Arbitrary<ComparedSpec> = fc.record({
  since: fc.integer({ min: 0, max: 100 }),
  days: fc.integer({ min: 1, max: 40 }),
  dims: fc.subarray<'c' | 'flag'>(['c', 'flag']),
  metrics: fc.subarray(['count', 'SUM n', 'SUM big', 'MAX x', 'MIN t'], { minLength: 1, maxLength: 3 }),
  filters: fc.array(
    filter.filter(({ op }) => op !== 'TEMPORAL_RANGE'),
    { maxLength: 1 },
  ),
  offsets: fc.subarray([1, 3, 7, 28], { minLength: 1, maxLength: 2 }),
  limit: fc.constantFrom(5, 1000),
});

export type SteppedSpec = {
  readonly grain: 'P1W' | 'P1M';
  readonly metric: string;
  readonly filters: readonly FilterSpec[];
  readonly steps: readonly ('cum' | 'diff' | 'contribution' | 'sort' | 'rolling')[];
  readonly pivot: boolean;
};
export const anySteppedSpec: fc.Arbitrary<SteppedSpec> = fc.record({
  grain: fc.constantFrom('P1W', 'P1M'),
  metric: fc.constantFrom('count', 'SUM n', 'SUM x', 'AVG n', 'AVG d', 'MAX x'),
  filters: anyFilters,
  steps: fc.subarray<'cum' | 'diff' | 'contribution' | 'sort' | 'rolling'>(
    ['cum', 'diff', 'contribution', 'rolling', 'sort'],
    { maxLength: 3 },
  ),
  pivot: fc.boolean(),
});
