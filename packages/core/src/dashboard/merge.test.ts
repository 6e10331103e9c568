import { placeMissingCharts } from '../layout/charts.ts';
import { createComponent, deleteComponent, moveComponent } from '../layout/drop.ts';
import { resizeComponent, updateMeta } from '../layout/resize.ts';
import {
  emptyLayout,
  GRID_ID,
  ROOT_ID,
  type ComponentType,
  type Layout,
  type LayoutChange,
  type Place,
} from '../layout/types.ts';
import { expect, test } from 'vitest';
import { countedIds, documentOf } from './fixtures.ts';
import { merge, type MergeChoice } from './merge.ts';
import { mergeLayouts } from './merge-layout.ts';

const newId = countedIds();
/** Charts 1, 2 and 3 in the first row, 4 in the second. */
const base = placeMissingCharts(
  emptyLayout,
  [1, 2, 3, 4].map((id) => ({ id, name: `Chart ${id}` })),
  newId,
);
const idOf = (layout: Layout, chartId: number) =>
  Object.values(layout).find(({ meta }) => meta.chartId === chartId)?.id ?? '';
const chart = (chartId: number) => idOf(base, chartId);
const rowOf = (at: number) => base[GRID_ID]?.children[at] ?? '';
const rows = (layout: Layout) =>
  (layout[GRID_ID]?.children ?? []).map((row) =>
    layout[row]?.children.map((id) => layout[id]?.meta.chartId ?? layout[id]?.type),
  );

function made(change: LayoutChange): Layout {
  if (!change.ok) throw new Error(change.reason);
  return change.layout;
}
const add = (layout: Layout, type: ComponentType, place: Place, meta = {}) =>
  made(createComponent(layout, type, meta, place, newId));
const move = (layout: Layout, id: string, place: Place) => made(moveComponent(layout, id, place, newId));

/** Who is called mine makes no difference where the two go together. */
function bothWays(one: Layout, other: Layout): Layout {
  const [forth, back] = [mergeLayouts(base, one, other), mergeLayouts(base, other, one)];
  expect([forth.clashes, back.clashes, forth.isSound, back.isSound]).toEqual([[], [], true, true]);
  expect(rows(back.layout)).toEqual(rows(forth.layout));
  return forth.layout;
}

test('two who change different charts, or different properties of one, both have their way', () => {
  const merged = bothWays(
    resizeComponent(base, chart(4), { width: 6 }),
    resizeComponent(base, chart(1), { height: 60 }),
  );
  expect([merged[chart(4)]?.meta.width, merged[chart(1)]?.meta.height]).toEqual([6, 60]);
  const one = bothWays(
    resizeComponent(base, chart(4), { width: 6 }),
    updateMeta(base, chart(4), { sliceNameOverride: 'Delays' }),
  );
  expect(one[chart(4)]?.meta).toMatchObject({ width: 6, sliceNameOverride: 'Delays' });
});

test('what one adds, moves and removes goes together with what the other adds, moves and removes', () => {
  const oneRow = { parentId: rowOf(1), index: 1 };
  const moved = move(base, chart(3), oneRow);
  expect(rows(bothWays(moved, add(base, 'HEADER', { parentId: GRID_ID, index: 0 })))).toEqual([[], [1, 2], [4, 3]]);
  expect(rows(bothWays(moved, deleteComponent(base, chart(1))))).toEqual([[2], [4, 3]]);
  expect(rows(bothWays(deleteComponent(base, chart(1)), deleteComponent(base, chart(2))))).toEqual([[3], [4]]);
  expect(
    rows(bothWays(move(base, chart(1), { parentId: rowOf(0), index: 3 }), deleteComponent(base, chart(2)))),
  ).toEqual([[3, 1], [4]]);
});

test('a row that both empty together goes; one into which the other put something stays', () => {
  const first = deleteComponent(deleteComponent(base, chart(1)), chart(2));
  expect(rows(bothWays(first, deleteComponent(base, chart(3))))).toEqual([[4]]);
  expect(
    rows(bothWays(deleteComponent(base, chart(4)), add(base, 'MARKDOWN', { parentId: rowOf(1), index: 1 }))),
  ).toEqual([[1, 2, 3], ['MARKDOWN']]);
});

test('a chart that both added stands there once', () => {
  const mine = add(base, 'CHART', { parentId: rowOf(1), index: 1 }, { chartId: 9 });
  const theirs = add(base, 'CHART', { parentId: GRID_ID, index: 2 }, { chartId: 9 });
  expect(rows(mergeLayouts(base, mine, theirs).layout)).toEqual([[1, 2, 3], [4], [9]]);
});

test.each([
  {
    case: 'the same width',
    mine: resizeComponent(base, chart(4), { width: 6 }),
    theirs: resizeComponent(base, chart(4), { width: 8 }),
    clash: { id: chart(4), property: 'width' },
  },
  {
    case: 'two places for one chart',
    mine: move(base, chart(3), { parentId: rowOf(1), index: 0 }),
    theirs: move(base, chart(3), { parentId: GRID_ID, index: 0 }),
    clash: { id: chart(3), property: 'place' },
  },
  {
    case: 'a chart that one removes and the other changes',
    mine: deleteComponent(base, chart(4)),
    theirs: resizeComponent(base, chart(4), { width: 8 }),
    clash: { id: chart(4), property: 'removed' },
  },
  {
    case: 'two orders of one row',
    mine: move(base, chart(1), { parentId: rowOf(0), index: 3 }),
    theirs: move(base, chart(3), { parentId: rowOf(0), index: 0 }),
    clash: { id: rowOf(0), property: 'order' },
  },
])('asks about $case, and keeps mine there', ({ mine, theirs, clash }) => {
  const merged = mergeLayouts(base, mine, theirs);
  expect(merged.clashes).toEqual([clash]);
  expect(rows(merged.layout)).toEqual(rows(mine));
  expect(mergeLayouts(base, theirs, mine).clashes).toEqual([clash]);
});

test('the same change by both is no clash', () => {
  const same = resizeComponent(base, chart(4), { width: 8 });
  expect(mergeLayouts(base, same, { ...same })).toMatchObject({ clashes: [], isSound: true });
});

test('a row that only the two together overfill is a clash, and mine stays whole', () => {
  const mine = resizeComponent(base, chart(4), { width: 8 });
  const theirs = resizeComponent(add(base, 'MARKDOWN', { parentId: rowOf(1), index: 1 }), chart(4), { width: 4 });
  const merged = mergeLayouts(base, mine, add(theirs, 'MARKDOWN', { parentId: rowOf(1), index: 2 }));
  expect(merged).toMatchObject({ isSound: false, layout: mine });
  expect(merged.clashes.length).toBeGreaterThan(0);
});

test('tabs around everything and a new row in the grid do not fit: it is asked', () => {
  const tabs = add(base, 'TABS', { parentId: ROOT_ID, index: 0 });
  const row = add(base, 'ROW', { parentId: GRID_ID, index: 2 });
  expect(mergeLayouts(base, tabs, row).isSound).toBe(false);
  expect(mergeLayouts(base, row, tabs).isSound).toBe(false);
});

test("names of charts that the product brought up to date are nobody's change", () => {
  const mine = updateMeta(base, chart(1), { sliceName: 'New name' });
  const theirs = updateMeta(base, chart(1), { sliceName: 'Older name' });
  expect(mergeLayouts(base, mine, theirs).clashes).toEqual([]);
});

test('title, properties, settings and layout merge each for itself, and what both changed is reported in words', () => {
  const began = documentOf({ title: 'Flights', layout: base, settings: { color_scheme: 'a', filters: [{ id: '1' }] } });
  const mine = {
    ...began,
    title: 'Mine',
    properties: { ...began.properties, description: 'My words' },
    layout: resizeComponent(base, chart(4), { width: 6 }),
  };
  const theirs = {
    ...began,
    properties: { ...began.properties, certifiedBy: 'Ada' },
    settings: { filters: [{ id: '2' }], color_scheme: 'a', map_label_colors: { x: '#000' } },
  };
  const merged = merge(began, mine, theirs);
  expect(merged.clashes).toEqual([]);
  expect(merged.document).toMatchObject({
    title: 'Mine',
    properties: { description: 'My words', certifiedBy: 'Ada' },
    settings: { color_scheme: 'a', filters: [{ id: '2' }], map_label_colors: { x: '#000' } },
  });
  expect(merged.document.layout[chart(4)]?.meta.width).toBe(6);
  const clashing = {
    ...theirs,
    title: 'Theirs',
    properties: { ...theirs.properties, description: 'Their words' },
    layout: resizeComponent(base, chart(4), { width: 8 }),
  };
  const asked = merge(began, mine, clashing).clashes;
  expect(asked.map(({ words, mine: here, theirs: there }) => [words, here, there])).toEqual([
    ['Title', 'Mine', 'Theirs'],
    ['Description', 'My words', 'Their words'],
    ['Chart "Chart 4": size', '6 columns wide', '8 columns wide'],
  ]);
});

test('filters that two users add or change merge by their ids, and colours by their names', () => {
  const native = (...filters: readonly object[]) => ({ native_filter_configuration: filters });
  const [a, b, c] = [
    { id: 'a', name: 'A' },
    { id: 'b', name: 'B' },
    { id: 'c', name: 'C' },
  ];
  const began = documentOf({ settings: { ...native(a), label_colors: { x: '#111' } } });
  const mine = { ...began, settings: { ...native(a, b), label_colors: { x: '#111', y: '#222' } } };
  const theirs = { ...began, settings: { ...native({ ...a, name: 'A2' }, c), label_colors: { x: '#333' } } };
  expect(merge(began, mine, theirs)).toMatchObject({
    clashes: [],
    document: { settings: { ...native({ ...a, name: 'A2' }, b, c), label_colors: { x: '#333', y: '#222' } } },
  });
  const clash = merge(began, { ...began, settings: native({ ...a, name: 'A1' }) }, theirs);
  expect(clash.clashes.map(({ words, canBoth }) => [words, canBoth])).toContainEqual(['Filter "A1"', true]);
  expect(clash.document.settings['native_filter_configuration']).toEqual([{ ...a, name: 'A1' }, c]);
});

test('what both changed is as it was chosen: mine, theirs, or both', () => {
  const text = (layout: Layout, code: string) => updateMeta(layout, note, { code });
  const withNote = add(base, 'MARKDOWN', { parentId: GRID_ID, index: 0 }, { code: 'Began' });
  const note = Object.values(withNote).find(({ type }) => type === 'MARKDOWN')?.id ?? '';
  const filters = (name: string) => ({ native_filter_configuration: [{ id: 'f', name }] });
  const began = documentOf({ title: 'Began', layout: withNote, settings: filters('Began') });
  const made = (word: string, layout: Layout) => ({
    ...began,
    title: word,
    properties: { ...began.properties, css: `/* ${word} */` },
    layout: resizeComponent(text(layout, word), chart(4), { width: word === 'Mine' ? 6 : 8 }),
    settings: filters(word),
  });
  const [mine, theirs] = [made('Mine', withNote), made('Theirs', deleteComponent(withNote, chart(1)))];
  const keys = merge(began, mine, theirs).clashes.map(({ key }) => key);
  const components = [chart(4), note].map((id) => `component ${id}`);
  expect(new Set(keys)).toEqual(
    new Set(['title', 'property css', 'setting native_filter_configuration f', ...components]),
  );
  const numbered = (count = 0) => {
    return (kind: string) => `${kind}-x${(count += 1)}`;
  };
  const chosen = (choice: MergeChoice) =>
    merge(began, mine, theirs, { choices: new Map(keys.map((key) => [key, choice])), newId: numbered() }).document;
  const notes = ({ layout }: { readonly layout: Layout }) =>
    (layout[GRID_ID]?.children ?? [])
      .flatMap((row) => layout[row]?.children ?? [])
      .flatMap((id) => layout[id]?.meta.code ?? []);
  expect(chosen('mine')).toMatchObject({ title: 'Mine', properties: { css: '/* Mine */' }, settings: filters('Mine') });
  expect(chosen('theirs')).toMatchObject({ ...theirs, layout: expect.anything() as unknown });
  expect([chosen('mine'), chosen('theirs')].map(({ layout }) => layout[chart(4)]?.meta.width)).toEqual([6, 8]);
  expect([notes(chosen('mine')), notes(chosen('theirs')), notes(chosen('both'))]).toEqual([
    ['Mine'],
    ['Theirs'],
    ['Mine', 'Theirs'],
  ]);
  expect(chosen('both').settings).toEqual({
    native_filter_configuration: [
      { id: 'f', name: 'Mine' },
      { id: expect.stringContaining('NATIVE_FILTER-x') as unknown, name: 'Theirs (theirs)' },
    ],
  });
  expect(idOf(chosen('mine').layout, 1)).toBe('');
});

test('a chart that one removed and the other changed is removed or stays, as it was chosen', () => {
  const gone = deleteComponent(base, chart(4));
  const wide = resizeComponent(base, chart(4), { width: 8 });
  const stays = (mine: Layout, theirs: Layout, winner: 'mine' | 'theirs') =>
    Object.hasOwn(mergeLayouts(base, mine, theirs, () => winner).layout, chart(4));
  expect([stays(gone, wide, 'mine'), stays(gone, wide, 'theirs')]).toEqual([false, true]);
  expect([stays(wide, gone, 'mine'), stays(wide, gone, 'theirs')]).toEqual([true, false]);
});

test('two arrangements that do not fit are one of the two', () => {
  const tabs = add(base, 'TABS', { parentId: ROOT_ID, index: 0 });
  const row = add(base, 'ROW', { parentId: GRID_ID, index: 2 });
  expect(mergeLayouts(base, tabs, row, () => 'theirs').layout).toBe(row);
  expect(mergeLayouts(base, tabs, row).layout).toBe(tabs);
});
