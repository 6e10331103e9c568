import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { parseForm } from '../../parse-form.ts';
import { createChartContext } from '../../shared/context.ts';
import { months, resultOf } from '../../testing/tables.ts';
import { pairedTtestControls, pairedTtestDefaults } from './controls.ts';
import { pairedTtest } from './index.ts';
import { compareWith, pText, sortRows, ttestModel } from './model.ts';
import { View } from './View.tsx';

const nothing = () => undefined;
const viz = erase(pairedTtest);
const raw: RawForm = { granularity_sqla: 'date', metrics: ['n'], groupby: ['group'], pvalue_precision: 3 };
const results = [
  resultOf(
    {
      '__timestamp:temporal': months(2001, 4),
      'n, <b>A</b>:numeric': [1, 2, 3, 4],
      'n, B:numeric': [9, 12, 13, 14],
      'n, <NULL>:numeric': [1, 3, 2, 5],
    },
    { 'n, <b>A</b>': ['n', '<b>A</b>'], 'n, B': ['n', 'B'], 'n, <NULL>': ['n', '<NULL>'] },
  ),
];
const context = createChartContext({ width: 600, height: 300, mode: 'light' });
const model = ttestModel(results, parseForm(pairedTtestControls, pairedTtestDefaults, raw), context);

test('the table has a row for each group, the first one pressed as control; markup of the data is text', () => {
  const html = renderToStaticMarkup(
    createElement(View, { model, context, ownState: {}, setOwnState: nothing, onEvent: nothing, onRendered: nothing }),
  );
  expect(html).toContain('<caption>n</caption>');
  expect(html).toContain('&lt;b&gt;A&lt;/b&gt;');
  expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
  expect(html.match(/aria-pressed="false"/g)).toHaveLength(2);
});

test('another control turns the comparison round', () => {
  const [table] = model.tables;
  if (!table) throw new Error('no table');
  const told = (control: string | null) =>
    compareWith(table, control, 0.05).map(({ isControl, lift, isSignificant }) => ({ isControl, lift, isSignificant }));
  expect(told(null)).toMatchObject([
    { isControl: true, isSignificant: null },
    { isControl: false, lift: 380, isSignificant: true },
    { isControl: false, isSignificant: false },
  ]);
  expect(told('n, B')[0]).toMatchObject({ isControl: false, isSignificant: true });
  const byLift = sortRows(compareWith(table, null, 0.05), 'lift', false);
  expect(byLift.map(({ group }) => group.name)).toEqual(['B', '<NULL>', '<b>A</b>']);
});

test('a p-value that rounds to nothing says that it is less', () => {
  expect([pText(0.00001, model, context), pText(0.25, model, context), pText(null, model, context)]).toEqual([
    '< 0.001',
    '0.250',
    '–',
  ]);
});

test('a group drills and filters by its dimensions, null as IS NULL', () => {
  const mark = viz.marks(results, raw, context)[2];
  if (!mark) throw new Error('no mark');
  expect(viz.select({ kind: 'menu', mark }, results, raw, NO_INPUTS)).toMatchObject({
    target: { toDetail: [{ col: 'group', op: 'IS NULL' }], crossFilter: { isSelected: false } },
  });
});

test('parameters that make no test are said', () => {
  const panel = { columns: [], mainTimeColumn: null, grains: [] } as never;
  const complaints = viz.validate({ ...raw, significance_level: 2, pvalue_precision: 40 }, panel, { maxRowLimit: 1e5 });
  expect(Object.keys(complaints).toSorted()).toEqual(['pvalue_precision', 'significance_level']);
});
