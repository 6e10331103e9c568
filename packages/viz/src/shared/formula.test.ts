import { expect, test } from 'vitest';
import { parseFormula } from './formula.ts';

const at = (text: string, x: number): number => {
  const formula = parseFormula(text);
  if (!formula.ok) throw new Error(formula.reason);
  return formula.evaluate(x);
};

test.each([
  ['x', 3, 3],
  ['x+1', 3, 4],
  ['2x', 3, 6],
  ['2 x ^ 2', 3, 18],
  ['3(x + 1)', 3, 12],
  ['(x)(x)', 3, 9],
  ['-x^2', 3, -9],
  ['2^-1', 0, 0.5],
  ['2^3^2', 0, 512],
  ['10 - 2 - 3', 0, 5],
  ['12 / 2 / 3', 0, 2],
  ['2pi', 0, 2 * Math.PI],
  ['y = 5', 0, 5],
  ['F(x) = x * 2', 4, 8],
  ['1.5e3 + .5', 0, 1500.5],
  ['SIN(pi / 2)', 0, 1],
  ['sqrt(abs(-x))', 9, 3],
  ['log(exp(2))', 0, 2],
  ['log(8, 2)', 0, 3],
  ['log10(1000)', 0, 3],
  ['max(1, x, 2)', 9, 9],
  ['(-7) % 3', 0, 2],
  ['mod(-7, 3)', 0, 2],
  ['+x', 2, 2],
  ['--x', 2, 2],
  ['e', 0, Math.E],
  ['round(x / 2)', 5, 3],
])('%s at %d is %d', (text, x, wanted) => {
  expect(at(text, x)).toBeCloseTo(wanted, 10);
});

test.each([
  ['', 'the formula ends too early'],
  ['x +', 'the formula ends too early'],
  ['(x', 'a parenthesis is not closed'],
  ['x)', '")" stands where the formula should end'],
  ['foo(x)', '"foo" is not known'],
  ['sin x', '"sin" needs its value in parentheses'],
  ['pow(x)', '"pow" takes 2 values'],
  ['log(1, 2, 3)', '"log" takes 1 to 2 values'],
  ['x; alert(1)', '";" has no place in a formula'],
  ['constructor', '"constructor" is not known'],
  ['__proto__(x)', '"__proto__" is not known'],
  ['x.y', '"." has no place in a formula'],
  ['[1]', '"[" has no place in a formula'],
  ['`x`', '"`" has no place in a formula'],
  ['* 2', '"*" stands where a value is expected'],
  ['sin()', '")" stands where a value is expected'],
  ['('.repeat(60) + 'x', 'the formula is nested too deep'],
  ['-'.repeat(60) + 'x', 'the formula is nested too deep'],
  ['x'.repeat(1001), 'a formula has at most 1000 characters'],
])('%s is reported as what it is', (text, reason) => {
  expect(parseFormula(text)).toEqual({ ok: false, reason });
});

test('what has no value gives no number, and never throws', () => {
  expect([at('sqrt(x)', -1), at('1 / x', 0), at('log(x)', 0)]).toEqual([
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]);
});
