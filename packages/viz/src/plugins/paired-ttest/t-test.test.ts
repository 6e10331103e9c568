import jstat from 'jstat';
import { expect, test } from 'vitest';
import { pairedTest, twoSided } from './t-test.ts';

const cases = [1, 2, 3, 5, 10, 29, 30, 99, 1000].flatMap((freedom) =>
  [0, 0.001, 0.1, 0.5, 1, 1.96, 2.5, 4, 8, 25].map((t) => [t, freedom] as const),
);

test.each(cases)('both tails beyond %f with %i degrees of freedom are those of another library', (t, freedom) => {
  const other = 2 * jstat.studentt.cdf(-t, freedom);
  // That library is right to seven digits.
  expect(twoSided(t, freedom)).toBeCloseTo(other, 6);
  expect(twoSided(-t, freedom)).toBe(twoSided(t, freedom));
});

test("a worked example: Student's own sleep data", () => {
  const one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
  const two = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
  const { pairs, p, lift } = pairedTest(two, one);
  expect(pairs).toBe(10);
  // t = 4.0621 with 9 degrees of freedom.
  expect(p).toBeCloseTo(0.002833, 6);
  expect(lift).toBeCloseTo((23.3 / 7.5 - 1) * 100, 9);
});

test('only moments at which both have a value are pairs', () => {
  const { pairs, lift } = pairedTest([1, null, 3, 9], [2, 5, null, 7]);
  expect(pairs).toBe(2);
  expect(lift).toBeCloseTo(100 / 9, 9);
  expect(pairedTest([1, null], [null, 2])).toEqual({ pairs: 0, p: null, lift: null });
  expect(pairedTest([1], [2])).toEqual({ pairs: 1, p: null, lift: -50 });
});

test('differences that are all alike leave nothing to chance', () => {
  expect(pairedTest([1, 2, 3], [1, 2, 3])).toEqual({ pairs: 3, p: 1, lift: 0 });
  expect(pairedTest([2, 3, 4], [1, 2, 3])).toMatchObject({ p: 0, lift: 50 });
});

test('a lift over a negative control says more as more, and over zero nothing', () => {
  expect(pairedTest([-1, -1], [-2, -2]).lift).toBe(50);
  expect(pairedTest([1, 1], [1, -1]).lift).toBeNull();
});
