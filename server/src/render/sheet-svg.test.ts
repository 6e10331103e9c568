import { expect, test } from 'vitest';
import { plainLines } from './plain-lines.ts';
import { sheetSize, sheetSvg, type Sheet } from './sheet-svg.ts';
import { toPng } from './to-png.ts';

const hostile = '</text><script>alert(1)</script>"\u0000&';
const box = { x: 0, y: 0, width: 600, height: 200 };
const sheet: Sheet = {
  title: hostile,
  width: 1152,
  height: 900,
  least: 100,
  most: 720,
  mode: 'dark',
  frames: [
    { kind: 'tabs', names: [hostile, 'Two'], open: 1, ...box, height: 37 },
    { kind: 'heading', text: hostile, size: 'LARGE_HEADER', ...box },
    { kind: 'markdown', source: `# ${hostile}\n\n- ${hostile}\n\n${'word '.repeat(9000)}`, ...box },
    { kind: 'chart', componentId: 'CHART-1', chartId: 1, name: null, ...box },
    { kind: 'chart', componentId: 'CHART-2', chartId: 2, name: null, ...box, y: 710 },
  ],
  cards: new Map([
    ['CHART-1', { title: hostile, words: hostile, drawing: null }],
    ['CHART-2', { title: 'Below', words: '', drawing: null }],
  ]),
};

test('[attack 111] what users wrote is text on a picture, and the picture can be painted', () => {
  const svg = sheetSvg(sheet);
  expect(svg).not.toContain('<script');
  expect(svg).not.toContain('\u0000');
  expect(toPng(svg, 300).subarray(1, 4).toString('latin1')).toBe('PNG');
});

test('a picture is as high as what stands on it, within its bounds, and leaves out what is below', () => {
  expect(sheetSize(sheet)).toEqual({ width: 1200, height: 720 });
  expect(sheetSize({ ...sheet, height: 10 })).toEqual({ width: 1200, height: 106 });
  expect(sheetSize({ ...sheet, height: 10, least: 480 }).height).toBe(480);
  expect(sheetSvg(sheet)).not.toContain('Below');
});

test('a drawing keeps to its card, whatever size it says it has', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9999" height="9999" viewBox="0 0 10 10"></svg>';
  const cards = new Map([['CHART-1', { title: '', words: '', drawing: { svg, height: 146, note: 'Half of it' } }]]);
  const drawn = sheetSvg({ ...sheet, cards });
  expect(drawn).toContain('<svg x="13" y="41" width="574" height="146" overflow="hidden"');
  expect(drawn).toContain('Half of it');
  expect(drawn).not.toContain('9999');
});

test('markdown becomes headings, items and paragraphs without marks', () => {
  const source = '## A **bold** [link](https://x.org)\n\none\ntwo <b>three</b>\n\n---\n* first\n2. second\n> said';
  expect(plainLines(source)).toEqual([
    { text: 'A bold link', level: 2, isItem: false },
    { text: 'one two three', level: 0, isItem: false },
    { text: 'first', level: 0, isItem: true },
    { text: 'second', level: 0, isItem: true },
    { text: 'said', level: 0, isItem: false },
  ]);
});
