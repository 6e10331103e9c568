import { expect, test } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { recordOfState, updateOf } from './remote-tab.ts';
import {
  blank,
  createClock,
  createFakeServer,
  createHub,
  newDisk,
  openWindow,
  refusal,
  settled,
  unreachable,
} from './tabs-fixtures.ts';
import { act } from './tabs-session.ts';
import { recordOf } from './tabs-core.ts';
import { activeTab } from './tabs.ts';

async function world() {
  const [clock, remote, hub, disk] = [createClock(), createFakeServer(), createHub(), newDisk()];
  const window = await openWindow({ clock, remote, hub, disk });
  return { ...window, window, clock, remote, hub, disk };
}
const said = (part: string) =>
  `Unable to migrate ${part} state to backend. Tessera will retry later. Please contact your administrator if this ` +
  'problem persists.';
const table = (id: string, name = 'orders') => ({
  id,
  remoteId: null,
  dbId: 1,
  catalog: null,
  schema: 'main',
  name,
  kind: 'view' as const,
  queryEditorId: 'tab-1',
  expanded: true,
  dataPreviewQueryId: null,
});

test('[4.10-01] [9.0-30] a tab is pushed after 5 s, and a changed one 5 s after its last change', async () => {
  const { clock, remote, add, edit } = await world();
  add('tab-1', { sql: 'SELECT 1' });
  await clock.pass(4999);
  expect(remote.calls).toEqual([]);
  await clock.pass(1);
  expect(remote.calls).toEqual(['create Untitled Query 1']);
  edit('tab-1', { sql: 'SELECT 12' });
  await clock.pass(3000);
  edit('tab-1', { sql: 'SELECT 123' });
  await clock.pass(4999);
  expect(remote.calls).toHaveLength(1);
  await clock.pass(1);
  expect(remote.calls.at(-1)).toBe('update 1 SELECT 123');
  await clock.pass(60_000);
  expect(remote.calls).toHaveLength(2);
});

test('whoever goes on typing does not keep the server waiting for longer than half a minute', async () => {
  const { clock, remote, add, edit } = await world();
  add('tab-1', { sql: '' });
  for (let second = 0; second < 32; second += 2) {
    edit('tab-1', { sql: `SELECT ${second}` });
    await clock.pass(2000);
  }
  expect(remote.calls).toHaveLength(1);
});

test('[3.13-03] an update holds what changed, and nothing that is undefined', async () => {
  const { core, add } = await world();
  add('tab-1', { sql: 'SELECT 1', schema: 'main', queryLimit: 50, templateParams: '{"a":1}', latestQueryId: 'q' });
  const [tab] = core.view.tabs;
  expect(tab && updateOf(recordOf(core, tab))).toEqual({
    database_id: 1,
    catalog: null,
    schema: 'main',
    sql: 'SELECT 1',
    label: 'Untitled Query 1',
    query_limit: 50,
    latest_query_id: 'q',
    saved_query_id: null,
    template_params: '{"a":1}',
    hide_left_bar: false,
    autorun: false,
    extra_json: {
      version: 1,
      updatedAt: 1_000_000,
      extras: {
        rev: 'a:1',
        lineage: [],
        check: expect.any(String),
        saved: null,
        cursorPosition: { row: 0, column: 0 },
        northPercent: 30,
        southPercent: 70,
      },
    },
  });
});

test('[8.5-03] another browser learns which version of its saved query a tab knows', async () => {
  const { core, add } = await world();
  add('tab-1', { savedQueryId: 9, savedVersion: 3 });
  const [tab] = core.view.tabs;
  const { extra_json: extra } = tab ? updateOf(recordOf(core, tab)) : {};
  const known = (saved: number) =>
    recordOfState({ ...blank, saved_query: { id: saved }, extra_json: extra as typeof blank.extra_json }, null).tab;
  expect(known(9)).toMatchObject({ savedQueryId: 9, savedVersion: 3 });
  // A client that does not know of versions made it another query's.
  expect(known(8)).toMatchObject({ savedQueryId: 8, savedVersion: null });
});

test('[4.10-02] the tab on screen is activated on the server when it differs from the last one', async () => {
  const { core, clock, remote, add } = await world();
  add('tab-1');
  add('tab-2');
  await clock.pass(6000);
  // The newest is the active one without a word.
  expect(remote.calls).toEqual(['create Untitled Query 1', 'create Untitled Query 2']);
  act(core, { type: 'activate', id: 'tab-1' });
  await clock.pass(5000);
  act(core, { type: 'activate', id: 'tab-1' });
  await clock.pass(20_000);
  expect(remote.calls.slice(2)).toEqual(['activate 1']);
});

test('[4.10-03] closed tabs are deleted on the server; one that is gone there is as good', async () => {
  const { core, clock, remote, add, disk } = await world();
  ['tab-1', 'tab-2', 'tab-3'].forEach((id) => add(id));
  await clock.pass(6000);
  remote.tabs.delete(2);
  act(core, { type: 'close_others', id: 'tab-3' });
  expect(disk.page.destroyed).toEqual([1, 2]);
  await clock.pass(5000);
  expect(remote.calls.slice(3)).toEqual(['remove 1', 'remove 2']);
  expect([core.destroyed, disk.page.destroyed]).toEqual([[], []]);
});

test('[4.10-03] a tab that is opened again before the server has deleted it stays the one it was', async () => {
  const [clock, remote] = [createClock(), createFakeServer()];
  const { core, add } = await openWindow({ clock, remote });
  add('tab-1');
  add('tab-2');
  await clock.pass(5000);
  const remoteId = core.view.tabs[1]?.remoteId;
  act(core, { type: 'close', id: 'tab-2' });
  await clock.pass(1000);
  act(core, { type: 'reopen' });
  await clock.pass(10_000);
  expect([core.view.tabs[1]?.remoteId, remote.tabs.has(remoteId ?? 0)]).toEqual([remoteId, true]);
  expect(remote.calls.filter((call) => call.startsWith('remove'))).toEqual([]);
  // Once it is deleted there, it is made anew.
  act(core, { type: 'close', id: 'tab-2' });
  await clock.pass(6000);
  act(core, { type: 'reopen' });
  await clock.pass(6000);
  expect([remote.tabs.has(remoteId ?? 0), remote.tabs.has(core.view.tabs[1]?.remoteId ?? 0)]).toEqual([false, true]);
});

test('[F26] offline for ten minutes: nothing is asked or lost, and on return the server has it all', async () => {
  const { core, sync, clock, remote, add, edit, isOnline, warnings } = await world();
  add('tab-1', { sql: 'SELECT 1' });
  await clock.pass(6000);
  isOnline.value = false;
  edit('tab-1', { sql: 'SELECT 2' });
  add('tab-2', { sql: 'SELECT 3' });
  add('tab-3');
  act(core, { type: 'close', id: 'tab-3' });
  await clock.pass(600_000);
  expect(remote.calls).toHaveLength(1);
  isOnline.value = true;
  await sync.catchUp();
  expect([...remote.tabs.values()].map(({ sql }) => sql)).toEqual(['SELECT 2', 'SELECT 3']);
  expect(warnings).toEqual([]);
});

test('a server that does not answer is requested again later, without a word', async () => {
  const { clock, remote, add, warnings, logged } = await world();
  remote.state.fails = unreachable;
  add('tab-1');
  await clock.pass(20_000);
  remote.state.fails = null;
  await clock.pass(5000);
  expect(remote.tabs.size).toBe(1);
  expect([warnings, logged]).toEqual([[], []]);
});

test('[8.5-08] a tab, a table and a query that cannot be migrated are said once each, and tried again', async () => {
  const { core, clock, remote, add, warnings } = await world();
  core.localQueries = [{ tabId: 'tab-1', queryId: 'q1' }];
  remote.state.fails = refusal;
  add('tab-1');
  await clock.pass(70_000);
  expect(warnings).toEqual([said('query editor')]);
  remote.state.fails = null;
  const { migrateQuery, createTable } = remote.server;
  Object.assign(remote.server, {
    migrateQuery: () => Promise.reject(refusal),
    createTable: () => Promise.reject(refusal),
  });
  act(core, { type: 'open_table', table: table('t1') });
  await clock.pass(100_000);
  expect(warnings).toEqual([said('query editor'), said('query'), said('table schema')]);
  Object.assign(remote.server, { migrateQuery, createTable });
  await clock.pass(40_000);
  expect(remote.calls.slice(-2)).toEqual(['migrate q1 to 1', 'table orders in 1']);
  expect(core.localQueries).toEqual([]);
  expect(core.view.tables[0]?.remoteId).toBe(2);
});

test('queries that ran before their tab was on the server are moved to it', async () => {
  const { core, clock, remote, add } = await world();
  add('tab-1');
  core.localQueries = [
    { tabId: 'tab-1', queryId: 'q1' },
    { tabId: 'other', queryId: 'q2' },
  ];
  await clock.pass(5000);
  expect(remote.calls).toEqual(['create Untitled Query 1', 'migrate q1 to 1']);
  expect(core.localQueries).toEqual([{ tabId: 'other', queryId: 'q2' }]);
});

test('what ran last in a tab that the server did not have is reported once it has it', async () => {
  const { clock, remote, add, edit } = await world();
  add('tab-1', { sql: 'SELECT 1' });
  edit('tab-1', { latestQueryId: 'q1' });
  await clock.pass(5000);
  expect(remote.calls).toEqual(['create Untitled Query 1', 'update 1 SELECT 1']);
  await clock.pass(60_000);
  expect(remote.calls).toHaveLength(2);
});

test('[8.5-09] a save that the server refuses is logged and disturbs nobody', async () => {
  const { clock, remote, add, edit, warnings, logged } = await world();
  add('tab-1');
  await clock.pass(5000);
  remote.state.fails = refusal;
  edit('tab-1', { sql: 'SELECT 2' });
  await clock.pass(6000);
  expect([warnings, logged]).toEqual([[], ['An error occurred while saving your editor state.']]);
  remote.state.fails = null;
  await clock.pass(40_000);
  expect(remote.tabs.get(1)?.sql).toBe('SELECT 2');
});

test('[8.5-06] where the browser stores nothing either, the user is notified to save', async () => {
  const { clock, remote, add, edit, disk, warnings } = await world();
  add('tab-1');
  await clock.pass(5000);
  disk.isFull = true;
  remote.state.fails = refusal;
  edit('tab-1', { sql: 'SELECT 2' });
  await clock.pass(80_000);
  expect(warnings).toEqual([
    'storage',
    'An error occurred while storing your query in the backend. To avoid losing your changes, please save your ' +
      'query using the "Save Query" button.',
  ]);
});

test('[8.5-05] tabs of other browsers are fetched; one that fails is said, one that is gone is no error', async () => {
  const first = await world();
  ['tab-1', 'tab-2', 'tab-3'].forEach((id) => first.add(id, { sql: `-- ${id}` }));
  await first.clock.pass(6000);
  const { remote } = first;
  const { read } = remote.server;
  Object.assign(remote.server, {
    read: (id: number) =>
      id === 1 ? Promise.reject(refusal) : Promise.reject(new ApiError({ status: 404, message: 'gone' })),
  });
  const second = await openWindow({ remote, name: 'b' });
  await second.sync.catchUp();
  expect(second.core.view.tabs.map(({ sql }) => sql)).toEqual(['-- tab-3']);
  expect(second.warnings).toEqual(['An error occurred while fetching tab state']);
  Object.assign(remote.server, { read });
  await second.sync.catchUp();
  expect(second.core.view.tabs.map(({ id, remoteId }) => [id, remoteId])).toEqual([
    ['tab-3', 3],
    ['tab-1', 1],
    ['tab-2', 2],
  ]);
  // It was the one on screen, and what comes later does not take its place.
  expect(activeTab(second.core.view)?.id).toBe('tab-3');
});

test('[4.10-04] a browser that is new to its user begins with the tab that they left', async () => {
  const first = await world();
  ['tab-1', 'tab-2', 'tab-3'].forEach((id) => first.add(id));
  act(first.core, { type: 'activate', id: 'tab-2' });
  await first.clock.pass(6000);
  const second = await openWindow({ remote: first.remote, name: 'b' });
  await second.sync.catchUp();
  expect(second.core.view.tabs.map(({ id }) => id)).toEqual(['tab-1', 'tab-2', 'tab-3']);
  expect(activeTab(second.core.view)?.id).toBe('tab-2');
});

test('[F29] written in two browsers: the newest text is shown and pushed, the other is stored', async () => {
  const a = await world();
  a.add('tab-1', { sql: 'SELECT 1' });
  await a.clock.pass(5000);
  const other = { clock: a.clock, remote: a.remote, disk: newDisk(), name: 'b' };
  const b = await openWindow(other);
  await b.sync.catchUp();
  a.edit('tab-1', { sql: 'SELECT 1 -- a' });
  await a.clock.pass(100);
  b.edit('tab-1', { sql: 'SELECT 1 -- b' });
  // The first push wins the race, the later text the tab.
  await a.clock.pass(10_000);
  await a.sync.catchUp();
  expect([a.sql('tab-1'), b.sql('tab-1'), a.remote.tabs.get(1)?.sql]).toEqual([
    'SELECT 1 -- b',
    'SELECT 1 -- b',
    'SELECT 1 -- b',
  ]);
  expect(other.disk.versions.map(({ sql }) => sql)).toContain('SELECT 1 -- a');
  expect([...b.core.view.elsewhere]).toEqual(['tab-1']);
});

test('a change by a client of another kind is taken over, or stored beside what was written here', async () => {
  const { core, sync, clock, remote, add, edit, sql, disk } = await world();
  add('tab-1', { sql: 'SELECT 1' });
  await clock.pass(5000);
  // A script writes the text and leaves our names as they are.
  const script = (text: string) =>
    remote.tabs.set(1, {
      ...(remote.tabs.get(1) as NonNullable<ReturnType<typeof remote.tabs.get>>),
      sql: text,
      revision: (remote.tabs.get(1)?.revision ?? 0) + 1,
    });
  script('SELECT 2 -- script');
  await sync.catchUp();
  expect(sql('tab-1')).toBe('SELECT 2 -- script');
  script('SELECT 3 -- script');
  edit('tab-1', { sql: 'SELECT 2 -- mine' });
  await clock.pass(12_000);
  const texts = [sql('tab-1'), ...disk.versions.map((version) => version.sql)];
  expect(new Set(texts)).toEqual(new Set(['SELECT 2 -- mine', 'SELECT 3 -- script']));
  expect(remote.tabs.get(1)?.sql).toBe(sql('tab-1'));
  expect([...core.view.elsewhere]).toEqual(['tab-1']);
});

test('closed in another browser it is closed here, unless something is here that the server never saw', async () => {
  const { core, sync, clock, remote, add, edit, isOnline } = await world();
  add('tab-1');
  add('tab-2');
  await clock.pass(6000);
  isOnline.value = false;
  edit('tab-2', { sql: 'SELECT 2' });
  remote.tabs.clear();
  isOnline.value = true;
  await sync.catchUp();
  await settled();
  expect(core.view.tabs.map(({ id }) => id)).toEqual(['tab-2']);
  expect([...remote.tabs.values()].map(({ sql }) => sql)).toEqual(['SELECT 2']);
});

test('a query that the server has forgotten does not keep the text from it', async () => {
  const { clock, remote, add, edit } = await world();
  add('tab-1');
  await clock.pass(5000);
  remote.state.refusesQueries = true;
  edit('tab-1', { sql: 'SELECT 2', latestQueryId: 'gone' });
  await clock.pass(5000);
  expect(remote.tabs.get(1)?.sql).toBe('SELECT 2');
});

test('[3.13-05] [8.5-05] tables are opened, folded and closed on the server; a failure is said', async () => {
  const { core, clock, remote, add, warnings } = await world();
  add('tab-1');
  act(core, { type: 'open_table', table: table('t1') });
  await clock.pass(5000);
  act(core, { type: 'edit_table', id: 't1', change: { expanded: false } });
  await clock.pass(5000);
  expect(remote.calls.slice(1)).toEqual(['table orders in 1', 'collapse 2']);
  expect(remote.state.described).toMatchObject({ kind: 'view', selectStar: 'SELECT * FROM orders' });
  remote.state.fails = refusal;
  act(core, { type: 'edit_table', id: 't1', change: { expanded: true } });
  await clock.pass(5000);
  act(core, { type: 'edit_table', id: 't1', change: { expanded: false } });
  await clock.pass(5000);
  act(core, { type: 'close_tables', ids: ['t1'] });
  await clock.pass(5000);
  expect(warnings).toEqual([
    'An error occurred while expanding the table schema. Please contact your administrator.',
    'An error occurred while collapsing the table schema. Please contact your administrator.',
    'An error occurred while removing the table schema. Please contact your administrator.',
  ]);
});

test('[F30] nobody is asked to sign in every few seconds', async () => {
  const { clock, remote, add } = await world();
  remote.state.fails = new ApiError({ status: 401, message: 'Not authorized' });
  add('tab-1');
  await clock.pass(50_000);
  expect(remote.calls).toHaveLength(1);
  remote.state.fails = null;
  await clock.pass(30_000);
  expect(remote.tabs.size).toBe(1);
});
