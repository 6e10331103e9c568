import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import type { ChartEvent } from '../../events.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { bubble, oldBubble } from './index.ts';

const metric = (name: string) => ({
  expressionType: 'SIMPLE',
  aggregate: 'SUM',
  column: { column_name: name },
  label: name,
});
const raw = { entity: 'country', series: 'region', x: metric('gdp'), y: metric('age'), size: metric('people') };
const results = [
  resultOf({
    'country:string': ['Chad', 'Peru', 'Iran', null],
    'region:string': ['Africa', 'America', 'Asia', 'Asia'],
    'gdp:numeric': [1, 10, 20, 30],
    'age:numeric': [50, 70, 75, 40],
    'people:numeric': [1, 2, 3, 4],
  }),
];
const brush = (from: number, to: number, across?: readonly [number, number]): ChartEvent => ({
  kind: 'brush',
  axis: 'x',
  from,
  to,
  ...(across === undefined ? {} : { across }),
});

test.each([erase(bubble), erase(oldBubble)])('an area selects the bubbles in it by what they are, $type', (viz) => {
  const outcome = viz.select(brush(5, 25, [60, 72]), results, raw, NO_INPUTS);
  expect(outcome).toEqual({
    kind: 'data_mask',
    mask: {
      extraFormData: {
        filters: [
          { col: 'country', op: 'IN', val: ['Peru'] },
          { col: 'region', op: 'IN', val: ['America'] },
        ],
      },
      filterState: { value: [['Peru', 'America']], selectedValues: ['Peru, America'] },
    },
  });
  // A stretch of the x axis alone takes in all that stands over it, also what has no name.
  const all = viz.select(brush(20, 40), results, raw, NO_INPUTS);
  expect(all).toMatchObject({ mask: { extraFormData: { filters: [{ val: ['Iran', null] }, { val: ['Asia'] }] } } });
  expect(viz.select(brush(2, 9), results, raw, NO_INPUTS)).toBeNull();
  expect(viz.select(brush(0, 99), results, raw, { ...NO_INPUTS, emits: false })).toBeNull();
});

test('the bubbles outside stand back, and a click among those inside adds and takes away as ever', () => {
  const viz = erase(bubble);
  const outcome = viz.select(brush(0, 15), results, raw, NO_INPUTS);
  const selection = outcome?.kind === 'data_mask' ? outcome.mask.filterState : {};
  const inputs = { ...NO_INPUTS, selection };
  const marks = viz.marks(results, raw, { ...contextOf({}), inputs });
  const [chad, peru] = marks;
  if (!chad || !peru) throw new Error('two bubbles are there');
  expect(marks.map(({ place }) => place?.value)).toEqual([1, 10, 20, 30]);
  const less = viz.select({ kind: 'select', mark: peru, isAdded: true }, results, raw, inputs);
  expect(less).toMatchObject({ mask: { filterState: { value: [['Chad', 'Africa']] } } });
});
