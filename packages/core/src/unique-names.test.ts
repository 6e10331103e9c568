import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { uniqueNames } from './unique-names.ts';

test('the first of a name keeps it, later ones are counted past those that are given', () => {
  expect(uniqueNames(['a', 'b'])).toEqual(['a', 'b']);
  expect(uniqueNames(['a', 'a', 'a'])).toEqual(['a', 'a (2)', 'a (3)']);
  expect(uniqueNames(['a', 'a (2)', 'a'])).toEqual(['a', 'a (2)', 'a (3)']);
  expect(uniqueNames(['a', 'a', '', '', 'a (2)'])).toEqual(['a', 'a (3)', '', ' (2)', 'a (2)']);
});

test('whatever is given, no two are the same, the first ones stay, and what is unique stays as it is', () => {
  const name = fc.constantFrom('a', 'a (2)', 'a (3)', 'a (2) (2)', '', ' (2)', 'b');
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), (names) => {
      const unique = uniqueNames(names);
      expect(new Set(unique).size).toBe(names.length);
      names.forEach((one, index) => names.indexOf(one) === index && expect(unique[index]).toBe(one));
      expect(uniqueNames(unique)).toEqual(unique);
    }),
  );
});

// Each by a look at all before it would take minutes.
test('a hundred thousand times the same name ends', () => {
  expect(uniqueNames(Array.from({ length: 100_000 }, () => 'a')).at(-1)).toBe('a (100000)');
});
