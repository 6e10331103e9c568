import { describe, expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { parseForm } from '../../parse-form.ts';
import { contextOf } from '../../testing/golden.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { partitionControls, partitionDefaults } from './controls.ts';
import { partition } from './index.ts';
import { type Part, readParts } from './tree.ts';

const viz = erase(partition);
const raw: RawForm = { groupby: ['a', 'b'], metrics: ['count'], granularity_sqla: 'date', partition_threshold: 0 };
const [one, two] = months(2001, 2);
const result = resultOf({
  '__timestamp:temporal': [one ?? 0, one ?? 0, two ?? 0, two ?? 0],
  'a:string': ['x', 'y', 'x', 'y'],
  'b:string': ['p', 'p', 'p', null],
  'count:numeric': [4, 2, 6, 1],
});

function told(option: string, additivity: 'additive' | 'semi_additive' | 'non_additive' = 'additive') {
  const form = parseForm(partitionControls, partitionDefaults, { ...raw, time_series_option: option });
  const say = ({ name, value, children }: Part): unknown =>
    children.length === 0 ? [name, value] : [name, value, children.map(say)];
  return readParts(result, form, contextOf({ additivity })).map(say);
}

/** The metric and the parts of its first level. */
function tops(option: string, additivity: 'additive' | 'non_additive' = 'additive') {
  const form = parseForm(partitionControls, partitionDefaults, { ...raw, time_series_option: option });
  const [root] = readParts(result, form, contextOf({ additivity }));
  return Object.fromEntries([
    ['', root?.value],
    ...(root?.children ?? []).map(({ name, value }) => [name, value] as const),
  ]);
}

describe('what a part is worth', () => {
  const tree = (root: unknown, x: unknown, y: unknown, p: unknown, none: unknown) => [
    [
      'Number of flights',
      root,
      [
        ['x', x, [['p', x]]],
        [
          'y',
          y,
          [
            ['p', p],
            ['<NULL>', none],
          ],
        ],
      ],
    ],
  ];
  test('the sum of its rows', () => {
    expect(told('agg_sum')).toEqual(tree(13, 10, 3, 2, 1));
  });

  test('the mean over times, of totals', () => {
    expect(told('agg_mean')).toEqual(tree(6.5, 5, 1.5, 2, 1));
  });

  test('the change between the first and the last time', () => {
    expect(tops('point_diff')).toEqual({ '': 1, x: 2, y: -1 });
    expect(tops('point_factor')).toEqual({ '': 7 / 6, x: 1.5, y: 0.5 });
    expect(tops('point_percent')).toEqual({ '': 7 / 6 - 1, x: 0.5, y: -0.5 });
  });

  test('nothing where the metric does not add up that far', () => {
    expect(told('agg_sum', 'semi_additive')).toEqual(tree(null, null, null, 2, 1));
    expect(tops('point_diff', 'non_additive')).toEqual({ '': null, x: 2, y: -1 });
  });
});

test('parts beyond the limit are gathered, and one alone is not', () => {
  const form = (limit: number) => parseForm(partitionControls, partitionDefaults, { ...raw, partition_limit: limit });
  const three = resultOf({
    'a:string': ['x', 'y', 'z'],
    'b:string': ['p', 'p', 'p'],
    'count:numeric': [3, 2, 1],
  });
  const names = (limit: number) =>
    readParts(three, form(limit), contextOf({}))[0]?.children.map(({ name, value }) => `${name} ${value}`);
  expect(names(1)).toEqual(['x 3', 'Others (2) 3']);
  expect(names(2)).toEqual(['x 3', 'y 2', 'z 1']);
});

test('a part filters by the dimensions on its way, null as IS NULL', () => {
  const form: RawForm = { ...raw, time_series_option: 'agg_sum' };
  const mark = viz.marks([result], form, contextOf({})).find(({ name }) => name.startsWith('y › <NULL>'));
  if (!mark) throw new Error('no mark');
  expect(viz.select({ kind: 'select', mark, isAdded: false }, [result], form, NO_INPUTS)).toMatchObject({
    mask: {
      extraFormData: {
        filters: [
          { col: 'a', op: 'IN', val: ['y'] },
          { col: 'b', op: 'IS NULL' },
        ],
      },
    },
  });
});

test('an option over time needs a time column', () => {
  const panel = { columns: [], mainTimeColumn: null, grains: [] } as never;
  const { granularity_sqla: _, ...timeless } = raw;
  expect(viz.validate({ ...timeless, time_series_option: 'agg_sum' }, panel, { maxRowLimit: 1e5 })).toMatchObject({
    granularity_sqla: ['cannot be empty'],
  });
});
