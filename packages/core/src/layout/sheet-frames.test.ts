import { expect, test } from 'vitest';
import { sheetFrames, stageOf } from './sheet-frames.ts';
import { readLayout } from './stored.ts';

const component = (id: string, type: string, meta: object, children: readonly string[] = []) => ({
  [id]: { id, type, meta, children },
});
const layout = readLayout(
  JSON.stringify({
    ...component('ROOT_ID', 'ROOT', {}, ['TABS-1']),
    ...component('TABS-1', 'TABS', {}, ['TAB-1', 'TAB-2']),
    ...component('TAB-1', 'TAB', { text: 'One' }, ['HEADER-1', 'ROW-1']),
    ...component('TAB-2', 'TAB', { text: 'Two' }, ['ROW-2']),
    ...component('HEADER-1', 'HEADER', { text: 'Sales', headerSize: 'SMALL_HEADER' }),
    ...component('ROW-1', 'ROW', { background: 'BACKGROUND_WHITE' }, ['CHART-1', 'MARKDOWN-1', 'CHART-2']),
    ...component('ROW-2', 'ROW', {}, ['CHART-3']),
    ...component('CHART-1', 'CHART', { chartId: 1, width: 6, height: 25, sliceNameOverride: 'Mine' }),
    ...component('CHART-2', 'CHART', { chartId: 2, width: 4, height: 50 }),
    ...component('MARKDOWN-1', 'MARKDOWN', { code: '# Hi', width: 2, height: 30 }),
    ...component('CHART-3', 'CHART', { chartId: 3, width: 12, height: 25 }),
  }),
);

test('components stand in their columns below each other, on the ground that is theirs', () => {
  const { frames, height } = sheetFrames(layout, 1234);
  const box = (kind: string) => frames.find((frame) => frame.kind === kind);
  expect(frames.map(({ kind }) => kind)).toEqual(['tabs', 'heading', 'ground', 'chart', 'markdown', 'chart']);
  expect(box('heading')).toMatchObject({ text: 'Sales', y: 53, height: 21 });
  // 53 + 21 + a gap; inside the ground 1200 are left, of which a column takes a twelfth.
  expect(box('ground')).toMatchObject({ x: 0, y: 90, width: 1234, height: 434 });
  expect(box('chart')).toMatchObject({ chartId: 1, name: 'Mine', x: 17, y: 107, width: 592, height: 200 });
  expect(box('markdown')).toMatchObject({ x: 17 + 608, y: 107, height: 240 });
  expect(height).toBe(90 + 434);
});

test('the open tab is the one that is named, else the first; the others are not drawn', () => {
  const { frames, height } = sheetFrames(layout, 1234, ['TAB-2', 'TAB-gone']);
  expect(frames).toMatchObject([
    { kind: 'tabs', names: ['One', 'Two'], open: 1 },
    { kind: 'chart', chartId: 3, y: 53, width: 1234 },
  ]);
  expect(height).toBe(253);
});

test('the picture of a chart stands below its head, inside border and padding', () => {
  expect(stageOf({ x: 10, y: 20, width: 448.4, height: 400 })).toEqual({ x: 23, y: 61, width: 422, height: 346 });
});
