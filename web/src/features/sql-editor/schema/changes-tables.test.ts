import { expect, test } from 'vitest';
import type { Run } from '../runs/run.ts';
import { changesTables } from './changes-tables.ts';

const ran = (sql: string, given: Partial<Run> = {}, statement = 'success'): boolean => {
  const ended = { sql, state: statement, rows: null, affected: null, durationMs: 1, problem: null };
  const query = { id: 'q', serverId: 1, resultsKey: null, limitingFactor: null, trackingUrl: null, executedSql: null };
  return changesTables({
    state: 'success',
    way: { isAsync: false },
    query: { ...query, statements: [ended] },
    ...given,
  });
};

test.each([
  ['CREATE TABLE a AS SELECT 1', true],
  ['  -- a new one\n/* of\n two lines */ create or replace view v AS SELECT 1', true],
  ['drop table a', true],
  ['ALTER TABLE a ADD b int', true],
  ['SELECT 1', false],
  ["SELECT 'DROP TABLE a'", false],
  ['created', false],
  ['INSERT INTO a SELECT 1', false],
])('%s changes the tables: %s', (sql, expected) => {
  expect(ran(sql)).toBe(expected);
});

test('only what came to its end changes them, and what becomes a table does', () => {
  expect(ran('DROP TABLE a', {}, 'failed')).toBe(false);
  expect(ran('DROP TABLE a', { state: 'running' })).toBe(false);
  const way = { isAsync: false, createAs: { method: 'VIEW', name: 'v', schema: null } } as const;
  expect([ran('SELECT 1', { way }), ran('SELECT 1', { way, state: 'failed' })]).toEqual([true, false]);
});
