import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { contextOf } from '../../testing/golden.ts';
import { inTheirWords } from '../../testing/select-cases.ts';
import { resultOf } from '../../testing/tables.ts';
import { sankey } from './index.ts';

const viz = erase(sankey);
const form = { source: 'from', target: 'to', metric: 'n' };
const results = [
  resultOf({ 'from:string': ['Coal', 'Gas', null], 'to:string': ['Power', 'Power', 'Heat'], 'n:numeric': [3, 2, 1] }),
];
const markOf = (key: string) => {
  const mark = viz.marks(results, form, contextOf({})).find((one) => one.key === key);
  if (!mark) throw new Error(`No mark ${key}`);
  return mark;
};

// The reference has no reactions here; nodes and flows have places in the data, and so they filter and drill.
test.each([
  { key: 'node Coal', filters: [{ col: 'from', op: 'IN', val: ['Coal'] }] },
  { key: 'node Power', filters: [{ col: 'to', op: 'IN', val: ['Power'] }] },
  { key: 'node <NULL>', filters: [{ col: 'from', op: 'IS NULL' }] },
  {
    key: 'flow Gas → Power',
    filters: [
      { col: 'from', op: 'IN', val: ['Gas'] },
      { col: 'to', op: 'IN', val: ['Power'] },
    ],
  },
])('a press on $key filters by its ends', ({ key, filters }) => {
  const told = inTheirWords(
    viz.select({ kind: 'select', mark: markOf(key), isAdded: false }, results, form, NO_INPUTS),
  );
  expect(told).toMatchObject({ extraFormData: { filters } });
});

test('the menu of a flow leads to its rows, and offers no filter where the chart emits none', () => {
  const event = { kind: 'menu', mark: markOf('flow Coal → Power') } as const;
  const ends = [
    { col: 'from', op: '==', val: 'Coal', formattedVal: 'Coal' },
    { col: 'to', op: '==', val: 'Power', formattedVal: 'Power' },
  ];
  expect(inTheirWords(viz.select(event, results, form, NO_INPUTS))).toMatchObject({ drillToDetail: ends });
  const off = inTheirWords(viz.select(event, results, form, { ...NO_INPUTS, emits: false }));
  expect(off).toMatchObject({ drillToDetail: ends });
  expect(off).not.toHaveProperty('crossFilter');
});

test('a press on what is selected alone clears the selection', () => {
  const inputs = { ...NO_INPUTS, selection: { value: [['Coal']], selectedValues: ['Coal'] } };
  const event = { kind: 'select', mark: markOf('node Coal'), isAdded: false } as const;
  expect(inTheirWords(viz.select(event, results, form, inputs))).toMatchObject({ extraFormData: { filters: [] } });
});
