import { expect, test } from 'vitest';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { anonymous, type Principal } from '../../principal.ts';
import { applicable, combine, createRowSecurity } from './row-security.ts';
import type { AppliedRule } from './store.ts';

const rule = (id: number, given: Partial<AppliedRule> = {}): AppliedRule => ({
  id,
  filterType: 'Regular',
  groupKey: null,
  clause: `c${id} = ${id}`,
  roleIds: [1],
  ...given,
});
const principal = (...roleIds: number[]): Principal => ({
  ...anonymous,
  kind: 'user',
  userId: 5,
  username: 'ana',
  roleIds,
});
const dataset = {
  id: 3,
  name: 'sales',
  dialect: 'duckdb',
  databaseId: 1,
  source: { kind: 'table', catalog: null, schema: 'main', table: 'sales' } as const,
} as ResolvedDataset;

test.each([
  { case: 'a regular rule binds its roles', rules: [rule(1)], roles: [1, 9], want: [1] },
  { case: 'a regular rule leaves others alone', rules: [rule(1)], roles: [2], want: [] },
  { case: 'a regular rule without roles binds nobody', rules: [rule(1, { roleIds: [] })], roles: [1], want: [] },
  {
    case: 'a base rule binds everybody but its roles',
    rules: [rule(1, { filterType: 'Base' })],
    roles: [2],
    want: [1],
  },
  { case: 'a base rule spares its roles', rules: [rule(1, { filterType: 'Base' })], roles: [1], want: [] },
  {
    case: 'a base rule without roles binds everybody, also nobody signed in',
    rules: [rule(1, { filterType: 'Base', roleIds: [] })],
    roles: [],
    want: [1],
  },
])('$case', ({ rules, roles, want }) => {
  expect(applicable(rules, principal(...roles)).map((applied) => applied.id)).toEqual(want);
});

test('rules of a group are alternatives, groups hold together', () => {
  const sql = (text: string) => ({ kind: 'sql', sql: text, isRule: true });
  expect(
    combine([rule(1, { groupKey: 'g' }), rule(2), rule(3, { groupKey: 'g' })], (applied) => applied.clause),
  ).toEqual({
    kind: 'and',
    of: [
      { kind: 'or', of: [sql('c1 = 1'), sql('c3 = 3')] },
      { kind: 'or', of: [sql('c2 = 2')] },
    ],
  });
});

const never = () => Promise.reject(new Error('no database is asked'));
const { signal } = new AbortController();

test('a user without rules sees all rows, and rules are read once until they change', async () => {
  let reads = 0;
  const { security, forget } = createRowSecurity({
    rules: {
      ofDataset: async () => {
        reads += 1;
        return [rule(1)];
      },
      ofTables: async () => [],
    },
    datasets: async () => null,
    engines: never,
    render: async (_principal, _dataset, clause) => clause,
    believeMs: 60_000,
  });
  expect((await security(principal(2), dataset, signal)).security).toEqual({ kind: 'true' });
  expect((await security(principal(1), dataset, signal)).security).toEqual({
    kind: 'and',
    of: [{ kind: 'or', of: [{ kind: 'sql', sql: 'c1 = 1', isRule: true }] }],
  });
  expect(reads).toBe(1);
  forget();
  await security(principal(1), dataset, signal);
  expect(reads).toBe(2);
});

test.each(['1 = 1) OR (1 = 1', 'a = 1; SELECT 2', "region = 'a", '/* open', ''])(
  '[attack 31] what a macro put in cannot change the shape of a rule: %s',
  async (rendered) => {
    const { security } = createRowSecurity({
      rules: { ofDataset: async () => [rule(1)], ofTables: async () => [] },
      datasets: async () => null,
      engines: never,
      render: async () => rendered,
      believeMs: 0,
    });
    await expect(security(principal(1), dataset, signal)).rejects.toMatchObject({
      code: 'row_rule_broken',
      message: expect.not.stringContaining('1 = 1'),
    });
  },
);
