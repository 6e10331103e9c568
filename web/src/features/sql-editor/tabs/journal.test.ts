import { runs } from '@tessera/core/fixtures/runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldJournal, type JournalEntry, type TabRecord } from './journal.ts';
import { isLater, nextRevision, relate } from './revisions.ts';
import { emptyTabs, tabOf } from './tabs.ts';
import { applyChange, changeOf } from './text-change.ts';

const letters = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', '\ud800', 'é'), maxLength: 30 });

test('a change of a text leads from the one to the other', () => {
  fc.assert(
    fc.property(letters, letters, (before, after) => {
      const change = changeOf(before, after);
      expect(change === null ? before : applyChange(before, change)).toBe(after);
    }),
    { numRuns: runs(1000) },
  );
  // What is typed costs what it is long.
  expect(changeOf('SELECT 1', 'SELECT 12')).toEqual({ at: 8, removed: 0, added: '2' });
});

const snapshot = (sql: string): TabRecord => ({
  rev: 'a:1',
  lineage: [],
  remote: null,
  tab: tabOf(emptyTabs, { id: 't', maxRow: 1, sql }, 0),
});
const entry = (rev: string, base: string, at: number, text: JournalEntry['text'], change = {}): JournalEntry => ({
  tabId: 't',
  rev,
  base,
  at,
  text,
  change: { ...change, updatedAt: at },
});

test('changes that follow one another come to the tab as it was', () => {
  const entries = [
    entry('a:2', 'a:1', 1, { at: 8, removed: 0, added: '2' }),
    entry('a:3', 'a:2', 2, null, { name: 'sales' }),
    entry('a:4', 'a:3', 3, { at: 0, removed: 6, added: 'VALUES' }),
  ];
  const { records, lost } = foldJournal([snapshot('SELECT 1')], entries);
  expect(records[0]).toMatchObject({ rev: 'a:4', tab: { sql: 'VALUES 12', name: 'sales', updatedAt: 3 } });
  expect(lost).toEqual([]);
});

test('[F29] of two windows that did not hear each other the later is the tab, and no text is lost', () => {
  const entries = [
    entry('a:2', 'a:1', 1, { at: 8, removed: 0, added: ' from a' }),
    entry('b:1', 'a:1', 5, { at: 8, removed: 0, added: ' from b' }),
    entry('a:3', 'a:2', 4, { at: 15, removed: 0, added: '!' }),
  ];
  const { records, lost } = foldJournal([snapshot('SELECT 1')], entries);
  expect(records[0]).toMatchObject({ rev: 'b:1', tab: { sql: 'SELECT 1 from b' } });
  expect(lost).toEqual([{ tabId: 't', sql: 'SELECT 1 from a!', at: 4 }]);
});

test('what was written whole needs nothing before it; what cannot be read is passed over', () => {
  const entries = [
    entry('c:1', 'gone', 1, { at: 3, removed: 0, added: 'x' }),
    entry('c:2', 'gone too', 2, { whole: 'SELECT 2' }, { name: 'two' }),
    entry('c:3', 'c:2', 3, { at: 8, removed: 0, added: '0' }),
  ];
  const { records, lost } = foldJournal([snapshot('SELECT 1')], entries);
  expect(records[0]?.tab).toMatchObject({ sql: 'SELECT 20', name: 'two' });
  expect(lost).toEqual([{ tabId: 't', sql: 'SELECT 1', at: 0 }]);
});

test('windows agree who has seen what, and which of two is the later', () => {
  const one = { rev: 'a:1', lineage: [] };
  const two = nextRevision(one, 'a:2');
  const other = nextRevision(one, 'b:1');
  expect([relate(one, one), relate(one, two), relate(two, one), relate(two, other)]).toEqual([
    'same',
    'behind',
    'ahead',
    'apart',
  ]);
  expect(isLater({ rev: 'a:2', at: 5 }, { rev: 'b:1', at: 4 })).toBe(true);
  // At the very same time the names decide, for both alike.
  expect([
    isLater({ rev: 'a', at: 5 }, { rev: 'b', at: 5 }),
    isLater({ rev: 'b', at: 5 }, { rev: 'a', at: 5 }),
  ]).toEqual([false, true]);
});
