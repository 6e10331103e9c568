import { expect, test } from 'vitest';
import { membersOf } from './keys.ts';

test.each([
  ['', []],
  ['tuple()', []],
  ['ds', ['ds']],
  ['(ds, hour)', ['ds', 'hour']],
  ['`a b`', ['a b']],
  ['(`a, b`, c)', ['a, b', 'c']],
  ['toYYYYMM(ds)', ['toYYYYMM(ds)']],
  ['(toYYYYMM(ds), intDiv(n, 2))', ['toYYYYMM(ds)', 'intDiv(n, 2)']],
  ['(a + 1) * (b + 2)', ['(a + 1) * (b + 2)']],
  ["concat(a, ', )')", ["concat(a, ', )')"]],
  ["(concat(a, '\\'),'), b[1, 2])", ["concat(a, '\\'),')", 'b[1, 2]']],
])('members of the key %s', (key, members) => {
  expect(membersOf(key)).toEqual(members);
});
