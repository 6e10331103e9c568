import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NO_INPUTS } from '../../inputs.ts';
import { parseForm } from '../../parse-form.ts';
import { createChartContext } from '../../shared/context.ts';
import { textWidth } from '../../shared/text.ts';
import { resultOf } from '../../testing/tables.ts';
import { pivotControls } from './controls.ts';
import { closableGroups, openLines } from './groups.ts';
import { pivotModel, whyNoPivot } from './model.ts';
import { pivotScene } from './scene.ts';
import { columnsInSight, rowsInSight } from './use-viewport.ts';
import { View } from './View.tsx';

const nothing = () => undefined;

function modelOf(results: Parameters<typeof pivotModel>[0], form: Readonly<Record<string, unknown>>, selection = {}) {
  const inputs = { ...NO_INPUTS, selection };
  const context = createChartContext({ width: 600, height: 300, mode: 'light', inputs });
  return { context, model: pivotModel(results, parseForm(pivotControls, {}, form), context) };
}

function markup(...given: Parameters<typeof modelOf>): string {
  const { model, context } = modelOf(...given);
  return renderToStaticMarkup(
    createElement(View, { model, context, ownState: {}, setOwnState: nothing, onEvent: nothing, onRendered: nothing }),
  );
}

const small = resultOf({ 'r:string': ['<b>x</b>', 'y'], 'c:string': ['1', '2'], 'n:numeric': [3, 4] });
const form = { groupbyRows: ['r'], groupbyColumns: ['c'], metrics: ['n'] };

test('adaptive numbers of a metric have one precision in all cells', () => {
  const results = [
    resultOf({
      'r:string': ['x', 'x', 'y', 'y'],
      'c:string': ['1', '2', '1', '2'],
      'n:numeric': [412_000, 61_500, 3, 8],
      'mean:numeric': [1.5, 2, 0.25, 4],
    }),
  ];
  const { model } = modelOf(results, { ...form, metrics: ['n', 'mean'] });
  const texts = [0, 1].map((row) => [0, 1, 2, 3].map((at) => model.cell(row, at).text));
  expect(texts).toEqual([
    ['412.0k', '61.5k', '1.50', '2.00'],
    ['3', '8', '0.25', '4.00'],
  ]);
});

test('headers and cells are a grid; markup of the data is text; one place is a tab stop', () => {
  const html = markup([small], { ...form, allow_render_html: false });
  expect(html).toContain('role="grid"');
  expect(html).toContain('aria-rowcount="4"');
  expect(html).toContain('&lt;b&gt;x&lt;/b&gt;');
  expect(html.match(/role="rowheader"/g)).toHaveLength(2);
  expect(html.match(/tabindex="0"/g)).toHaveLength(1);
});

test('headers show the markup that is allowed where the author says so, and no other', () => {
  const names = ['<b>x</b>', '<img src=x onerror=alert(1)><a href="javascript:alert(1)">y</a>'];
  const html = markup([resultOf({ 'r:string': names, 'n:numeric': [3, 4] })], { ...form, groupbyColumns: [] });
  expect(html).toContain('<b>x</b>');
  expect(html).not.toMatch(/<(?:img|a)\b[^>]*(?:onerror|javascript:)/u);
});

test('a picture of a table that does not fit holds its totals beside the first rows and columns', () => {
  const [rows, columns] = [30, 211];
  const wide = resultOf({
    'r:string': Array.from({ length: rows * columns }, (_, at) => `row ${Math.floor(at / columns)}`),
    'c:string': Array.from({ length: rows * columns }, (_, at) => `column ${at % columns}`),
    'n:numeric': Array.from({ length: rows * columns }, () => 1),
  });
  const { model, context } = modelOf([wide], { ...form, colTotals: true, rowTotals: true });
  const texts = pivotScene(model, context).shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  expect(texts.filter((text) => text === 'Total')).toHaveLength(2);
  const [first, last] = [texts.indexOf('row 0'), texts.lastIndexOf('Total')];
  expect(first).toBeLessThan(last);
  const shown = texts.filter((text) => text.startsWith('row ')).length;
  expect(texts.some((text) => text.startsWith(`${rows - shown} more rows · `))).toBe(true);
  const seen = texts.filter((text) => text.startsWith('column ')).length;
  expect(texts.some((text) => text.includes(`${columns - seen} more columns`))).toBe(true);
  expect(texts.filter((text) => text === 'n')).toHaveLength(1);
  // All that is left of a narrow picture is the first of each.
  const tiny = pivotScene({ ...model, width: 100, height: 60 }, context).shapes;
  expect(tiny.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []))).toContain('row 0');
});

test('a picture holds whole columns, and counts those that do not fit', () => {
  const places = Array.from({ length: 12 }, (_, at) => `column ${at}`);
  const wide = resultOf({ 'r:string': places.map(() => 'x'), 'c:string': places, 'n:numeric': places.map(() => 1e6) });
  const { model, context } = modelOf([wide], { ...form, valueFormat: ',.2f' });
  const texts = pivotScene(model, context).shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
  const values = texts.filter((text) => text === '1,000,000.00').length;
  expect(values).toBeGreaterThan(1);
  expect(texts.filter((text) => text.includes('…'))).toEqual([]);
  expect(texts).toContain(`${12 - values} more columns`);
});

test('on paper, which does not scroll, the rows and columns that do not fit are counted', () => {
  const places = Array.from({ length: 12 }, (_, at) => `place ${at}`);
  const wide = resultOf({ 'r:string': places, 'c:string': places, 'n:numeric': places.map(() => 1e6) });
  const html = markup([wide], { ...form, valueFormat: ',.2f' });
  expect(html).toMatch(/role="note">\d+ more rows · \d+ more columns</);
  const one = resultOf({ 'r:string': ['x'], 'c:string': ['y'], 'n:numeric': [1] });
  expect(markup([one], form)).not.toContain('more');
});

test('on a phone the widest headers give way first: names of states stay whole', () => {
  const states = ['California', 'Texas'];
  const cities = ['San Francisco International Airport', 'Dallas/Fort Worth International Airport'];
  const table = resultOf({ 'state:string': states, 'city:string': cities, 'n:numeric': [1, 2] });
  const shape = parseForm(pivotControls, {}, { groupbyRows: ['state', 'city'], groupbyColumns: [], metrics: ['n'] });
  const context = createChartContext({ width: 358, height: 300, mode: 'light' });
  const { headerWidths } = pivotModel([table], shape, context);
  // Its letters at 13 px, the space of a header and its arrow.
  expect(headerWidths[0]).toBeGreaterThanOrEqual(Math.floor(textWidth('California', 13)) + 22);
  // They stay in sight.
  expect(headerWidths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(358 * 0.6);
});

test('a selected header is marked and the other lines stand back', () => {
  const { model } = modelOf([small], form, { selectedFilters: { r: ['y'] } });
  expect([0, 1].map((line) => [model.isChosen('row', line, 0), model.isDimmed('row', line)])).toEqual([
    [false, true],
    [true, false],
  ]);
  expect(model.isDimmed('column', 0)).toBe(false);
  expect(model.isChosen('column', 0, 0)).toBeNull();
});

test('of ten thousand rows and many columns only those in sight are drawn', () => {
  const count = 10_000;
  const long = resultOf({
    'r:string': Array.from({ length: count }, (_, at) => `r${at}`),
    'c:string': Array.from({ length: count }, (_, at) => `c${at % 40}`),
    'n:numeric': Array.from({ length: count }, (_, at) => at),
  });
  const html = markup([long], form);
  expect(html).toContain('aria-rowcount="10002"');
  expect(html).toContain('aria-colcount="41"');
  expect(html.match(/role="row"/g)?.length ?? 0).toBeLessThan(40);
  expect(html.match(/role="gridcell"/g)?.length ?? 0).toBeLessThan(700);
});

test('what is in sight follows the scroll', () => {
  const view = { top: 3200, left: 250, width: 200, height: 320, rowHeight: 32 };
  expect(rowsInSight(1000, view)).toEqual({ first: 94, end: 116 });
  expect(rowsInSight(5, view)).toEqual({ first: 5, end: 5 });
  expect(columnsInSight([0, 100, 200, 300, 400, 500, 600, 700], view)).toEqual({ first: 1, end: 6 });
});

test('a closed group leaves its subtotal, an outer one hides the inner', () => {
  const nested = resultOf({
    'a:string': ['x', 'x', 'y'],
    'b:string': ['p', 'q', 'p'],
    'c:string': ['1', '1', '1'],
    'n:numeric': [1, 2, 4],
  });
  const { model } = modelOf([nested], {
    groupbyRows: ['a', 'b', 'c'],
    metrics: ['n'],
    rowSubTotals: true,
    colTotals: true,
  });
  const { rows } = model;
  const texts = (lines: readonly number[]) =>
    lines.map((line) => rows.levels.map((_, level) => rows.header(line, level).text).join('|'));
  const groups = [...closableGroups(rows)];
  expect(groups).toHaveLength(5);
  const outer = groups.find((name) => name.startsWith('[["x"]')) ?? '';
  expect(texts(openLines(rows, new Set([outer])))).toEqual([
    'x|Subtotal|',
    'y|p|1',
    'y|p|Subtotal',
    'y|Subtotal|',
    'Total||',
  ]);
});

test('a pivot that is too big says so and draws nothing', () => {
  const count = 3000;
  const square = resultOf({
    'r:string': Array.from({ length: count }, (_, at) => `r${at}`),
    'c:string': Array.from({ length: count }, (_, at) => `c${at}`),
    'n:numeric': Array.from({ length: count }, () => 1),
  });
  expect(whyNoPivot([square], parseForm(pivotControls, {}, form))).toContain('3000 rows and 3000 columns');
  expect(modelOf([square], form).model.rows.lines).toEqual([]);
  expect(whyNoPivot([small], parseForm(pivotControls, {}, form))).toBeNull();
});

test('shares of what does not add up are shown as values, and it is said', () => {
  const average = { expressionType: 'SIMPLE', aggregate: 'AVG', column: { column_name: 'n' }, label: 'n' };
  const { model } = modelOf([small], { ...form, metrics: [average], aggregateFunction: 'Sum as Fraction of Total' });
  expect(model.cell(0, 0).text).toBe('3');
  expect(model.note).toBe('Values of n do not add up: they are shown as they are, not as shares.');
});
