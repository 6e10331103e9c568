import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeFor } from '../../../api/own-storage.ts';
import { pinnedTables } from '../../../api/pinned-tables.ts';
import { sqlSnippets } from '../../../api/sql-snippets.ts';
import { knownTable, learnTable } from './known-tables.ts';
import { recordTable, useRecentTables } from './recent-tables.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  storeFor(null);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

const table = { catalog: null, schema: 'public', name: 'salaries', kind: 'table' } as const;
const detail = { comment: null, columns: [], primaryKey: [], references: [], indexes: [], selectStar: 'SELECT *' };

test('another user of the browser sees none of the tables that one opened', () => {
  storeFor(1);
  recordTable(2, table);
  learnTable(2, table, { detail, partitions: null });
  expect(useRecentTables.getState()).toEqual({ 2: [table] });
  storeFor(7);
  expect(useRecentTables.getState()).toEqual({});
  expect(knownTable(2, table)).toBeUndefined();
  // While somebody looks at the product as another, nothing is stored.
  storeFor(null);
  recordTable(2, { ...table, name: 'bonuses' });
  storeFor(1);
  expect(useRecentTables.getState()).toEqual({ 2: [table] });
  expect(knownTable(2, table)?.detail).toEqual(detail);
});

test('whatever stands in the storage of the browser, the schema bar shows', () => {
  const names = ['known', 'recent', 'pinned', 'snippets'];
  const hostile = [
    '{',
    'null',
    '7',
    '[1, null, [1], ["a", null], ["a", {}]]',
    '{"2": [null, {}, {"name": 1}]}',
    '{"2": 1}',
  ];
  for (const [at, text] of hostile.entries()) {
    for (const name of names) stored.set(`tessera.sql.${name}.${at + 1}`, text);
    storeFor(at + 1);
    expect(useRecentTables.getState()[2] ?? []).toEqual([]);
    expect(knownTable(2, table)).toBeUndefined();
    expect(new QueryObserver(new QueryClient(), pinnedTables(2)).getCurrentResult().data ?? []).toEqual([]);
    expect(new QueryObserver(new QueryClient(), sqlSnippets).getCurrentResult().data ?? []).toEqual([]);
  }
});
