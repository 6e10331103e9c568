import { expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { contextOf } from '../../testing/golden.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { rose } from './index.ts';
import { parseForm } from '../../parse-form.ts';
import { roseControls, roseDefaults } from './controls.ts';
import { roseOption } from './option.ts';

const viz = erase(rose);
const raw: RawForm = { granularity_sqla: 'date', time_grain_sqla: 'P1M', metrics: ['count'], groupby: ['cause'] };
const form = parseForm(roseControls, roseDefaults, raw);
const results = [
  resultOf(
    { '__timestamp:temporal': months(2001, 2), 'count, A:numeric': [9, 4], 'count, <NULL>:numeric': [7, null] },
    { 'count, A': ['count', 'A'], 'count, <NULL>': ['count', '<NULL>'] },
  ),
];
const context = contextOf({});
const drawn = (area: boolean) => {
  const { series } = roseOption(results, { ...form, rose_area_proportion: area }, context);
  return (Array.isArray(series) ? series : []).map(({ data }) => data);
};

test('radii add up to the total, or their squares do', () => {
  expect(drawn(false)).toEqual([
    [{ value: 9 }, { value: 4 }],
    [{ value: 7 }, { value: null }],
  ]);
  expect(drawn(true)).toEqual([
    [{ value: 3 }, { value: 2 }],
    [{ value: 1 }, { value: null }],
  ]);
});

test('a part filters by its dimensions, null as IS NULL, and its rows are those of its time', () => {
  const mark = viz.marks(results, raw, context).find(({ name }) => name.startsWith('<NULL>'));
  if (!mark) throw new Error('no mark');
  expect(viz.select({ kind: 'select', mark, isAdded: false }, results, raw, NO_INPUTS)).toMatchObject({
    mask: { extraFormData: { filters: [{ col: 'cause', op: 'IS NULL' }] } },
  });
  expect(viz.select({ kind: 'menu', mark }, results, raw, NO_INPUTS)).toMatchObject({
    target: {
      toDetail: [
        { col: 'date', op: '==', val: Date.UTC(2001, 0), grain: 'P1M' },
        { col: 'cause', op: 'IS NULL' },
      ],
      by: { filters: [{ col: 'cause', op: 'IS NULL' }] },
    },
  });
});

test('what does not add up stands side by side and is said', () => {
  const averages = contextOf({ additivity: 'non_additive' });
  const { series } = roseOption(results, form, averages);
  expect((Array.isArray(series) ? series : []).every((one) => !('stack' in one))).toBe(true);
  expect(viz.notes(results, raw, averages)).toEqual([
    'Number of flights does not add up: its series stand side by side',
  ]);
});
