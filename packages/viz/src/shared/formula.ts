import { t, tn } from '@tessera/core/messages';
import type { Cell } from '@tessera/core/table';

/**
 * Formulas in `x` that users write into annotation layers: `2x + 1`, `100 * sin(x / 86400000)`, `y = sqrt(abs(x))`.
 *
 * A small grammar of its own reads them into functions; nothing of a formula is ever run as code.
 */
export type Formula = (x: number) => number;
export type ParsedFormula =
  | { readonly ok: true; readonly evaluate: Formula }
  | { readonly ok: false; readonly reason: string };

/** What `x` of a formula is at a value of an axis: categories that are no numbers are counted from 0. */
export function formulaX(cell: Cell | undefined, index: number): number {
  return typeof cell === 'number' || typeof cell === 'bigint' ? Number(cell) : index;
}

const MAX_LENGTH = 1000;
const MAX_DEPTH = 50;

type Call = { readonly least: number; readonly most: number; readonly run: (...values: readonly number[]) => number };
const unary = (run: (value: number) => number): Call => ({
  least: 1,
  most: 1,
  run: (value = Number.NaN) => run(value),
});
const binary = (run: (a: number, b: number) => number): Call => ({
  least: 2,
  most: 2,
  run: (a = Number.NaN, b = Number.NaN) => run(a, b),
});

const functions: ReadonlyMap<string, Call> = new Map([
  ...(
    [
      'sin',
      'cos',
      'tan',
      'asin',
      'acos',
      'atan',
      'sinh',
      'cosh',
      'tanh',
      'sqrt',
      'cbrt',
      'exp',
      'abs',
      'ceil',
      'floor',
      'round',
      'sign',
      'log2',
      'log10',
    ] as const
  ).map((name) => [name, unary(Math[name])] as const),
  // The natural logarithm, or the one to a base.
  ['log', { least: 1, most: 2, run: (value = Number.NaN, base = Math.E) => Math.log(value) / Math.log(base) }],
  ['ln', unary(Math.log)],
  ['pow', binary(Math.pow)],
  ['mod', binary(modulo)],
  ['min', { least: 1, most: 20, run: Math.min }],
  ['max', { least: 1, most: 20, run: Math.max }],
]);
const constants: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
  ['tau', 2 * Math.PI],
]);

type Token = { readonly kind: 'number' | 'name' | 'sign' | 'end'; readonly text: string };

class FormulaError extends Error {}

/** Read a formula. What cannot be read is reported as a value: users write formulas. */
export function parseFormula(text: string): ParsedFormula {
  try {
    if (text.length > MAX_LENGTH)
      throw new FormulaError(
        tn('a formula has at most one character', 'a formula has at most %(count)s characters', MAX_LENGTH, {
          count: MAX_LENGTH,
        }),
      );
    return { ok: true, evaluate: readFormula(tokensOf(text.replace(/^\s*(?:y|f\s*\(\s*x\s*\))\s*=/i, ''))) };
  } catch (error) {
    if (error instanceof FormulaError) return { ok: false, reason: error.message };
    throw error;
  }
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = /\s*(?:(\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)|([a-z_][a-z_\d]*)|([-+*/%^(),])|(\S))/giy;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [, number, name, sign, other] = match;
    if (other !== undefined) throw new FormulaError(t('"%s" has no place in a formula', other));
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    if (name !== undefined) tokens.push({ kind: 'name', text: name.toLowerCase() });
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
  }
  return [...tokens, { kind: 'end', text: '' }];
}

/**
 * sum = product (('+' | '-') product)*
 * product = signed (('*' | '/' | '%') signed | power)*      a factor that follows at once is multiplied: 2x, 3(x + 1)
 * signed = ('+' | '-') signed | power
 * power = atom ('^' signed)?
 */
function readFormula(tokens: readonly Token[]): Formula {
  let at = 0;
  let depth = 0;
  const peek = (): Token => tokens[at] ?? { kind: 'end', text: '' };
  const takes = (sign: string): boolean => {
    if (peek().kind !== 'sign' || peek().text !== sign) return false;
    at += 1;
    return true;
  };
  const nested = (read: () => Formula): Formula => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new FormulaError(t('the formula is nested too deep'));
    const formula = read();
    depth -= 1;
    return formula;
  };

  function sum(): Formula {
    let left = product();
    for (;;) {
      const before = left;
      if (takes('+')) {
        const right = product();
        left = (x) => before(x) + right(x);
      } else if (takes('-')) {
        const right = product();
        left = (x) => before(x) - right(x);
      } else return left;
    }
  }

  function product(): Formula {
    let left = signed();
    for (;;) {
      const before = left;
      if (takes('*')) {
        const right = signed();
        left = (x) => before(x) * right(x);
      } else if (takes('/')) {
        const right = signed();
        left = (x) => before(x) / right(x);
      } else if (takes('%')) {
        const right = signed();
        left = (x) => modulo(before(x), right(x));
      } else if (
        peek().kind === 'name' ||
        peek().kind === 'number' ||
        (peek().kind === 'sign' && peek().text === '(')
      ) {
        const right = power();
        left = (x) => before(x) * right(x);
      } else return left;
    }
  }

  function signed(): Formula {
    if (takes('-')) {
      const of = nested(signed);
      return (x) => -of(x);
    }
    return takes('+') ? nested(signed) : power();
  }

  function power(): Formula {
    const base = atom();
    if (!takes('^')) return base;
    const exponent = nested(signed);
    return (x) => base(x) ** exponent(x);
  }

  function atom(): Formula {
    const token = peek();
    if (takes('(')) {
      const inner = nested(sum);
      if (!takes(')')) throw new FormulaError(t('a parenthesis is not closed'));
      return inner;
    }
    at += 1;
    if (token.kind === 'number') {
      const value = Number(token.text);
      return () => value;
    }
    if (token.kind === 'name') return named(token.text);
    throw new FormulaError(
      token.kind === 'end' ? t('the formula ends too early') : t('"%s" stands where a value is expected', token.text),
    );
  }

  function named(name: string): Formula {
    if (name === 'x') return (x) => x;
    const constant = constants.get(name);
    if (constant !== undefined) return () => constant;
    const call = functions.get(name);
    if (!call) throw new FormulaError(t('"%s" is not known', name));
    if (!takes('(')) throw new FormulaError(t('"%s" needs its value in parentheses', name));
    const values: Formula[] = [];
    do values.push(nested(sum));
    while (takes(','));
    if (!takes(')')) throw new FormulaError(t('a parenthesis is not closed'));
    if (values.length < call.least || values.length > call.most)
      throw new FormulaError(
        call.least === call.most
          ? tn('"%(name)s" takes 1 value', '"%(name)s" takes %(count)s values', call.least, { name })
          : tn('"%(name)s" takes %(least)s to 1 value', '"%(name)s" takes %(least)s to %(count)s values', call.most, {
              name,
              least: call.least,
            }),
      );
    return (x) => call.run(...values.map((value) => value(x)));
  }

  const formula = sum();
  if (peek().kind !== 'end') throw new FormulaError(t('"%s" stands where the formula should end', peek().text));
  return formula;
}

/** With the sign of the divisor, as users count. */
function modulo(a: number, b: number): number {
  return a - b * Math.floor(a / b);
}
