import { expect, test } from 'vitest';
import { anonymous, type Principal } from '../../principal.ts';
import { unreachable } from './template-reach.ts';

const ana: Principal = { ...anonymous, kind: 'user', userId: 5, datasetIds: new Set([1]) };
const dataset = { databaseId: 3, source: { kind: 'table', catalog: null, schema: 'web', table: 'logs' } } as const;
const partitions = (table: string) => ({ kind: 'partitions', table }) as const;
const reach = (table: string, principal: Principal = ana, isLimited = false) =>
  unreachable(partitions(table), principal, dataset, isLimited) === null;

test('partitions of other tables are for users who may read the whole database', () => {
  expect([reach('web.logs'), reach('logs'), reach('hr.logs'), reach('hr.salaries'), reach('other.web.logs')]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  for (const principal of [
    { ...ana, isAdmin: true },
    { ...ana, databaseIds: 'all' as const },
    { ...ana, databaseIds: new Set([3]) },
  ])
    expect(reach('hr.salaries', principal)).toBe(true);
  expect(reach('hr.salaries', { ...ana, databaseIds: new Set([4]) })).toBe(false);
  expect(unreachable({ kind: 'sub_partition', table: 'hr.salaries', fixed: {} }, ana, dataset, false)).not.toBeNull();
  expect(
    unreachable(partitions('logs'), ana, { databaseId: 3, source: { kind: 'sql', sql: 'SELECT 1' } }, false),
  ).not.toBeNull();
});

test('where rules hide rows, partitions tell of them to nobody whom they bind', () => {
  expect([reach('web.logs', ana, true), reach('web.logs', { ...ana, databaseIds: 'all' }, true)]).toEqual([
    false,
    false,
  ]);
  expect(unreachable({ kind: 'metric', key: 'count', datasetId: null }, ana, dataset, true)).toBeNull();
});
