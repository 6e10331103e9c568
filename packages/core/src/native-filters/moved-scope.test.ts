import { expect, test } from 'vitest';
import { layouts } from '../fixtures/dashboard-layout.ts';
import { moveComponent } from '../layout/drop.ts';
import { readLayout } from '../layout/stored.ts';
import { isInDifferentScope, movedScopeWarning, scopesOf } from './moved-scope.ts';

const legacy = (...scope: readonly string[]) => ({ filter_scopes: { 1: { a: { scope, immune: [] } } } });
const native = (...rootPath: readonly string[]) => ({
  native_filter_configuration: [
    { id: 'F', type: 'NATIVE_FILTER', filterType: 'filter_select', scope: { rootPath, excluded: [] } },
  ],
});

test.each([
  ['no filters', [], ['ROOT_ID'], ['TAB-1'], false],
  ['one in, one out', [['TAB-1']], ['ROOT_ID', 'TAB-1'], ['ROOT_ID', 'TAB-2'], true],
  ['both out', [['TAB-9']], ['ROOT_ID', 'TAB-1'], ['ROOT_ID', 'TAB-2'], false],
  ['scope list empty', [[]], ['a'], ['b'], false],
  ['same place', [['a']], ['a'], ['a'], false],
  ['two filters', [['q'], ['a']], ['a'], ['b'], true],
])('places in different scopes: %s', (_, scopes, source, destination, differ) => {
  expect(isInDifferentScope(scopes, source, destination)).toBe(differ);
});

test.each([
  ['scope is the source tab', legacy('TAB-1'), 'CHART-11', 'TAB-3', true],
  ['scope is another tab', legacy('TAB-2'), 'CHART-11', 'TAB-3', false],
  ['inside the same tab', legacy('TAB-2'), 'CHART-15', 'TAB-2', false],
  ['no filters', {}, 'CHART-11', 'TAB-3', false],
  ['a native filter of the source tab', native('TAB-1'), 'CHART-11', 'TAB-3', true],
  ['a native filter of the whole page', native('ROOT_ID'), 'CHART-11', 'TAB-3', false],
  ['a row with charts', native('TAB-3'), 'ROW-1', 'TAB-3', true],
])('[8.3-08] a moved chart: %s', (_, settings, id, parentId, warns) => {
  const before = readLayout(layouts['tabs']);
  const moved = moveComponent(before, id, { parentId, index: 0 }, (type) => `${type}-new`);
  expect(moved.ok).toBe(true);
  const warning = moved.ok ? movedScopeWarning(before, moved.layout, id, settings) : null;
  expect(warning).toBe(warns ? 'This chart has been moved to a different filter scope.' : null);
});

test('settings that nobody can read name no scope', () => {
  expect(scopesOf({ filter_scopes: [1], native_filter_configuration: 'x' })).toEqual([]);
  expect(scopesOf({ filter_scopes: { 1: { a: null, b: { scope: 'x' }, c: { scope: [1, 'TAB-1'] } } } })).toEqual([
    ['TAB-1'],
  ]);
});
