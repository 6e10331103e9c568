import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { inTheirWords } from '../../testing/select-cases.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { sunburst } from './index.ts';

const viz = erase(sunburst);
const form = { columns: ['region', 'team'], metric: 'n' };
const results = [
  resultOf({ 'region:string': ['EU', 'US', null], 'team:string': ['A', 'B', 'A'], 'n:numeric': [3, 2, 1] }),
];

// Ruling 42 f: the reference filters by the clicked level alone, which takes in the same name elsewhere.
test.each([
  {
    label: 'EU,A',
    filters: [
      { col: 'region', op: 'IN', val: ['EU'] },
      { col: 'team', op: 'IN', val: ['A'] },
    ],
  },
  { label: 'EU', filters: [{ col: 'region', op: 'IN', val: ['EU'] }] },
  { label: '<NULL>', filters: [{ col: 'region', op: 'IS NULL' }] },
])('a press on $label filters by its level and those inside of it', ({ label, filters }) => {
  const mark = viz.marks(results, form, contextOf({})).find((one) => one.label === label);
  if (!mark) throw new Error(`No mark ${label}`);
  const told = inTheirWords(viz.select({ kind: 'select', mark, isAdded: false }, results, form, NO_INPUTS));
  expect(told).toEqual({
    extraFormData: { filters },
    filterState: { value: [mark.filters.map(({ val }) => val)], selectedValues: [label] },
  });
});
