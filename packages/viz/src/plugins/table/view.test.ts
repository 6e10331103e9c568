import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parseForm } from '../../parse-form.ts';
import { createChartContext } from '../../shared/context.ts';
import { resultOf, wave } from '../../testing/tables.ts';
import { tableControls, tableDefaults } from './controls.ts';
import { tableModel } from './model.ts';
import { tableScene } from './scene.ts';
import { View } from './View.tsx';

const context = createChartContext({ width: 600, height: 300, mode: 'light' });
const nothing = () => undefined;

function markup(
  results: Parameters<typeof tableModel>[0],
  form: Readonly<Record<string, unknown>>,
  ownState = {},
): string {
  const model = tableModel(results, parseForm(tableControls, tableDefaults, form), context, 'Table of flights');
  return renderToStaticMarkup(
    createElement(View, { model, context, ownState, setOwnState: nothing, onEvent: nothing, onRendered: nothing }),
  );
}

test('the grid is a table with named columns that can be sorted', () => {
  const html = markup([resultOf({ 'name:string': ['<b>x</b>'], 'n:numeric': [3] })], {
    groupby: ['name'],
    metrics: ['n'],
  });
  expect(html).toContain('aria-label="Table of flights"');
  expect(html).toMatch(/<th scope="col"[^>]*><button type="button"/);
  expect(html).toContain('<b>x</b>');
});

test('markup of cells is shown as its allowed part, or as text where the author says so', () => {
  const value =
    '<script>alert(1)</script><a href="javascript:alert(1)" onclick="alert(2)">one</a> ' +
    '<a href="https://example.org/">two</a><img src=x onerror=alert(3)><iframe srcdoc="x"></iframe>';
  const results = [resultOf({ 'name:string': [value, '<script>alert(4)</script>', 'a < b > c'] })];
  const form = { query_mode: 'raw', all_columns: ['name'] };
  const shown = markup(results, form);
  expect(shown).toContain('<a>one</a>'.replace('<a>', '<a target="_blank" rel="noopener noreferrer nofollow">'));
  expect(shown).toContain('href="https://example.org/"');
  expect(shown).not.toMatch(/<script|javascript:|onclick=|onerror=|<iframe|srcdoc|<img/);
  expect(shown).toContain('&lt;script&gt;alert(4)');
  expect(shown).toContain('a &lt; b &gt; c');
  expect(markup(results, { ...form, allow_render_html: false })).toContain('&lt;a href=');
});

test('a picture cuts no numbers, and counts the columns that do not fit', () => {
  const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
  const results = [resultOf(Object.fromEntries(names.map((name) => [`${name}:numeric`, [123_456_789]])))];
  const form = parseForm(tableControls, tableDefaults, { query_mode: 'raw', all_columns: names });
  const texts = tableScene(tableModel(results, form, context, 'Wide'), context).shapes.flatMap((shape) =>
    shape.kind === 'text' ? [shape.text] : [],
  );
  const shown = texts.filter((text) => text.includes('456')).length;
  expect(texts.filter((text) => text.includes('…'))).toEqual([]);
  expect(texts).toContain(`${20 - shown} more columns`);
});

test('on paper, which does not scroll, the rows and columns that do not fit are counted', () => {
  const names = Array.from({ length: 20 }, (_, at) => `n${at}`);
  const results = [resultOf(Object.fromEntries(names.map((name) => [`${name}:numeric`, wave(100, 1e8, 3, 1)])))];
  const html = markup(results, { query_mode: 'raw', all_columns: names });
  const [, columns] = /role="note">93 more rows · (\d+) more columns</.exec(html) ?? [];
  expect(Number(columns)).toBeGreaterThan(10);
  expect(markup([resultOf({ 'n:numeric': [1] })], { query_mode: 'raw', all_columns: ['n'] })).not.toContain('more');
});

test('a column of numbers holds its digits, which are wider where they stand below each other', () => {
  const results = [resultOf({ 'n:numeric': [1111111111111111], 't:string': ['i'.repeat(200)] })];
  const model = tableModel(
    results,
    parseForm(tableControls, tableDefaults, { query_mode: 'raw', all_columns: ['n', 't'] }),
    createChartContext({ width: 300, height: 300, mode: 'light' }),
    'Long',
  );
  // Sixteen figures of 0.648 em at 13 px, and the space of a cell.
  expect(model.columns[0]?.width).toBeGreaterThanOrEqual(Math.floor(16 * 0.648 * 13 + 26));
});

test('of many rows only some are in the page, and the page says how many there are', () => {
  const html = markup([resultOf({ 'n:numeric': wave(5000, 10, 3, 1) })], { query_mode: 'raw', all_columns: ['n'] });
  expect(html).toContain('aria-rowcount="5001"');
  expect(html.match(/<td/g)?.length ?? 0).toBeLessThan(60);
});

test('pages of the server name the rows and mark the order', () => {
  const results = [resultOf({ 'name:string': ['a', 'b'] }), resultOf({ 'rowcount:numeric': [41] })];
  const html = markup(
    results,
    { query_mode: 'raw', all_columns: ['name'], server_pagination: true, server_page_length: 20, include_search: true },
    { currentPage: 2, sortBy: [{ key: 'name', desc: true }] },
  );
  expect(html).toContain('41 to 41 of 41 rows');
  expect(html).toContain('aria-sort="descending"');
  expect(html).toContain('type="search"');
  expect(html).toMatch(/aria-label="Next page"[^>]*disabled/);
});
