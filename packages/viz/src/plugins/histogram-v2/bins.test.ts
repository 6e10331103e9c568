import { expect, test } from 'vitest';
import { parseForm } from '../../parse-form.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { readBins } from './bins.ts';
import { histogramControls } from './controls.ts';

test('an edge that is nothing beside its bin is zero', () => {
  const result = resultOf({ '-9.999994 - -0.000583:numeric': [3], '-0.000583 - 9.998828:numeric': [4] });
  const form = parseForm(histogramControls, {}, { column: 'balance' });
  expect(readBins(result, form, contextOf({})).bins.map(({ label }) => label)).toEqual(['-10 – 0', '0 – 10']);
});

test('cumulative shares are of all rows, in one group and in several', () => {
  const form = parseForm(histogramControls, {}, { column: 'n', normalize: true, cumulative: true });
  // Counts 1, 3, 4 of four rows, and of four and four, divided by their sum as the operation does.
  const sole = resultOf({ '0.0 - 1.0:numeric': [1 / 8], '1.0 - 2.0:numeric': [3 / 8], '2.0 - 3.0:numeric': [4 / 8] });
  expect(readBins(sole, form, contextOf({})).series[0]?.values).toEqual([0.25, 0.75, 1]);
  const two = resultOf({ 'g:string': ['a', 'b'], '0.0 - 1.0:numeric': [1 / 10, 0], '1.0 - 2.0:numeric': [0.4, 0.5] });
  const grouped = readBins(two, { ...form, groupby: ['g'] }, contextOf({})).series.map(({ values }) => values.at(-1));
  expect(grouped.reduce((sum = 0, end) => (sum ?? 0) + (end ?? 0))).toBeCloseTo(1);
  expect(readBins(two, { ...form, groupby: ['g'], cumulative: false }, contextOf({})).series[0]?.values).toEqual([
    0.1, 0.4,
  ]);
});
