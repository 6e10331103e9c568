import { expect, test } from 'vitest';
import { matchNames, takeNames } from './pasted-names.ts';

test('a pasted list is read as names, whatever stands between them', () => {
  const lists: (readonly string[])[] = [];
  const take = (names: readonly string[]) => {
    lists.push(names);
    return [];
  };
  expect(takeNames('origin, "dest"\n`delay`\t', take)).toBe(true);
  expect(takeNames(' \n', take)).toBe(false);
  expect(lists).toEqual([['origin', 'dest', 'delay']]);
});

test('names are known by name or label in any case', () => {
  const known = [
    { name: 'origin', label: 'From' },
    { name: 'ORIGIN', label: 'Old' },
  ];
  expect(matchNames(['ORIGIN', 'from', 'gone'], known)).toEqual({ found: [known[1], known[0]], unknown: ['gone'] });
});
