import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { histogram } from './index.ts';

const viz = erase(histogram);
const raw = { column: 'delay', bins: 3 };
const results = [resultOf({ '-30 - -15:numeric': [2], '-15 - 0:numeric': [5], '0 - 15:numeric': [1] })];
const brush = (from: number, to: number) => ({ kind: 'brush', axis: 'x', from, to }) as const;
const filtersOf = (from: number, to: number) => {
  const outcome = viz.select(brush(from, to), results, raw, NO_INPUTS);
  return outcome?.kind === 'data_mask' ? outcome.mask.extraFormData.filters : null;
};

test('bins that are brushed filter the column to their interval: each value is in one bin', () => {
  expect(filtersOf(0, 1)).toEqual([
    { col: 'delay', op: '>=', val: -30 },
    { col: 'delay', op: '<', val: 0 },
  ]);
  expect(filtersOf(1.2, 2.4)).toEqual([
    { col: 'delay', op: '>=', val: 0 },
    { col: 'delay', op: '<=', val: 15 },
  ]);
  expect(filtersOf(3, 9)).toBeNull();
  expect(viz.select(brush(0, 1), results, raw, { ...NO_INPUTS, emits: false })).toBeNull();
  expect(viz.select(brush(0, 1), results, { ...raw, column: null }, NO_INPUTS)).toBeNull();
});

test('the bins outside stand back, those inside do not', () => {
  const inputs = { ...NO_INPUTS, selection: { selectedRange: [1, 1] } };
  const { drawing } = viz;
  if (drawing.kind !== 'option') throw new Error('a histogram is drawn by an option');
  const { series } = drawing.toOption(results, raw, { ...contextOf({}), inputs });
  const [one] = Array.isArray(series) ? series : [series];
  const data = Array.isArray(one?.data) ? one.data : [];
  const faint = data.map((point) => JSON.stringify(point).includes('"opacity":0.2'));
  expect(faint).toEqual([true, false, true]);
});
