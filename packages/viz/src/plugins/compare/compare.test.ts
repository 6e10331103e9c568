import { expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { parseForm } from '../../parse-form.ts';
import { contextOf } from '../../testing/golden.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { changesOf, readChanges } from './changes.ts';
import { compareControls, compareDefaults } from './controls.ts';
import { compare } from './index.ts';

const viz = erase(compare);
const raw: RawForm = { granularity_sqla: 'date', time_grain_sqla: 'P1M', metrics: ['count'], groupby: ['sector'] };
const times = months(2001, 3);
const results = [
  resultOf(
    { '__timestamp:temporal': times, 'count, A:numeric': [10, 20, 5], 'count, B:numeric': [0, 4, 6] },
    { 'count, A': ['count', 'A'], 'count, B': ['count', 'B'] },
  ),
];

test.each([
  ['from the first value', [10, 15, 5], 0, [0, 0.5, -0.5]],
  ['from the index', [10, 20, 5], 1, [-0.5, 0, -0.75]],
  ['from the next one where that is missing or zero', [null, 0, 4, 6], 0, [null, -1, 0, 0.5]],
  ['of what is negative by its size', [-10, -5], 0, [0, 0.5]],
] as const)('changes %s', (_, values, index, changes) => {
  expect(changesOf(values, index)).toEqual(changes);
});

test('changes are not written as values of their metrics', () => {
  const context = contextOf({});
  const own = { ...context, metricFormats: { count: { format: ',.2f', currency: null } } };
  expect(viz.describe(results, raw, own)).toBe(viz.describe(results, raw, context));
});

test('nothing but zero has no change, and is said', () => {
  expect(changesOf([0, null, 0], 0)).toBeNull();
  const zero = [resultOf({ '__timestamp:temporal': times, 'count:numeric': [0, 0, null] })];
  expect(viz.whyEmpty(zero, { ...raw, groupby: [] })).toBe('count is zero in every row.');
  expect(viz.notes(zero, { ...raw, groupby: [] }, contextOf({}))).toEqual(['1 series has no value to compare with']);
});

test('what fell to nothing has no place on a logarithmic axis, and is said', () => {
  const fallen = [resultOf({ '__timestamp:temporal': times, 'count:numeric': [10, 0, -5] })];
  const notes = (form: RawForm) => viz.notes(fallen, { ...raw, groupby: [], ...form }, contextOf({}));
  expect(notes({})).toEqual([]);
  expect(notes({ y_log_scale: true })).toEqual([
    '2 values of 0 or less are not drawn: a logarithmic axis has no place for them',
  ]);
});

test('a stretch of the axis moves the index to its beginning, and filters its time', () => {
  const event = { kind: 'brush', axis: 'x', from: (times[0] ?? 0) + 1, to: times[2] ?? 0 } as const;
  const outcome = viz.select(event, results, raw, NO_INPUTS);
  expect(outcome).toMatchObject({
    kind: 'data_mask',
    mask: {
      extraFormData: {
        filters: [{ col: 'date', op: 'TEMPORAL_RANGE', val: '2001-02-01T00:00:00 : 2001-03-29T00:00:00' }],
      },
    },
  });
  if (outcome?.kind !== 'data_mask') throw new Error('no mask');
  const inputs = { ...NO_INPUTS, selection: outcome.mask.filterState };
  const form = parseForm(compareControls, compareDefaults, raw);
  const { index, series } = readChanges(results[0], form, { ...contextOf({}), inputs });
  expect([index, series.map(({ changes }) => changes)]).toEqual([
    1,
    [
      [-0.5, 0, -0.75],
      [-1, 0, 0.5],
    ],
  ]);
  expect(viz.select(event, results, raw, { ...NO_INPUTS, emits: false })).toBeNull();
});
