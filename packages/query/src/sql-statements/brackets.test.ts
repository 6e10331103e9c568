import { expect, test } from 'vitest';
import { dialectOf } from '../dialects/registry.ts';
import { bracketsOf } from './brackets.ts';
import { splitStatements } from './split.ts';

const { grammar } = dialectOf('postgresql');
const bracketsIn = (sql: string) => {
  const split = splitStatements(sql, grammar);
  return bracketsOf(split.ok ? (split.statements[0]?.tokens ?? []) : []);
};

test('a token is in the brackets that are nearest to it, and a bracket in what is around it', () => {
  // a ( b ( c ) d ) e
  const { around, within, behind } = bracketsIn('a ( b ( c ) d ) e');
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => around(at).open)).toEqual([-1, -1, 1, 1, 3, 1, 1, -1, -1]);
  expect([around(0).end, around(2).end, around(4).end]).toEqual([9, 7, 5]);
  expect([within(1), behind(1), behind(3)]).toEqual([{ open: 1, end: 7 }, 8, 6]);
  expect(() => within(0)).toThrow(RangeError);
});
