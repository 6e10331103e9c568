import type { Additivity } from '@tessera/core/additivity';
import { isSymbol, tokenize, type SqlGrammar, type Token } from './tokens.ts';

/** Aggregates whose values of parts make the value of the whole. */
const SUMMED = new Set(['SUM', 'COUNT', 'COUNT_IF', 'COUNTIF', 'SUMIF', 'SUM_IF', 'COUNT_BIG', 'TOTAL', 'COUNT_STAR']);
/** Aggregates that are known not to. */
const NOT_SUMMED =
  /^(AVG|MEAN|MIN|MAX|MEDIAN|MODE|STDDEV\w*|STD|VAR\w*|CORR|COVAR\w*|APPROX\w*|UNIQ\w*|PERCENTILE\w*|QUANTILE\w*|ANY\w*|FIRST|LAST|ARG_?MIN|ARG_?MAX|MIN_BY|MAX_BY|GEOMETRIC_MEAN|SKEWNESS|KURTOSIS|HLL\w*)$/;

/** `factor` stands for a number alone: it scales a sum, and added to one it is counted once for each group. */
type Kind = Additivity | 'factor';
type Reading = { readonly tokens: readonly Token[]; at: number };

/**
 * Whether the values of a SQL metric add up, read from its text: sums and counts, those multiplied or divided by
 * a number, and sums of them are additive; averages, extremes, distinct counts and ratios are not. Everything else is
 * unknown, which nobody sums.
 */
export function additivityOf(sql: string, grammar: SqlGrammar): Additivity {
  const read = tokenize(sql, grammar);
  if (!read.ok) return 'unknown';
  const reading: Reading = { tokens: read.tokens, at: 0 };
  const kind = readSum(reading);
  return reading.at < reading.tokens.length || kind === 'factor' ? 'unknown' : kind;
}

/** term { (+|-) term } */
function readSum(reading: Reading): Kind {
  let kind = readProduct(reading);
  while (takeSymbol(reading, '+') || takeSymbol(reading, '-')) kind = added(kind, readProduct(reading));
  return kind;
}

function added(left: Kind, right: Kind): Kind {
  if (left === right) return left;
  if (left === 'unknown' || right === 'unknown') return 'unknown';
  // A constant beside a sum is counted once for each group, so groups make more of it than the whole.
  return 'non_additive';
}

/** factor { (*|/) factor } */
function readProduct(reading: Reading): Kind {
  let kind = readFactor(reading);
  for (;;) {
    if (takeSymbol(reading, '*')) {
      const right = readFactor(reading);
      kind = kind === 'factor' ? right : right === 'factor' ? kind : combined(kind, right);
    } else if (takeSymbol(reading, '/')) {
      const right = readFactor(reading);
      kind = right === 'factor' ? kind : combined(kind, right);
    } else return kind;
  }
}

/** Ratios and products of measures are measures of their own. */
function combined(left: Kind, right: Kind): Kind {
  return left === 'unknown' || right === 'unknown' ? 'unknown' : 'non_additive';
}

function readFactor(reading: Reading): Kind {
  if (takeSymbol(reading, '-') || takeSymbol(reading, '+')) return readFactor(reading);
  if (takeSymbol(reading, '(')) {
    const kind = readSum(reading);
    return takeSymbol(reading, ')') ? kind : 'unknown';
  }
  const token = reading.tokens[reading.at];
  if (token?.kind === 'number') {
    reading.at += 1;
    return 'factor';
  }
  if (token?.kind !== 'word' || !isSymbol(reading.tokens[reading.at + 1], '(')) return stop(reading);
  reading.at += 2;
  return readCall(token.text, reading);
}

/** Behind the opening bracket of a call. */
function readCall(name: string, reading: Reading): Kind {
  if (name === 'COALESCE' || name === 'IFNULL' || name === 'NULLIF') return readDefault(name, reading);
  if (name === 'CAST' || name === 'TRY_CAST') {
    const kind = readSum(reading);
    return takeWord(reading, 'AS') && skipToClosing(reading) ? kind : stop(reading);
  }
  const isDistinct = reading.tokens[reading.at]?.text === 'DISTINCT';
  if (!skipToClosing(reading)) return 'unknown';
  if (takeWord(reading, 'FILTER') && !(takeSymbol(reading, '(') && skipToClosing(reading))) return 'unknown';
  // A window reads other rows than those of its group.
  if (reading.tokens[reading.at]?.text === 'OVER') return stop(reading);
  if (NOT_SUMMED.test(name)) return 'non_additive';
  if (!SUMMED.has(name)) return 'unknown';
  return isDistinct ? 'non_additive' : 'additive';
}

/** COALESCE(sum, 0): nothing where there is nothing. NULLIF stands below fractions, whose kind it does not change. */
function readDefault(name: string, reading: Reading): Kind {
  const kind = readSum(reading);
  if (!takeSymbol(reading, ',')) return stop(reading);
  const second = reading.tokens[reading.at];
  if (second?.kind !== 'number' || Number(second.text) !== 0) return stop(reading);
  reading.at += 1;
  if (!takeSymbol(reading, ')')) return stop(reading);
  return name === 'NULLIF' && kind === 'additive' ? 'non_additive' : kind;
}

/** Nothing more is read: the rest of the text makes the whole unknown. */
function stop(reading: Reading): 'unknown' {
  reading.at = reading.tokens.length;
  return 'unknown';
}

function takeSymbol(reading: Reading, text: string): boolean {
  if (!isSymbol(reading.tokens[reading.at], text)) return false;
  reading.at += 1;
  return true;
}

function takeWord(reading: Reading, text: string): boolean {
  const token = reading.tokens[reading.at];
  if (token?.kind !== 'word' || token.text !== text) return false;
  reading.at += 1;
  return true;
}

/** Behind the bracket that closes the one before. */
function skipToClosing(reading: Reading): boolean {
  let depth = 1;
  for (; reading.at < reading.tokens.length; reading.at += 1) {
    const token = reading.tokens[reading.at];
    if (isSymbol(token, '(')) depth += 1;
    if (isSymbol(token, ')')) depth -= 1;
    if (depth === 0) {
      reading.at += 1;
      return true;
    }
  }
  return false;
}
