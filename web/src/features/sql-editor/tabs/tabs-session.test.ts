import { runs } from '@tessera/core/fixtures/runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClock, createFakeServer, createHub, newDisk, openWindow } from './tabs-fixtures.ts';
import { act, flush, onReturn, rememberText } from './tabs-session.ts';
import { activeTab } from './tabs.ts';

const shown = async (disk: ReturnType<typeof newDisk>) => {
  const window = await openWindow({ disk, name: 'later' });
  return window.core.view;
};

test('[F27] every letter is on the disk when the next one is typed; a page that is killed loses none', async () => {
  const disk = newDisk();
  const window = await openWindow({ disk });
  window.add('tab-1', { sql: '' });
  for (const sql of ['S', 'SE', 'SEL', 'SELECT', 'SELEC', 'SELECT 1'])
    window.edit('tab-1', { sql, cursorPosition: { row: 0, column: sql.length } });
  window.edit('tab-1', { name: 'ones' });
  const view = await shown(disk);
  expect(view.tabs).toEqual([{ ...window.core.view.tabs[0], cursorPosition: { row: 0, column: 0 } }]);
  // A letter costs a letter, whatever is around it.
  expect(disk.entries.map(({ text }) => text)[1]).toEqual({ at: 1, removed: 0, added: 'E' });
  // Where the cursor was comes with the end of the page.
  flush(window.core);
  expect((await shown(disk)).tabs[0]?.cursorPosition).toEqual({ row: 0, column: 8 });
});

test('tabs come back in their order, with the active one, those that were closed and the open tables', async () => {
  const disk = newDisk();
  const { core, add, edit } = await openWindow({ disk });
  ['tab-1', 'tab-2', 'tab-3'].forEach((id) => add(id));
  edit('tab-2', { sql: 'SELECT 2' });
  act(core, { type: 'move', id: 'tab-3', to: 0 });
  act(core, { type: 'close', id: 'tab-2' });
  act(core, { type: 'activate', id: 'tab-1' });
  const view = await shown(disk);
  expect(view.tabs.map(({ id }) => id)).toEqual(['tab-3', 'tab-1']);
  expect([activeTab(view)?.id, view.closed.map(({ sql }) => sql)]).toEqual(['tab-1', ['SELECT 2']]);
});

test('[F29] what one window writes is in the other at once', async () => {
  const [disk, hub] = [newDisk(), createHub()];
  const a = await openWindow({ disk, hub, name: 'a' });
  a.add('tab-1', { sql: 'SELECT 1' });
  const b = await openWindow({ disk, hub, name: 'b' });
  a.edit('tab-1', { sql: 'SELECT 12' });
  a.edit('tab-1', { sql: 'SELECT 123' });
  hub.deliver();
  expect(b.sql('tab-1')).toBe('SELECT 123');
  b.edit('tab-1', { sql: 'SELECT 123, 4' });
  b.add('tab-2');
  hub.deliver();
  expect([a.sql('tab-1'), a.core.view.tabs.length]).toEqual(['SELECT 123, 4', 2]);
  expect([...a.core.view.elsewhere, ...b.core.view.elsewhere]).toEqual([]);
  act(a.core, { type: 'close', id: 'tab-2' });
  hub.deliver();
  expect(b.core.view.tabs.map(({ id }) => id)).toEqual(['tab-1']);
  expect((await shown(disk)).tabs.map(({ sql }) => sql)).toEqual(['SELECT 123, 4']);
});

test('[F29] typed in both at once: the later is shown in both with a notice, and both texts are stored', async () => {
  const [disk, hub, clock] = [newDisk(), createHub(), createClock()];
  const a = await openWindow({ disk, hub, clock, name: 'a' });
  a.add('tab-1', { sql: 'SELECT 1' });
  const b = await openWindow({ disk, hub, clock, name: 'b' });
  hub.deliver();
  a.edit('tab-1', { sql: 'SELECT 1 -- from a' });
  await clock.pass(10);
  b.edit('tab-1', { sql: 'SELECT 1 -- from b' });
  hub.deliver();
  await clock.pass(2000);
  expect([a.sql('tab-1'), b.sql('tab-1')]).toEqual(['SELECT 1 -- from b', 'SELECT 1 -- from b']);
  expect([[...a.core.view.elsewhere], [...b.core.view.elsewhere]]).toEqual([['tab-1'], ['tab-1']]);
  const versions = await a.core.storage.versions('tab-1');
  expect(new Set(versions.map(({ sql }) => sql))).toEqual(new Set(['SELECT 1 -- from a']));
  // They go on together.
  a.edit('tab-1', { sql: 'SELECT 1 -- from both' });
  hub.deliver();
  expect(b.sql('tab-1')).toBe('SELECT 1 -- from both');
});

test('[F29] two who go on typing go on with their own texts; at a pause one is shown and one stored', async () => {
  const [disk, hub, clock] = [newDisk(), createHub(), createClock()];
  const a = await openWindow({ disk, hub, clock, name: 'a' });
  a.add('tab-1', { sql: '' });
  const b = await openWindow({ disk, hub, clock, name: 'b' });
  hub.deliver();
  for (let letter = 1; letter <= 20; letter += 1) {
    a.edit('tab-1', { sql: 'SELECT aaaaaaaaaaaaaaaa'.slice(0, letter) });
    await clock.pass(40);
    if (letter <= 19) b.edit('tab-1', { sql: 'SELECT bbbbbbbbbbbbbbbb'.slice(0, letter) });
    hub.deliver();
    await clock.pass(40);
  }
  expect([a.sql('tab-1'), b.sql('tab-1')]).toEqual(['SELECT aaaaaaaaaaaaa', 'SELECT bbbbbbbbbbbb']);
  await clock.pass(2000);
  hub.deliver();
  expect([a.sql('tab-1'), b.sql('tab-1')]).toEqual(['SELECT aaaaaaaaaaaaa', 'SELECT aaaaaaaaaaaaa']);
  expect(b.core.view.elsewhere).toEqual(new Set(['tab-1']));
  const texts = new Set(disk.versions.filter(({ why }) => why === 'elsewhere').map(({ sql }) => sql));
  expect(texts).toEqual(new Set(['SELECT bbbbbbbbbbbb']));
});

test('[F29] a tab that another window closes while somebody types in it stays, and is open again there', async () => {
  const [disk, hub, clock, remote] = [newDisk(), createHub(), createClock(), createFakeServer()];
  const a = await openWindow({ disk, hub, clock, remote, name: 'a' });
  a.add('tab-1');
  a.add('tab-2', { sql: 'SELECT 2' });
  const b = await openWindow({ disk, hub, clock, remote, name: 'b' });
  hub.deliver();
  await clock.pass(5000);
  hub.deliver();
  a.edit('tab-2', { sql: 'SELECT 2, 3' });
  act(b.core, { type: 'close', id: 'tab-2' });
  hub.deliver();
  a.edit('tab-2', { sql: 'SELECT 2, 3, 4' });
  hub.deliver();
  await clock.pass(40_000);
  hub.deliver();
  expect([a.sql('tab-2'), b.sql('tab-2'), a.core.view.closedElsewhere]).toEqual([
    'SELECT 2, 3, 4',
    'SELECT 2, 3, 4',
    null,
  ]);
  expect([...remote.tabs.values()].map(({ sql }) => sql)).toContain('SELECT 2, 3, 4');
  expect((await shown(disk)).tabs.map(({ sql }) => sql)).toContain('SELECT 2, 3, 4');
});

test('[F29] whose tab was closed in another window is shown that, until they go on', async () => {
  const [disk, hub, clock] = [newDisk(), createHub(), createClock()];
  const a = await openWindow({ disk, hub, clock, name: 'a' });
  ['tab-1', 'tab-2', 'tab-3'].forEach((id) => a.add(id));
  const b = await openWindow({ disk, hub, clock, name: 'b' });
  hub.deliver();
  await clock.pass(5000);
  act(b.core, { type: 'close', id: 'tab-2' });
  hub.deliver();
  expect(a.core.view.closedElsewhere).toBeNull();
  act(b.core, { type: 'close_others', id: 'tab-1' });
  hub.deliver();
  expect([a.core.view.closedElsewhere?.id, activeTab(a.core.view)?.id]).toEqual(['tab-3', 'tab-1']);
  act(a.core, { type: 'reopen', id: 'tab-3' });
  hub.deliver();
  expect([a.core.view.closedElsewhere, b.core.view.tabs.map(({ id }) => id)]).toEqual([null, ['tab-1', 'tab-3']]);
});

test('[F29] random typing in three windows that hear each other late: all end alike, and no text is lost', async () => {
  const step = fc.record({ window: fc.nat(2), hears: fc.boolean(), ms: fc.oneof(fc.nat(3), fc.nat(4000)) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const [disk, hub, clock] = [newDisk(), createHub(), createClock()];
      const first = await openWindow({ disk, hub, clock, name: 'w0' });
      first.add('tab-1', { sql: '' });
      const windows = [first];
      for (const name of ['w1', 'w2']) windows.push(await openWindow({ disk, hub, clock, name }));
      hub.deliver();
      let last = '';
      for (const [index, { window, hears, ms }] of steps.entries()) {
        await clock.pass(ms);
        const sql = `${windows[window]?.sql('tab-1')}${index};`;
        windows[window]?.edit('tab-1', { sql });
        last = sql;
        if (hears) hub.deliver();
      }
      hub.deliver();
      await clock.pass(2000);
      const texts = windows.map((window) => window.sql('tab-1'));
      expect(new Set(texts).size).toBe(1);
      // Whatever anybody wrote is in the text on screen or in a version.
      const { view } = (await openWindow({ disk, name: 'later' })).core;
      const kept = [...disk.versions.map(({ sql }) => sql), view.tabs[0]?.sql ?? '', texts[0] ?? ''];
      steps.forEach((_, index) => expect(kept.some((sql) => sql.includes(`${index};`))).toBe(true));
      expect(last === '' || kept.includes(last)).toBe(true);
    }),
    { numRuns: runs(400) },
  );
});

test('[F27] a full disk is said once; everything stays in memory and goes to the disk when there is room', async () => {
  const disk = newDisk();
  const { core, add, edit, warnings } = await openWindow({ disk });
  add('tab-1', { sql: 'SELECT 1' });
  disk.isFull = true;
  edit('tab-1', { sql: 'SELECT 12' });
  edit('tab-1', { sql: 'SELECT 123' });
  add('tab-2');
  expect([warnings, core.view.isStored]).toEqual([['storage'], false]);
  expect((await shown(disk)).tabs.map(({ sql }) => sql)).toEqual(['SELECT 1']);
  disk.isFull = false;
  edit('tab-1', { sql: 'SELECT 1234' });
  expect(core.view.isStored).toBe(true);
  edit('tab-1', { sql: 'SELECT 12345' });
  expect((await shown(disk)).tabs.map(({ id, sql }) => [id, sql])).toEqual([
    ['tab-1', 'SELECT 12345'],
    ['tab-2', 'SELECT ...'],
  ]);
});

test('[F27] two windows that store nothing still tell each other, and a new one learns from them', async () => {
  const hub = createHub();
  const full = () => ({ ...newDisk(), isFull: true });
  const a = await openWindow({ disk: full(), hub, name: 'a' });
  a.add('tab-1', { sql: 'SELECT 1' });
  const b = await openWindow({ disk: full(), hub, name: 'b' });
  hub.deliver();
  expect(b.sql('tab-1')).toBe('SELECT 1');
});

test('a window that was put aside writes whole what it writes next', async () => {
  const [disk, hub] = [newDisk(), createHub()];
  const a = await openWindow({ disk, hub });
  a.add('tab-1', { sql: 'SELECT 1' });
  a.edit('tab-1', { sql: 'SELECT 12' });
  onReturn(a.core);
  a.edit('tab-1', { sql: 'SELECT 123' });
  expect(disk.entries.map(({ text }) => text)).toEqual([{ at: 8, removed: 0, added: '2' }, { whole: 'SELECT 123' }]);
});

test('a text is stored as a version when it runs, is closed, and now and then while somebody writes', async () => {
  const [disk, clock] = [newDisk(), createClock()];
  const { core, add, edit } = await openWindow({ disk, clock });
  add('tab-1', { sql: 'SELECT 1' });
  rememberText(core, 'tab-1', 'run');
  rememberText(core, 'tab-1', 'run');
  edit('tab-1', { sql: 'SELECT 2' });
  await clock.pass(2000);
  expect(disk.versions.map(({ sql, why }) => [sql, why])).toEqual([['SELECT 1', 'run']]);
  await clock.pass(60_000);
  edit('tab-1', { sql: 'SELECT 3' });
  await clock.pass(2000);
  act(core, { type: 'close', id: 'tab-1' });
  expect(disk.versions.map(({ sql, why }) => [sql, why])).toEqual([
    ['SELECT 1', 'run'],
    ['SELECT 3', 'pause'],
  ]);
});
