import { expect, test } from 'vitest';
import { copyName, untitledName } from './tab-names.ts';
import { activeTab, emptyTabs, stepTabs, tabOf, type TabAction, type TabsState } from './tabs.ts';

const tab = (id: string, change = {}) => tabOf(emptyTabs, { id, maxRow: 100_000, ...change }, 0);
const after = (...actions: readonly TabAction[]) => actions.reduce(stepTabs, emptyTabs);
const add = (...ids: readonly string[]) => ids.map((id): TabAction => ({ type: 'add', tab: tab(id) }));
const ids = ({ tabs }: TabsState) => tabs.map(({ id }) => id).join('');

test('[3.13-02] [9.0-31] a new tab has the defaults of the editor', () => {
  expect(tabOf(emptyTabs, { id: 'a', maxRow: 50_000 }, 7)).toEqual({
    id: 'a',
    remoteId: null,
    name: 'Untitled Query 1',
    dbId: null,
    catalog: null,
    schema: null,
    sql: 'SELECT ...',
    selectedText: null,
    templateParams: '',
    queryLimit: null,
    maxRow: 50_000,
    autorun: false,
    latestQueryId: null,
    hideLeftBar: false,
    cursorPosition: { row: 0, column: 0 },
    northPercent: 30,
    southPercent: 70,
    savedQueryId: null,
    savedVersion: null,
    updatedAt: 7,
  });
});

test.each([
  [[], 'Untitled Query 1'],
  [['Untitled Query 1'], 'Untitled Query 2'],
  [['Untitled Query 7', 'Untitled Query 3', 'sales'], 'Untitled Query 8'],
  [['Untitled Query', 'Untitled Query x', 'My Untitled Query 9', 'Untitled Query 99999999999'], 'Untitled Query 1'],
])('[4.10-05] beside %j a tab is named %s', (names, name) => {
  expect(untitledName(names)).toBe(name);
});

test('a copy has a name of its own', () => {
  expect(copyName('sales', ['sales'])).toBe('Copy of sales');
  expect(copyName('sales', ['sales', 'Copy of sales', 'Copy of sales (2)'])).toBe('Copy of sales (3)');
});

test('a tab has no longer name than the server takes, wherever the name comes from', () => {
  const long = '😀'.repeat(300);
  const letters = (name: string | undefined) => Array.from(name ?? '').length;
  expect(letters(tab('a', { name: long }).name)).toBe(256);
  const renamed = after(...add('a'), { type: 'edit', id: 'a', change: { name: long } });
  expect(letters(activeTab(renamed)?.name)).toBe(256);
  const copies = [long, long, long].reduce<readonly string[]>((names, name) => [...names, copyName(name, names)], []);
  expect(new Set(copies).size).toBe(3);
  expect(copies.filter((name) => letters(name) > 256)).toEqual([]);
});

test('[4.10-04] closing the active tab activates the one before it, without one the last that remains', () => {
  const state = after(...add('a', 'b', 'c'), { type: 'activate', id: 'a' });
  expect(activeTab(state)?.id).toBe('a');
  const once = stepTabs(state, { type: 'close', id: 'a' });
  expect([ids(once), activeTab(once)?.id]).toEqual(['bc', 'c']);
  const forgotten = { ...once, history: [] };
  expect(activeTab(stepTabs(forgotten, { type: 'close', id: 'b' }))?.id).toBe('c');
  // One in the background leaves the active tab alone.
  expect(activeTab(stepTabs(state, { type: 'close', id: 'c' }))?.id).toBe('a');
  expect(activeTab(after(...add('a'), { type: 'close', id: 'a' }))).toBeNull();
});

test('a closed tab is opened again with its text: the last one, or any; the server lacks it then', () => {
  const state = after(
    ...add('a', 'b', 'c'),
    { type: 'edit', id: 'a', change: { sql: 'SELECT 1', remoteId: 5, autorun: true } },
    { type: 'close', id: 'a' },
    { type: 'close', id: 'b' },
  );
  expect(ids(stepTabs(state, { type: 'reopen' }))).toBe('cb');
  const again = stepTabs(state, { type: 'reopen', id: 'a' });
  expect(activeTab(again)).toMatchObject({ id: 'a', sql: 'SELECT 1', remoteId: null, autorun: false });
  expect(again.closed.map(({ id }) => id)).toEqual(['b']);
  const nothingClosed = after(...add('a'));
  expect(stepTabs(nothingClosed, { type: 'reopen' })).toBe(nothingClosed);
});

test('closing the others leaves one, which is active', () => {
  const state = after(...add('a', 'b', 'c'), { type: 'close_others', id: 'b' });
  expect([ids(state), activeTab(state)?.id, state.closed.length]).toEqual(['b', 'b', 2]);
});

test('tabs move within their row', () => {
  const state = after(...add('a', 'b', 'c'));
  expect(ids(stepTabs(state, { type: 'move', id: 'a', to: 2 }))).toBe('bca');
  expect(ids(stepTabs(state, { type: 'move', id: 'c', to: -5 }))).toBe('cab');
  expect(stepTabs(state, { type: 'move', id: 'c', to: 9 })).toBe(state);
  expect(ids(stepTabs(state, { type: 'order', ids: ['c', 'b'] }))).toBe('cba');
});

test('a copy stands beside its tab, and what changes nothing is no change', () => {
  const state = after(...add('a', 'b'), { type: 'add', tab: tab('x'), after: 'a' });
  expect(ids(state)).toBe('axb');
  expect(stepTabs(state, { type: 'edit', id: 'a', change: { sql: 'SELECT ...' } })).toBe(state);
  expect(stepTabs(state, { type: 'edit', id: 'gone', change: { sql: '' } })).toBe(state);
});

test('[3.13-05] tables are open in a tab, the newest first, each once, and go with it', () => {
  const table = (id: string, name: string) => ({
    id,
    remoteId: null,
    dbId: 1,
    catalog: null,
    schema: 'main',
    name,
    kind: 'table' as const,
    queryEditorId: 'a',
    expanded: true,
    dataPreviewQueryId: null,
  });
  const state = after(
    ...add('a', 'b'),
    { type: 'open_table', table: table('1', 'orders') },
    { type: 'edit_table', id: '1', change: { expanded: false } },
    { type: 'open_table', table: table('2', 'people') },
    { type: 'open_table', table: table('3', 'orders') },
  );
  expect(state.tables.map(({ id, expanded }) => [id, expanded])).toEqual([
    ['1', true],
    ['2', true],
  ]);
  expect(stepTabs(state, { type: 'close_tables', ids: ['1'] }).tables).toHaveLength(1);
  expect(stepTabs(state, { type: 'close', id: 'a' }).tables).toEqual([]);
});

test('however many tabs are closed at one press, all can be opened again', () => {
  const names = Array.from({ length: 60 }, (_, index) => `tab-${index}`);
  const closed = after(...add(...names), { type: 'close_others', id: 'tab-59' });
  const opened = names.reduce((state) => stepTabs(state, { type: 'reopen' }), closed);
  expect(new Set(opened.tabs.map(({ id }) => id))).toEqual(new Set(names));
});
