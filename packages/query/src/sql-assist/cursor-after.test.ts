import { expect, test } from 'vitest';
import { cursorAfter } from './cursor-after.ts';

test.each([
  ['select a,|b from t', 'SELECT\n  a,\n  |b\nFROM\n  t'],
  ['select |a from t', 'SELECT\n  |a\nFROM\n  t'],
  ['select a| from t', 'SELECT\n  a|\nFROM\n  t'],
  ['|select a', '|SELECT a'],
  ['select a|', 'SELECT\n  a|'],
  ['sel|ect a', 'SEL|ECT a'],
])('%s keeps its cursor: %s', (before, after) => {
  expect(cursorAfter(before.replace('|', ''), before.indexOf('|'), after.replace('|', ''))).toBe(after.indexOf('|'));
});
