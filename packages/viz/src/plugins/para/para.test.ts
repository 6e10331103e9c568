import { expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { para } from './index.ts';
import { scaleOf } from './rows.ts';

const viz = erase(para);
const form: RawForm = { series: 'species', metrics: ['a', 'b'] };
const results = [resultOf({ 'species:string': ['X', null], 'a:numeric': [1, 2], 'b:numeric': [3, null] })];

test('an axis ends on round numbers around its values', () => {
  expect(scaleOf([38.79, 48.83])).toEqual({ low: 35, high: 50, step: 5 });
  expect(scaleOf([-2, -1])).toEqual({ low: -2, high: -1, step: 0.5 });
  const { low, high } = scaleOf([7]);
  expect(low < 7 && high > 7).toBe(true);
  expect(scaleOf([])).toEqual({ low: 0, high: 1, step: 0.5 });
});

test('a line filters its series, null as IS NULL', () => {
  const [, mark] = viz.marks(results, form, contextOf({}));
  if (!mark) throw new Error('no mark');
  expect(viz.select({ kind: 'select', mark, isAdded: false }, results, form, NO_INPUTS)).toMatchObject({
    mask: { extraFormData: { filters: [{ col: 'species', op: 'IS NULL' }] } },
  });
});

test('gaps are said, and so is an axis without another', () => {
  expect(viz.notes(results, form, contextOf({}))).toEqual(['The dashed line lacks a value on an axis']);
  expect(viz.whyEmpty(results, { ...form, metrics: ['a'] })).toContain('two axes');
  expect(viz.whyEmpty(results, { ...form, metrics: ['a'], include_series: true })).toBeNull();
});
