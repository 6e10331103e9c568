import { expect, test } from 'vitest';
import type { ChartContext } from '../../define.ts';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { histogram } from './index.ts';

const viz = erase(histogram);
const raw = { column: 'delay', bins: 3 };
const bins = (counts: readonly number[]) =>
  resultOf(
    Object.fromEntries(
      ['-30.0 - -15.0', '-15.0 - 0.0', '0.0 - 15.0'].map((name, at) => [`${name}:numeric`, [counts[at] ?? 0]]),
    ),
  );
const whole = [bins([4, 10, 2])];
const part = [bins([1, 5, 0])];
const context: ChartContext = { ...contextOf({}), whole };

type Drawn = { readonly id: string; readonly data: readonly unknown[]; readonly silent?: boolean };
function seriesOf(form: object, around: ChartContext) {
  if (viz.drawing.kind !== 'option') throw new TypeError('a histogram is drawn by an option');
  return viz.drawing.toOption(part, { ...raw, ...form }, around).series as readonly Drawn[];
}

test('a part is asked for in the bins of its whole', () => {
  const stepsOf = (more: object) => viz.buildQueries(raw, { ownState: {}, ...more })[0]?.post_processing?.[0]?.options;
  expect(stepsOf({ whole })).toMatchObject({ bins: 3, edges: [-30, -15, 0, 15] });
  expect(stepsOf({})).not.toHaveProperty('edges');
  // Whose whole has no number has no places for a part.
  expect(stepsOf({ whole: [resultOf({})] })).not.toHaveProperty('edges');
});

test('it stands before the whole, which is said of each bin', () => {
  const drawn = seriesOf({}, context);
  expect(drawn.map(({ id, silent }) => [id, silent ?? false])).toEqual([
    ['delay', false],
    ['whole', true],
  ]);
  expect(drawn[1]?.data).toEqual([4, 10, 2]);
  const names = viz.marks(part, raw, context).map(({ name }) => name);
  expect(names[1]).toContain('5 of 10 without the selection (50.0%)');
  expect(names[2]).toContain('0 of 2 without the selection (0.0%)');
  expect(viz.notes(part, raw, context)).toEqual(['Pale bars: without the selection']);
});

test.each([
  ['of shares', { normalize: true }, context],
  ['of groups beside each other', { groupby: ['carrier'] }, context],
  ['of other bins', {}, { ...contextOf({}), whole: [resultOf({ '0.0 - 9.0:numeric': [3] })] }],
  ['without a selection', {}, contextOf({})],
] as const)('there is no whole %s', (_, form, around) => {
  expect(seriesOf(form, around).some(({ id }) => id === 'whole')).toBe(false);
});
