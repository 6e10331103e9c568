import { expect, test } from 'vitest';
import type { Pair } from '../../api/users.ts';
import { grantedIds, groupsOf, hasPair, isSameChoice, mergePairs, withGrants, withPair } from './permission-groups.ts';

const write = { permission: 'can_write', view: 'Dashboard' };
const unknown = { permission: 'can_dance', view: 'Table' };

test('[6.0-01] a right is switched by its (permission, view) pair and others stay', () => {
  const pairs = withPair([unknown], write, true);
  expect(hasPair(pairs, write)).toBe(true);
  expect(hasPair(pairs, { permission: 'can_write', view: 'Chart' })).toBe(false);
  expect(withPair(pairs, write, false)).toEqual([unknown]);
  expect(withPair(pairs, write, true)).toHaveLength(2);
});

test('grants on datasets and databases are separated', () => {
  const pairs = withGrants(withGrants([unknown], 'dataset', ['3', '5']), 'database', ['1']);
  expect(grantedIds(pairs, 'dataset')).toEqual(['3', '5']);
  expect(grantedIds(pairs, 'database')).toEqual(['1']);
  expect(grantedIds(withGrants(pairs, 'dataset', []), 'database')).toEqual(['1']);
  expect(hasPair(pairs, unknown)).toBe(true);
});

test('the editor shows the rights that mean something, and unknown ones only where they are granted', () => {
  const kite = { permission: 'can_fly', view: 'Kite' };
  const grantable = [
    write,
    kite,
    { permission: 'can_csv', view: 'Dashboard' },
    { permission: 'datasource_access', view: 'dataset:1' },
  ];
  const lines = (held: readonly Pair[]) =>
    groupsOf(grantable, held).map((group) => [group.view, group.permissions.map(({ permission }) => permission)]);
  expect(lines([])).toEqual([['Dashboard', ['can_write']]]);
  expect(lines([kite, { permission: 'datasource_access', view: 'dataset:1' }])).toEqual([
    ['Dashboard', ['can_write']],
    ['Kite', ['can_fly']],
  ]);
});

test('rights of the SQL editor have words of their own', () => {
  const pairs = ['can_read', 'can_execute_sql_query', 'can_estimate_query_cost', 'can_export_csv'].map(
    (permission) => ({
      permission,
      view: 'SQLLab',
    }),
  );
  const others = ['Query', 'SavedQuery'].map((view) => ({ permission: 'can_read', view }));
  const lines = groupsOf([...pairs, ...others], []).map(({ label, permissions }) => [
    label,
    permissions.map((one) => one.label).join(', '),
  ]);
  expect(lines).toEqual([
    ['SQL editor', 'Open, Run SQL, Estimate queries, Download results'],
    ['Query history', 'See'],
    ['Saved queries', 'See'],
  ]);
});

test('what two users changed in one role is all there', () => {
  const pair = (view: string) => ({ permission: 'can_read', view });
  const [a, b, c, d] = ['A', 'B', 'C', 'D'].map(pair);
  if (!a || !b || !c || !d) throw new Error('four pairs');
  expect(mergePairs([a, b], [a, c], [a, b, d])).toEqual([a, d, c]);
  expect(mergePairs([a], [a], [])).toEqual([]);
});

test('a choice is the same in any order', () => {
  expect([
    isSameChoice([write, unknown], [unknown, write]),
    isSameChoice([write], [write, unknown]),
    isSameChoice([write], [unknown]),
  ]).toEqual([true, false, false]);
});
