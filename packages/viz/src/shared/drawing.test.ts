import { expect, test } from 'vitest';
import { fitLabels } from './axes.ts';
import { readRules } from './conditional-formatting.ts';
import { createChartContext } from './context.ts';
import { legendOf, scrollsOnRows, stillLegend } from '../layer/legend.ts';
import { cutApart, cutMiddle, textWidth, wrapLines } from './text.ts';
import { chartThemes } from './theme.ts';
import { awayFrom, chooseRows, pointedValue, TOOLTIP_ROWS, tooltipHtml, type TooltipRow } from '../layer/tooltip.ts';

const row = (name: string, amount: number | null): TooltipRow => ({
  name,
  value: String(amount),
  amount,
  color: '#123456',
});

test('a tooltip shows text of rows as text', () => {
  const html = tooltipHtml({
    title: '<img src=x onerror=alert(1)>',
    rows: [{ ...row('"><script>alert(1)</script>', 1), color: '"/><b>' }],
    order: 'as_given',
  });
  expect(html).not.toMatch(/<img|<script|<b>/);
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toContain('style=');
});

test('a tooltip keeps the greatest twelve, in the order asked for, and counts the rest', () => {
  const rows = Array.from({ length: 15 }, (_, index) => row(`s${index}`, index));
  expect(chooseRows({ rows, order: 'by_value' }).map(({ amount }) => amount)).toEqual([
    14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
  ]);
  expect(chooseRows({ rows, order: 'as_given' }).map(({ amount }) => amount)).toEqual([
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
  ]);
  expect(chooseRows({ rows, order: 'by_value' })).toHaveLength(TOOLTIP_ROWS);
  expect(tooltipHtml({ title: '', rows, order: 'by_value' })).toContain('+3 more');
});

test('a cut label keeps its beginning and its end, and fits', () => {
  const cut = cutMiddle('Seattle–Tacoma International Airport', 120, 12);
  expect(cut).toMatch(/^Seattle.*….*port$/);
  expect(textWidth(cut, 12)).toBeLessThanOrEqual(120);
  expect(cutMiddle('short', 120, 12)).toBe('short');
  expect(cutMiddle('💥💥💥💥', 1, 12)).toBe('💥…💥');
});

test.each([
  { case: 'room for all', labels: ['A', 'B', 'C'], length: 300, want: { rotate: 0, every: 1 } },
  {
    case: 'long names are cut before they are turned',
    labels: ['a very long name indeed', 'another very long name'],
    length: 200,
    want: { rotate: 0, every: 1 },
  },
  {
    case: 'narrow slots turn them',
    labels: Array.from({ length: 12 }, (_, index) => `category ${index}`),
    length: 400,
    want: { rotate: 45, every: 1 },
  },
  {
    case: 'the narrowest show fewer',
    labels: Array.from({ length: 100 }, (_, index) => `category ${index}`),
    length: 400,
    want: { rotate: 45, every: 4 },
  },
])('labels never collide: $case', ({ labels, length, want }) => {
  expect(fitLabels(labels, length, 0, 100)).toMatchObject(want);
});

test('a legend needs two entries, and gives way when it is switched off', () => {
  const context = createChartContext({ width: 600, height: 300, mode: 'light' });
  const form = { show_legend: true, legendType: 'scroll', legendOrientation: 'top', legendMargin: null } as const;
  const entries = ['a', 'b'].map((name) => ({ name, label: name }));
  expect(legendOf(entries, form, context).insets.top).toBeGreaterThan(0);
  expect(legendOf(entries.slice(1), form, context).legend).toEqual({ show: false });
  expect(legendOf(entries, { ...form, show_legend: false }, context).insets.top).toBe(0);
  expect(legendOf(entries, { ...form, legendOrientation: 'right', legendMargin: 90 }, context).insets.right).toBe(90);
});

test('rules of conditional formatting: thresholds, ranges, and what cannot be read', () => {
  const [above, within] = readRules(
    [
      { column: 'a', operator: '>', targetValue: '10', colorScheme: '#efa1aa' },
      { column: 'a', operator: '< x ≤', targetValueLeft: 1, targetValueRight: 5 },
      { operator: 'like' },
      {},
    ],
    chartThemes.light,
  );
  expect([above?.matches(10), above?.matches(11)]).toEqual([false, true]);
  expect([within?.matches(1), within?.matches(5)]).toEqual([false, true]);
  expect(above?.color).toBe(chartThemes.light.danger);
  expect(above?.strength(20, 0, 20)).toBe(1);
  expect(
    readRules([{ operator: '>', targetValue: 1, colorScheme: 'url(javascript:x)' }], chartThemes.light)[0]?.color,
  ).toBe(chartThemes.light.accent);
});

test.each([
  ['Texas', ['Texas']],
  ['North Carolina', ['North', 'Carolina']],
  ['District of Columbia', ['District of', 'Columbia']],
  ['Employed (thousands)', ['Employed', '(thousands)']],
])('%s is wrapped between its words', (text, lines) => {
  expect(wrapLines(text, 72, 12)).toEqual(lines);
});

test('what is too long for two lines is cut in the second, and a single word in the first', () => {
  const lines = wrapLines('Seattle–Tacoma International Airport of Washington', 80, 12);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('…');
  expect(wrapLines('Donaudampfschifffahrt', 60, 12)).toHaveLength(1);
  for (const line of lines) expect(textWidth(line, 12)).toBeLessThanOrEqual(80);
});

test('a legend that scrolls stands on two rows first, by shorter names where it must', () => {
  const form = { show_legend: true, legendType: 'scroll', legendOrientation: 'top', legendMargin: null } as const;
  const entries = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => ({ name: `${at} ${name}`, label: `${at} ${name}` }));
  const at = (width: number, height: number) => createChartContext({ width, height, mode: 'light' });
  const one = legendOf(entries(3, 'carrier'), form, at(640, 360));
  const two = legendOf(entries(6, 'carrier'), form, at(358, 240));
  const cut = legendOf(entries(6, 'carrier and all of its regional partners'), form, at(640, 360));
  expect([one, two, cut].map(({ legend }) => legend.type)).toEqual(['plain', 'plain', 'plain']);
  expect(two.insets.top).toBeGreaterThan(one.insets.top);
  expect(cut.insets.top).toBe(two.insets.top);
  expect(legendOf(entries(18, 'carrier'), form, at(358, 240)).legend.type).toBe('scroll');
});

test('what two rows have no room for scrolls on two rows; a picture that nobody scrolls names the first ones', () => {
  const form = { show_legend: true, legendType: 'scroll', legendOrientation: 'top', legendMargin: null } as const;
  const names = Array.from({ length: 6 }, (_, at) => `${at} carrier and all of its regional partners`);
  const entries = names.map((name) => ({ name, label: name }));
  const at = (height: number) => createChartContext({ width: 358, height, mode: 'light' });
  const two = legendOf(entries, form, at(240));
  expect([scrollsOnRows(two.legend), two.insets.top, two.legend.data?.length]).toEqual([true, 50, 6]);
  const still = stillLegend(two.legend, 358);
  expect([still.type, still.data?.length]).toEqual(['plain', 4]);
  // A low card keeps one row, and so does who sets the room.
  for (const one of [legendOf(entries, form, at(120)), legendOf(entries, { ...form, legendMargin: 30 }, at(240))])
    expect([scrollsOnRows(one.legend), one.insets.top, stillLegend(one.legend, 358)]).toEqual([false, 30, one.legend]);
});

test('a tooltip begins with the row that the pointer is nearest to, where the browser says where it is', () => {
  const pointed = pointedValue([{ pointer: [0, 7] }]);
  const rows = [2, 9, 6].map((amount) => ({ ...row(`s${amount}`, amount), ...awayFrom(pointed, amount) }));
  expect(chooseRows({ rows, order: 'nearest' }).map(({ name }) => name)).toEqual(['s6', 's9', 's2']);
  expect(pointedValue([{ seriesId: 'a' }])).toBeNull();
  expect(awayFrom(null, 3)).toEqual({});
});

test('[attack 104] a text as long as a book is cut by halves: its ends are what the slow way would keep', () => {
  const book = `It begins ${'and goes on '.repeat(100_000)} until the end`;
  const cut = cutMiddle(book, 120, 12);
  expect(cut).toMatch(/^It begins.*….*the end$/);
  expect(textWidth(cut, 12)).toBeLessThanOrEqual(120);
  expect(wrapLines(book, 120, 12)).toHaveLength(2);
  const slow = (text: string, width: number): string => {
    for (let kept = text.length - 1; kept > 2; kept -= 1) {
      const head = Math.ceil(kept / 2);
      const tried = `${text.slice(0, head).trimEnd()}…${text.slice(text.length - (kept - head)).trimStart()}`;
      if (textWidth(tried, 12) <= width) return tried;
    }
    return '';
  };
  for (const width of [40, 41, 77, 120, 200])
    expect(cutMiddle('Southwest and all of its partners', width, 12)).toBe(
      textWidth('Southwest and all of its partners', 12) <= width
        ? 'Southwest and all of its partners'
        : slow('Southwest and all of its partners', width),
    );
});

test('names whose ends are equal are cut around what separates them', () => {
  const names = [0, 1, 2].map((at) => `A very long category name that goes on, number ${at} of the regional partners`);
  const cut = cutApart([...names, 'Short', 'Another name that is far too long for its place'], 120, 12);
  expect(new Set(cut).size).toBe(5);
  for (const [at, text] of cut.slice(0, 3).entries()) {
    expect(text).toContain(`${at}`);
    expect(text).toMatch(/^….+…$/);
    expect(textWidth(text, 12)).toBeLessThanOrEqual(120);
  }
  expect(cut.slice(3)).toEqual(['Short', cutMiddle('Another name that is far too long for its place', 120, 12)]);
  expect(cutApart([names[0] ?? '', names[0] ?? ''], 120, 12)[0]).toBe(cutMiddle(names[0] ?? '', 120, 12));
  expect(cutApart(['x'.repeat(5000), `${'x'.repeat(5000)}y`], 1, 12)).toHaveLength(2);
});
