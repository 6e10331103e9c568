import { isSymbol, tokenize, type SqlGrammar } from '../sql-safety/tokens.ts';

/** Functions that make the same of the same values at any time, for whoever asks. */
const pure = new Set(
  (
    'abs ceil ceiling floor round trunc sign mod power sqrt coalesce nullif greatest least ' +
    'lower upper trim btrim ltrim ' +
    'rtrim length char_length substr substring left right replace concat split_part strpos position starts_with cast ' +
    'extract date_part date_trunc'
  ).split(' '),
);
/** Words in front of a bracket that call nothing. */
const words = new Set('and or not in case when then else end like between is any all distinct as'.split(' '));
const moving = /^(current_\w+|localtime\w*|session_user|user|system_user|now|today|sysdate|select|from|over|collate)$/i;

/**
 * Whether a text says the same of a row whenever it is asked and by whomever, so that the answer may be stored beside
 * the row. What is not plain to see is not.
 */
export function isRowStable(sql: string, grammar: SqlGrammar): boolean {
  if (/\{[{%#]/.test(sql)) return false;
  const read = tokenize(sql, grammar);
  if (!read.ok || read.tokens.length === 0) return false;
  return read.tokens.every(({ kind, text }, at) => {
    if (kind !== 'word') return kind !== 'symbol' || !';@?#'.includes(text);
    const isCalled = isSymbol(read.tokens[at + 1], '(');
    const word = text.toLowerCase();
    // EXTRACT(day FROM x) reads no table.
    if (word === 'from' && isInExtract(read.tokens.slice(0, at).map((token) => token.text.toLowerCase()))) return true;
    if (moving.test(word)) return false;
    return !isCalled || pure.has(word) || words.has(word) || read.tokens[at - 1]?.text === '::';
  });
}

function isInExtract(before: readonly string[]): boolean {
  return before.at(-2) === '(' && before.at(-3) === 'extract';
}
