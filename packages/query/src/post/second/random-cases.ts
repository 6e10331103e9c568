import type { PostStep } from '@tessera/core/query-object';
import { type Cell, type Column, tableOf, type Table } from '@tessera/core/table';

/** `index` is a step of the tests alone: it makes a column the index, as a pivot does. */
export type RandomCase = { readonly name: string; readonly table: Table; readonly steps: readonly PostStep[] };

/** Numbers in [0, 1) that follow from a seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What is drawn: one of, a number, a choice by chance. */
function drawer(random: () => number) {
  const below = (count: number) => Math.floor(random() * count);
  const one = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
  const chance = (share: number) => random() < share;
  const some = <T>(list: readonly T[], least: number): readonly T[] => {
    const shuffled = list
      .map((item) => ({ item, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item);
    return shuffled.slice(0, least + below(list.length - least + 1));
  };
  return { below, one, chance, some };
}
type Draw = ReturnType<typeof drawer>;

/** Quarters, so that sums do not depend on their order. */
const quarter = ({ below }: Draw) => (below(200) - 80) / 4;

/** Days and dimensions that repeat, `n` with nulls, `m` without, `p` positive. */
function sales(draw: Draw, rows = draw.below(30) + 1): Table {
  const cells = <T extends Cell>(make: () => T): T[] => Array.from({ length: rows }, make);
  return tableOf([
    {
      name: 'ds',
      kind: 'temporal',
      values: Float64Array.from(cells(() => Date.UTC(2024, 0, 1) + draw.below(5) * DAY)),
    },
    { name: 'k', kind: 'string', values: cells(() => draw.one<string | null>(['red', 'Blue', 'a, b', null, 'é'])) },
    { name: 'g', kind: 'string', values: cells(() => draw.one(['x', 'y', 'z'])) },
    { name: 'n', kind: 'numeric', values: cells(() => (draw.chance(0.25) ? null : quarter(draw))) },
    { name: 'm', kind: 'numeric', values: Float64Array.from(cells(() => quarter(draw))) },
    { name: 'p', kind: 'numeric', values: Float64Array.from(cells(() => (draw.below(40) + 1) / 4)) },
  ]);
}

/** Distinct times in no order, with two numbers. */
function series(draw: Draw): Table {
  const step = draw.one([HOUR, 6 * HOUR, DAY, DAY, 5 * DAY]);
  const begin = Date.UTC(2023, draw.below(12), draw.below(28) + 1) + (step < DAY ? draw.below(24) * HOUR : 0);
  const rows = draw.below(14) + 1;
  let at = begin;
  const times = Array.from({ length: rows }, () => (at += step * (draw.below(4) + 1)));
  const columns: Column[] = [
    { name: 'ds', kind: 'temporal', values: Float64Array.from(draw.some(times, times.length)) },
    { name: 'n', kind: 'numeric', values: times.map(() => (draw.chance(0.2) ? null : quarter(draw))) },
    { name: 'm', kind: 'numeric', values: Float64Array.from(times, () => quarter(draw)) },
  ];
  return tableOf(columns);
}

const skippingOperators = [
  'sum',
  'mean',
  'min',
  'max',
  'median',
  'std',
  'var',
  'nansum',
  'nanmean',
  'nanmedian',
  'nanmin',
  'nanmax',
  'prod',
  'count',
] as const;
const strictOperators = [
  'average',
  'argmin',
  'argmax',
  'count_nonzero',
  'percentile',
  'nanpercentile',
  'product',
] as const;
const rollingTypes = [
  'count',
  'sum',
  'mean',
  'median',
  'min',
  'max',
  'std',
  'var',
  'skew',
  'kurt',
  'quantile',
  'cov',
  'corr',
] as const;

function aggregates(draw: Draw) {
  const skipping = draw
    .some(['n', 'm'], 1)
    .map((column) => [`${column} made`, { operator: draw.one(skippingOperators), column }] as const);
  const operator = draw.one(strictOperators);
  const strict = [
    [
      'strict',
      { operator, column: 'm', ...(operator.endsWith('percentile') && { options: { q: draw.one([10, 50, 77.5]) } }) },
    ] as const,
  ];
  return Object.fromEntries([...skipping, ...(draw.chance(0.5) ? strict : [])]);
}

function pivot(draw: Draw): PostStep {
  const columns = draw.one<readonly string[]>([[], ['k'], ['g'], ['k', 'g']]);
  return {
    operation: 'pivot',
    options: {
      index: draw.one<readonly string[]>([['ds'], ['ds'], columns.includes('g') ? ['ds'] : ['ds', 'g']]),
      columns,
      aggregates: Object.fromEntries(
        draw
          .some(['n', 'm'], 1)
          .map((name) => [
            name,
            { operator: draw.one(['sum', 'mean', 'max', 'min', 'median', 'count', 'std'] as const) },
          ]),
      ),
      ...(draw.chance(0.3) && { metric_fill_value: 0 }),
      ...(draw.chance(0.5) && { drop_missing_columns: false }),
      ...(draw.chance(0.3) && columns.length > 0 && { column_fill_value: null }),
      ...(draw.chance(0.3) && columns.length > 0 && { combine_value_with_metric: true }),
    },
  };
}

const step = (operation: string, options: Readonly<Record<string, unknown>>): PostStep => ({ operation, options });
const onTime = step('index', { column: 'ds' });

/** One case of each kind per round. */
const kinds: Readonly<Record<string, (draw: Draw) => Omit<RandomCase, 'name'>>> = {
  aggregate: (draw) => ({
    table: sales(draw),
    steps: [step('aggregate', { groupby: draw.some(['g', 'k', 'ds'], 0), aggregates: aggregates(draw) })],
  }),
  pivot: (draw) => ({ table: sales(draw), steps: [pivot(draw)] }),
  'pivot and flatten': (draw) => ({ table: sales(draw), steps: [pivot(draw), step('flatten', {})] }),
  'names without the metric': (draw) => ({
    table: sales(draw),
    steps: [
      step('pivot', { index: ['ds'], columns: ['k'], aggregates: { m: { operator: 'sum' } } }),
      ...(draw.chance(0.5)
        ? [step('rename', { columns: { m: null }, level: 0 }), step('flatten', {})]
        : [step('flatten', { drop_levels: [0] })]),
    ],
  }),
  'running on a pivot': (draw) => ({
    table: sales(draw),
    steps: [
      step('pivot', {
        index: ['ds'],
        columns: ['g'],
        aggregates: { m: { operator: 'sum' } },
        drop_missing_columns: false,
      }),
      step('flatten', {}),
      step('sort', { by: ['ds'], ascending: draw.chance(0.5) }),
    ],
  }),
  rolling: (draw) => {
    const window = draw.below(5) + 1;
    const type = draw.one(rollingTypes);
    return {
      table: series(draw),
      steps: [
        onTime,
        step('rolling', {
          rolling_type: type,
          columns: draw.chance(0.5) ? { n: 'n', m: 'm' } : { n: 'rolled' },
          window,
          ...(draw.chance(0.7) && { min_periods: draw.below(window + 1) }),
          ...(draw.chance(0.3) && { center: true }),
          ...(type === 'quantile' && { rolling_type_options: { quantile: draw.one([0.1, 0.5, 0.9]) } }),
        }),
      ],
    };
  },
  cum: (draw) => ({
    table: series(draw),
    steps: [
      step('cum', {
        operator: draw.one(['sum', 'prod', 'min', 'max'] as const),
        columns: draw.chance(0.5) ? { n: 'n', m: 'running' } : { n: 'running' },
      }),
    ],
  }),
  diff: (draw) => ({
    table: series(draw),
    steps: [
      step(
        'diff',
        draw.chance(0.6)
          ? { columns: { n: 'n', m: 'change' }, periods: draw.one([1, 2, -1, 3]) }
          : { columns: { n: 'n', m: 'm' }, axis: 1, periods: draw.one([1, -1]) },
      ),
    ],
  }),
  resample: (draw) => {
    const method = draw.one(['asfreq', 'ffill', 'bfill', 'linear', 'sum', 'mean', 'median']);
    return {
      table: series(draw),
      steps: [
        onTime,
        step('resample', {
          rule: draw.one(['1D', '1D', '2D', '12h', '1W', '2W', '1M', '1MS', '3MS', '1QS', '1A', '1AS', '30min']),
          method,
          ...(method === 'asfreq' && draw.chance(0.6) && { fill_value: 0 }),
        }),
      ],
    };
  },
  sort: (draw) => {
    const by = draw.some(['k', 'n', 'ds', 'g'], 1);
    return {
      table: sales(draw),
      steps: [step('sort', { by, ascending: draw.chance(0.4) ? draw.chance(0.5) : by.map(() => draw.chance(0.5)) })],
    };
  },
  'sort by the index': (draw) => ({
    table: series(draw),
    steps: [onTime, step('sort', { is_sort_index: true, ascending: draw.chance(0.5) })],
  }),
  rank: (draw) => ({
    table: sales(draw),
    steps: [
      step('rank', { metric: draw.one(['n', 'm']), ...(draw.chance(0.6) && { group_by: draw.one(['k', 'g', 'ds']) }) }),
    ],
  }),
  contribution: (draw) => {
    const columns = draw.some(['n', 'm', 'p'], 1);
    const shape = draw.below(4);
    const given =
      shape === 0
        ? { orientation: 'row', columns: ['n', 'm', 'p'], time_shifts: ['m'] }
        : {
            orientation: draw.one(['row', 'column']),
            columns,
            ...(shape === 1 && { rename_columns: columns.map((name) => `share of ${name}`) }),
          };
    return {
      table: sales(draw),
      steps: [
        step('contribution', {
          ...given,
          ...(shape === 2 && given.orientation === 'column' && { contribution_totals: { n: 12.5, p: 0 } }),
        }),
      ],
    };
  },
  compare: (draw) => {
    const drops = draw.chance(0.3);
    // What is dropped can be named once.
    const columns = drops
      ? { source_columns: ['n'], compare_columns: ['m'] }
      : { source_columns: ['n', 'p'], compare_columns: ['m', 'm'] };
    return {
      table: sales(draw),
      steps: [
        step('compare', {
          ...columns,
          compare_type: draw.one(['difference', 'percentage', 'ratio']),
          drop_original_columns: drops,
          precision: draw.one([0, 2, 4]),
        }),
      ],
    };
  },
  boxplot: (draw) => {
    const type = draw.one(['tukey', 'min/max', 'percentile']);
    return {
      table: sales(draw),
      steps: [
        step('boxplot', {
          groupby: draw.some(['g', 'k'], 0),
          metrics: draw.some(['n', 'p'], 1),
          whisker_type: type,
          ...(type === 'percentile' && {
            percentiles: draw.one([
              [5, 95],
              [10, 80],
            ]),
          }),
        }),
      ],
    };
  },
  histogram: (draw) => ({
    table: sales(draw, draw.below(60) + 1),
    steps: [
      step('histogram', {
        column: draw.one(['m', 'p']),
        groupby: draw.some(['k', 'g'], 0),
        bins: draw.below(8) + 1,
        cumulative: draw.chance(0.4),
        normalize: draw.chance(0.4),
      }),
    ],
  }),
  select: (draw) => {
    const columns = draw.some(['p', 'k', 'n', 'ds', 'm'], 3);
    const given = draw.one<Readonly<Record<string, unknown>>>([
      { columns: ['g', ...columns] },
      { exclude: columns },
      { columns: [...columns, 'g'], exclude: columns.slice(0, 1) },
    ]);
    return {
      table: sales(draw),
      steps: [step('select', { ...given, ...(draw.chance(0.5) && { rename: { g: 'group' } }) })],
    };
  },
  rename: (draw) => ({
    table: sales(draw),
    steps: [step('rename', { columns: { n: 'number', ...(draw.chance(0.5) && { k: 'colour' }) } })],
  }),
  geohash: (draw) => ({
    table: tableOf([
      {
        name: 'latitude',
        kind: 'numeric',
        values: Float64Array.from({ length: 5 }, () => (draw.below(18_000) - 9000) / 100),
      },
      {
        name: 'longitude',
        kind: 'numeric',
        values: Float64Array.from({ length: 5 }, () => (draw.below(36_000) - 18_000) / 100),
      },
    ]),
    steps: [step('geohash_encode', { latitude: 'latitude', longitude: 'longitude', geohash: 'hash' })],
  }),
};

/** So many cases of each kind; the same for the same seed. */
export function randomCases(seed: number, rounds: number): readonly RandomCase[] {
  const draw = drawer(randomFrom(seed));
  return Array.from({ length: rounds }).flatMap((_, round) =>
    Object.entries(kinds).map(([name, make]) => ({ name: `${name} ${round + 1}`, ...make(draw) })),
  );
}
