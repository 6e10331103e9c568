import { expect, test } from 'vitest';
import { clipText, copyComponents, deleteComponents, isEmptyClip, pasteComponents, readClip } from './clip.ts';
import { settle } from './tree.ts';
import { emptyLayout, GRID_ID, newComponent, ROOT_ID, type Layout, type LayoutComponent } from './types.ts';

let count = 0;
const newId = (type: string) => `${type}-new${(count += 1)}`;

/** A row of two charts, six columns wide each, and a column with a text below it. */
function page(): Layout {
  const of = (...components: readonly LayoutComponent[]) =>
    Object.fromEntries(components.map((component) => [component.id, component]));
  return settle({
    ...emptyLayout,
    ...of(
      { ...newComponent('GRID', GRID_ID), children: ['ROW-1', 'ROW-2'] },
      newComponent('ROW', 'ROW-1', {}, ['CHART-1', 'CHART-2']),
      newComponent('CHART', 'CHART-1', { chartId: 1, width: 6 }),
      newComponent('CHART', 'CHART-2', { chartId: 2, width: 6 }),
      newComponent('ROW', 'ROW-2', {}, ['COLUMN-1']),
      newComponent('COLUMN', 'COLUMN-1', { width: 4 }, ['MARKDOWN-1']),
      newComponent('MARKDOWN', 'MARKDOWN-1', { code: 'Text', width: 4 }),
    ),
  });
}
const childrenOf = (layout: Layout, id: string) => layout[id]?.children ?? [];

test('a copy goes into a row below where its own row is full, under an id of its own', () => {
  const layout = page();
  const pasted = pasteComponents(layout, copyComponents(layout, new Set(['CHART-1'])), 'CHART-1', newId);
  const [id = ''] = pasted?.ids ?? [];
  expect(pasted?.layout[id]?.meta).toEqual(layout['CHART-1']?.meta);
  expect(childrenOf(pasted?.layout ?? {}, 'ROW-1')).toEqual(['CHART-1', 'CHART-2']);
  expect(childrenOf(pasted?.layout ?? {}, GRID_ID)).toHaveLength(3);
  expect(pasted?.layout[id]?.parents.at(-1)).toBe(childrenOf(pasted?.layout ?? {}, GRID_ID)[1]);
});

test('a copy stands beside what it was copied from where there is room, with all that is below it', () => {
  const layout = page();
  const pasted = pasteComponents(
    layout,
    copyComponents(layout, new Set(['COLUMN-1', 'MARKDOWN-1'])),
    'COLUMN-1',
    newId,
  );
  const [id = ''] = pasted?.ids ?? [];
  expect(pasted?.ids).toHaveLength(1);
  expect(childrenOf(pasted?.layout ?? {}, 'ROW-2')).toEqual(['COLUMN-1', id]);
  const [text = ''] = childrenOf(pasted?.layout ?? {}, id);
  expect(pasted?.layout[text]?.meta).toEqual(layout['MARKDOWN-1']?.meta);
  expect(text).not.toBe('MARKDOWN-1');
});

test('a clip goes through text to another dashboard; a text that is none is none', () => {
  const layout = page();
  const clip = copyComponents(layout, new Set(['ROW-1', 'MARKDOWN-1']));
  const read = readClip(clipText(clip));
  expect(read).toEqual(clip);
  const pasted = pasteComponents(emptyLayout, read ?? {}, null, newId);
  expect(childrenOf(pasted?.layout ?? {}, GRID_ID)).toHaveLength(2);
  for (const text of ['', 'x', '{}', '{"type":"tessera/components"}', '{"type":"tessera/components","layout":7}'])
    expect(readClip(text)).toBeNull();
});

test('what there is one of is not copied, and a delete of several leaves no empty row', () => {
  const layout = page();
  expect(isEmptyClip(copyComponents(layout, new Set([GRID_ID, 'ROOT_ID'])))).toBe(true);
  expect(childrenOf(deleteComponents(layout, new Set(['CHART-1', 'CHART-2'])), GRID_ID)).toEqual(['ROW-2']);
  expect(deleteComponents(layout, new Set(['gone', GRID_ID]))).toEqual(layout);
});

test('what has no place beside it goes to the end of the tab that is open', () => {
  const tabbed = settle({
    ...emptyLayout,
    ...Object.fromEntries(
      [
        newComponent('TABS', 'TABS-1', {}, ['TAB-1', 'TAB-2']),
        newComponent('TAB', 'TAB-1', {}),
        newComponent('TAB', 'TAB-2', {}),
      ].map((one) => [one.id, one]),
    ),
    [ROOT_ID]: newComponent('ROOT', ROOT_ID, {}, ['TABS-1']),
  });
  const clip = copyComponents(page(), new Set(['ROW-1']));
  const places = (home?: string) => {
    const pasted = pasteComponents(tabbed, clip, null, newId, undefined, home);
    return ['TAB-1', 'TAB-2'].map((tab) => childrenOf(pasted?.layout ?? {}, tab).length);
  };
  expect([places(), places('TAB-2')]).toEqual([
    [1, 0],
    [0, 1],
  ]);
});
