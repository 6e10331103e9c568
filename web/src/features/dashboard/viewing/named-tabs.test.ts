import { GRID_ID, ROOT_ID, type Layout, type LayoutComponent } from '@tessera/core/layout/types';
import { expect, test } from 'vitest';
import { namesOfTabs, tabsNamed, tabsTowards } from './named-tabs.ts';

const part = (id: string, children: readonly string[], parents: readonly string[]): LayoutComponent => ({
  id,
  type: id.startsWith('TABS') ? 'TABS' : id.startsWith('TAB') ? 'TAB' : id === GRID_ID ? 'GRID' : 'ROOT',
  children,
  parents,
  meta: {},
});

/** Tabs 1 and 2 of the page; in each of them a set of two. */
const layout: Layout = Object.fromEntries(
  [
    part(ROOT_ID, ['TABS-page'], []),
    part(GRID_ID, [], [ROOT_ID]),
    part('TABS-page', ['TAB-1', 'TAB-2'], [ROOT_ID]),
    ...['1', '2'].flatMap((outer) => [
      part(`TAB-${outer}`, [`TABS-${outer}`], [ROOT_ID, 'TABS-page']),
      part(`TABS-${outer}`, [`TAB-${outer}a`, `TAB-${outer}b`], [ROOT_ID, 'TABS-page', `TAB-${outer}`]),
      ...['a', 'b'].map((inner) =>
        part(`TAB-${outer}${inner}`, [], [ROOT_ID, 'TABS-page', `TAB-${outer}`, `TABS-${outer}`]),
      ),
    ]),
  ].map((component) => [component.id, component]),
);

test('the tabs around a component lead to it', () => {
  expect(tabsTowards(layout, 'TAB-2b')).toEqual({ 'TABS-page': 'TAB-2', 'TABS-2': 'TAB-2b' });
});

test('a named tab opens with what is around it, but where another tab of that set is named, in whatever order', () => {
  expect(tabsNamed(layout, ['TAB-2b'])).toEqual({ 'TABS-page': 'TAB-2', 'TABS-2': 'TAB-2b' });
  const closed = { 'TABS-page': 'TAB-2', 'TABS-1': 'TAB-1b' };
  expect(tabsNamed(layout, ['TAB-2', 'TAB-1b'])).toEqual(closed);
  expect(tabsNamed(layout, ['TAB-1b', 'TAB-2'])).toEqual(closed);
  expect(tabsNamed(layout, ['TAB-gone', 'TABS-1', ''])).toEqual({});
});

test('[2.2] what is open is named so that the names open it again', () => {
  const open = [undefined, '1', '2'].flatMap((page) =>
    [undefined, '1a', '1b'].flatMap((first) =>
      [undefined, '2a', '2b'].map((second) => ({ 'TABS-page': page, 'TABS-1': first, 'TABS-2': second })),
    ),
  );
  const shown = (tabs: Readonly<Record<string, string>>) =>
    ['TABS-page', 'TABS-1', 'TABS-2'].map((set) => tabs[set] ?? layout[set]?.children[0]);
  for (const sets of open) {
    // A tab in a closed one was open at some time, and so the page knows which it has open now.
    if (sets['TABS-page'] === undefined && sets['TABS-2'] !== undefined) continue;
    const tabs = Object.fromEntries(
      Object.entries(sets).flatMap(([set, tab]) => (tab === undefined ? [] : [[set, `TAB-${tab}`]])),
    );
    expect(shown(tabsNamed(layout, namesOfTabs(layout, tabs)))).toEqual(shown(tabs));
  }
  expect(namesOfTabs(layout, { 'TABS-page': 'TAB-1', 'TABS-1': 'TAB-1a' })).toEqual([]);
  expect(namesOfTabs(layout, { 'TABS-page': 'TAB-1', 'TABS-2': 'TAB-2b' })).toEqual(['TAB-1', 'TAB-2b']);
});
