import { expect, test } from 'vitest';
import { joinConditions } from '@tessera/core/filters/adhoc';
import { dialectOf } from '../dialects/registry.ts';
import { conditionsIn, conditionsInText } from './conditions.ts';

const { grammar } = dialectOf('duckdb');

test.each([
  [['a = 1']],
  [['(a = 1) AND (b = 2)', "c = ') AND ('"]],
  [['a = 1 -- ) AND (', 'b /* ) AND ( */ = 2']],
  [['(a) OR (b)', 'a BETWEEN (1) AND (2)', 'f(x) > g((y))']],
])('conditions that were joined come back as they were written: %j', (conditions) => {
  // Behind a comment the bracket stands in a line of its own.
  expect(conditionsIn(joinConditions(conditions), grammar).map((one) => one.replace(/\n$/, ''))).toEqual(conditions);
});

test.each([
  'a = 1',
  '(a) OR (b)',
  '(a) AND b',
  '(a) (b)',
  '(a) AND (b) AND',
  '(a) BETWEEN (1) AND (2)',
  '(a) IN (b)',
  '',
  'AND (a)',
  '(a) AND AND (b)',
  '(a) AND (b) + 1',
  'f(a) AND (b)',
])('what is put together in another way is one: %s', (sql) => {
  expect(conditionsIn(sql, grammar)).toEqual([sql]);
});

test('of what nobody can read, the one that is wrong is left', () => {
  expect(conditionsIn("(a = 'x) AND (b = 1)", grammar)).toEqual(["a = 'x", 'b = 1']);
  // A good one that holds what joins them is not cut for the sake of the other.
  expect(conditionsIn("(a <> ') AND (') AND (b = (1) AND (c = 1)", grammar)).toEqual([
    "a <> ') AND ('",
    'b = (1',
    'c = 1',
  ]);
  expect(conditionsIn('((a) AND (b)) AND (c = (1)', grammar)).toEqual(['(a) AND (b)', 'c = (1']);
  expect(conditionsIn('((a = 1)', grammar)).toEqual(['(a = 1']);
  expect(conditionsIn('a = 1) OR (1 = 1', grammar)).toEqual(['a = 1) OR (1 = 1']);
  expect(conditionsInText('({{ 1/) AND (b = 1)')).toEqual(['{{ 1/', 'b = 1']);
});
