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
