import { cellAt } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { createChartContext } from '../../shared/context.ts';
import { resultOf } from '../../testing/tables.ts';
import { inOrder } from './category-order.ts';
import { echartsTimeseriesBar } from './index.ts';

const viz = erase(echartsTimeseriesBar);
const form = {
  x_axis: 'name',
  x_axis_sort: null,
  metrics: ['n'],
  orientation: 'vertical',
  zoomable: false,
  stack: null,
  groupby: [],
  xAxisForceCategorical: false,
} as const;
const sized = (names: readonly string[]) =>
  resultOf({ 'name:string': names, 'n:numeric': names.map((_, index) => index) });
const namesOf = (names: readonly string[], more = {}, isBar = true) => {
  const { table } = inOrder(sized(names), { ...form, ...more }, isBar);
  const column = table.columns.get('name');
  return Array.from({ length: table.rowCount }, (_, row) => column && cellAt(column, row));
};

test('bars of categories stand by their size', () => {
  expect(namesOf(['Ohio', 'Texas', 'Utah'])).toEqual(['Utah', 'Texas', 'Ohio']);
});

test.each([[['Monday', 'Tuesday', 'Wednesday']], [['Jan', 'Feb', 'Mar']], [['0–9', '10–19', '>20']]])(
  '%j have an order of their own',
  (names) => {
    expect(namesOf(names)).toEqual(names);
  },
);

test('an order that the author chose stays, and so does that of lines', () => {
  expect(namesOf(['Ohio', 'Texas'], { x_axis_sort: 'name' })).toEqual(['Ohio', 'Texas']);
  expect(namesOf(['Ohio', 'Texas'], {}, false)).toEqual(['Ohio', 'Texas']);
});

test('a selection by brush means the categories where they stand', () => {
  const raw = { x_axis: 'name', metrics: ['n'] };
  const outcome = viz.select(
    { kind: 'brush', axis: 'x', from: 0, to: 0 },
    [sized(['Ohio', 'Texas', 'Utah'])],
    raw,
    NO_INPUTS,
  );
  expect(outcome).toMatchObject({ mask: { extraFormData: { filters: [{ col: 'name', op: 'IN', val: ['Utah'] }] } } });
});

test('more bars than there is room for are left out, and the chart says so', () => {
  const many = sized(Array.from({ length: 200 }, (_, index) => `City ${index}`));
  const raw = { x_axis: 'name', metrics: ['n'] };
  const context = createChartContext({ width: 300, height: 200, mode: 'light' });
  expect(viz.marks([many], raw, context)).toHaveLength(27);
  expect(viz.notes([many], raw, context)).toEqual(['27 of 200 bars; the rest is left out']);
  expect(viz.notes([many], { ...raw, zoomable: true }, context)).toEqual([]);
});
