import { expect, test } from 'vitest';
import { erase } from '../../erase.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { table } from './index.ts';
import type { TableModel } from './model.ts';

const viz = erase(table);
const form = { query_mode: 'aggregate', groupby: ['city'], metrics: ['n'], percent_metrics: ['n'] };
const rows = resultOf({ 'city:string': ['A', 'B'], 'n:numeric': [3, 1], '%n:numeric': [0.75, 0.25] });

function texts(additivity: 'additive' | 'non_additive'): readonly string[] {
  if (viz.drawing.kind !== 'model') throw new TypeError('a table is a model');
  const model = viz.drawing.toModel([rows], form, contextOf({ additivity })) as TableModel;
  return model.columns.map((_, column) => model.cell(0, column).text);
}

test('shares are shown of metrics that add up, and of no others', () => {
  expect(texts('additive')).toEqual(['A', '3', '75.00%']);
  expect(texts('non_additive')).toEqual(['A', '3', '–']);
  expect(viz.notes([rows], form, contextOf({ additivity: 'non_additive' }))).toEqual([
    'n does not add up: shares of it mean nothing',
  ]);
  expect(viz.notes([rows], form, contextOf({}))).toEqual([]);
});

test('shares of a part of the rows are called so, beside a total of all', () => {
  const cut = { ...form, row_limit: 2 };
  for (const shown of [cut, { ...form, server_pagination: true, server_page_length: 2 }])
    expect(viz.notes([rows], shown, contextOf({}))).toEqual(['Percentages are shares of the rows shown, not of all.']);
  expect(viz.notes([rows], cut, contextOf({ additivity: 'non_additive' }))).toHaveLength(1);
});
