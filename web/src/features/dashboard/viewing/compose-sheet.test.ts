import { expect, test } from 'vitest';
import { tableFromRows } from '@tessera/core/table';
import { sheetHtml, sheetSvg, type Sheet } from './compose-sheet.ts';

const hostile = '<script>alert(1)</script>"&';
const place = { x: 0, y: 0, width: 400, height: 200 };
const theme = { page: '#fff', panel: '#fff', hairline: '#eee', text: '#000', muted: '#666', font: 'Inter' };
const table = tableFromRows(
  [
    { name: hostile, day: 0 },
    { name: null, day: 86_400_000 },
  ],
  ['name', 'day'],
  ['string', 'temporal'],
);
const sheet: Sheet = {
  title: hostile,
  filters: [],
  width: 816,
  height: 500,
  theme,
  parts: [
    {
      kind: 'chart',
      ...place,
      title: hostile,
      subtitle: hostile,
      drawing: { svg: '<svg width="300" height="100"><path/></svg>', x: 12, y: 40, width: 300, height: 100 },
      rows: [{ name: null, table, isPage: false }],
    },
    { kind: 'chart', ...place, x: 416, title: 'None yet', subtitle: '', drawing: null, rows: [] },
    { kind: 'text', ...place, y: 216, isHeading: false, text: hostile },
  ],
};

test('a dashboard as a drawing has every part in its place, and texts are texts', () => {
  const { text, width, height } = sheetSvg(sheet);
  expect([width, height]).toEqual([864, 580]);
  expect(text).toContain('<svg x="12" y="40" width="300" height="100"><path/></svg>');
  expect(text).toContain('translate(416 0)');
  expect(text).not.toContain('<script');
});

test('a drawing and a page say which filters act, and the parts lie below that', () => {
  const filters = [
    { name: 'State', value: 'AK, WA' },
    { name: 'City', value: hostile },
  ];
  const drawing = sheetSvg({ ...sheet, filters });
  expect(drawing.text).toContain('Filters: State = AK, WA; City = &lt;script');
  expect(drawing.height).toBe(600);
  const page = sheetHtml({ ...sheet, filters }, words);
  expect(page).toContain('<p class="sub">Filters: State = AK, WA; City = &lt;script');
  expect(sheetHtml(sheet, words)).not.toContain('Filters:');
});

const words = { data: 'Data', cut: 'cut', page: 'one page', everything: 'Everything', select: 'Select on' };

test('a dashboard as a page holds its rows, runs nothing and fetches nothing', () => {
  const text = sheetHtml(sheet, words);
  expect(text).not.toContain('<script');
  expect(text).toContain("default-src 'none'");
  expect(text).toContain('<td>1970-01-02</td>');
  expect(text.match(/<details>/g)).toHaveLength(1);
  // Parts at the same height are one row.
  expect(text.match(/<\/h1><div><article/g)).toHaveLength(1);
  expect(text.match(/<div>/g)).toHaveLength(2);
  expect(sheetHtml(sheet, { ...words, data: null })).not.toContain('<details>');
});

test('what can be selected in a page is a choice that style sheets act on, its texts are texts', () => {
  const [first, second] = sheet.parts;
  if (first?.kind !== 'chart' || second?.kind !== 'chart') throw new Error('two charts come first');
  const parts = [
    { ...first, componentId: 'A' },
    { ...second, componentId: 'B' },
  ];
  const selections = {
    choices: [{ id: 's1', componentId: 'A', label: hostile }],
    variants: [{ choiceId: 's1', componentId: 'B', svg: '<svg id="chosen"/>', rows: [] }],
  };
  const text = sheetHtml({ ...sheet, parts }, words, selections);
  expect(text).not.toContain('<script');
  expect(text.match(/<input type="radio" name="s" id="s[01]"/g)).toHaveLength(2);
  expect(text).toContain('<div class="v is-s1"><svg id="chosen"/></div>');
  expect(text).toContain('body:has(#s1:checked) .not-s1{display:none}');
  expect(sheetHtml(sheet, words)).not.toContain('type="radio"');
});

test('each query of a chart has its rows in a page, and rows of a single page say so', () => {
  const [first] = sheet.parts;
  if (first?.kind !== 'chart') throw new Error('a chart comes first');
  const rows = [
    { name: 'Query A', table, isPage: false },
    { name: hostile, table, isPage: true },
  ];
  const text = sheetHtml({ ...sheet, parts: [{ ...first, rows }] }, words);
  expect(text).not.toContain('<script');
  expect(text.match(/<summary>Data: /g)).toHaveLength(2);
  expect(text).toContain('<summary>Data: Query A</summary><table>');
  expect(text.match(/<p class="sub">one page<\/p>/g)).toHaveLength(1);
});
