import { expect, test } from 'vitest';
import { labelIn } from '../../panel.ts';
import { barPanel, genericPanel, panelOf } from './controls.ts';

const column = (name: string, kind: string) => ({ name, kind, isTemporal: kind === 'temporal' });
const panel = { columns: [column('date', 'temporal'), column('city', 'string'), column('age', 'numeric')], grains: [] };
const AXES = ['truncateXAxis', 'xAxisBounds', 'xAxisLabelRotation', 'y_axis_title_position'];

test.each([
  { of: 'bars over time', form: { x_axis: 'date' }, shown: ['xAxisLabelRotation', 'y_axis_title_position'] },
  { of: 'bars over numbers', form: { x_axis: 'age' }, shown: AXES },
  {
    of: 'lying bars over numbers',
    form: { x_axis: 'age', orientation: 'horizontal' },
    shown: ['truncateXAxis', 'xAxisBounds', 'xAxisLabelRotation'],
  },
  { of: 'lying bars over time', form: { x_axis: 'date', orientation: 'horizontal' }, shown: ['xAxisLabelRotation'] },
  { of: 'lying bars of categories', form: { x_axis: 'city', orientation: 'horizontal' }, shown: [] },
  {
    of: 'lying bars of dates as categories',
    form: { x_axis: 'date', orientation: 'horizontal', xAxisForceCategorical: true },
    shown: [],
  },
  { of: 'an expression', form: { x_axis: { label: 'a', sqlExpression: 'a' } }, shown: AXES },
])('the panel shows the axis settings that act on $of', ({ form, shown }) => {
  const { controls } = panelOf(barPanel);
  expect(AXES.filter((name) => controls[name]?.visible?.(form, panel) ?? true)).toEqual(shown);
});

test('where bars lie each axis goes by the name of where it is', () => {
  const { controls, sections } = panelOf(barPanel);
  const labels = (form: object) =>
    [
      ...['x_axis', 'x_axis_title', 'y_axis_title', 'y_axis_format'].map((key) => controls[key]).filter((one) => !!one),
      ...sections.filter(({ label }) => label.endsWith('-axis')),
    ].map((one) => labelIn(one, { ...form }));
  const upright = ['X-axis', 'X-axis title', 'Y-axis title', 'Y-axis format', 'X-axis', 'Y-axis'];
  expect(labels({ orientation: 'vertical' })).toEqual(upright);
  const turned = upright.map((label) => (label.startsWith('X') ? label.replace('X', 'Y') : label.replace('Y', 'X')));
  expect(labels({ orientation: 'horizontal' })).toEqual(turned);
});

test('other types have no orientation to ask for', () => {
  const { controls } = panelOf(genericPanel);
  expect(controls['y_axis_title_position']?.visible).toBeUndefined();
  expect(controls['xAxisBounds']?.visible?.({ x_axis: 'age', truncateXAxis: false }, panel)).toBe(false);
});
