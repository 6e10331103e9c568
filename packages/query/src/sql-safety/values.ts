import { bracketFault, isSymbol, ofStatements, tokenize, type SqlGrammar, type Token } from './tokens.ts';

/** A stretch of a statement that is not its author's. */
export type Stretch = { readonly begin: number; readonly end: number };

const oneWord = /^[\p{L}_][\p{L}\p{N}_]*$/u;
const wordPart = /^[\p{L}\p{N}_]+$/u;
const oneNumber = /^\d+(\.\d+)?$/;
const negative = /^-\d+(\.\d+)?$/;
const operator = /^(=|==|!=|<>|<|>|<=|>=|(NOT )?(LIKE|ILIKE|IN)|IS (NOT )?(NULL|TRUE|FALSE)|(NOT )?BETWEEN)$/i;
/** Words that begin another part of a statement. */
const structure =
  /^(select|union|intersect|except|minus|from|where|join|with|table|values|having|group|order|into|window|qualify|pivot|unpivot|lateral|limit|offset|fetch|and|or|not|case|exists)$/i;
/** Functions that ClickHouse makes of IN. */
const inFunction = /^(global)?(not)?(null)?in(ignoreset)?$/i;
const queryStart = /^(SELECT|WITH|FROM|VALUES)$/;
const comparison = /^([=<>!]+|(NOT )?I?LIKE)$/i;
const direction = /^(asc|desc)$/i;

/**
 * The first of the stretches that could be more than a value where it stands; `null` when all of them are trusted.
 *
 * What surrounds a stretch is read with a harmless word in the place of each, so it depends on the author alone. Each
 * is then limited to what may stand there: inside of a text literal it may not end the text, inside of a quoted name
 * not the name; elsewhere it is one word, one number, or one of the `known` SQL fragments.
 *
 * @param stretches  in their order, each behind the end of the one before
 */
export function untrustedStretch(
  sql: string,
  stretches: readonly Stretch[],
  known: ReadonlySet<string>,
  grammar: SqlGrammar,
): string | null {
  const filled = stretches.filter(({ begin, end }) => end > begin);
  const [first] = filled;
  if (!first) return null;
  let neutral = '';
  let at = 0;
  const places = filled.map(({ begin, end }) => {
    const text = sql.slice(begin, end);
    const isKnown = known.has(text) && isWhole(text, grammar);
    const start = neutral.length + begin - at;
    neutral += sql.slice(at, begin) + (isKnown ? '(x)' : 'x');
    at = end;
    return { text, bare: text.trim(), isKnown, begin: start, end: neutral.length };
  });
  neutral += sql.slice(at);
  const read = tokenize(neutral, ofStatements(grammar));
  // Nothing is known of what surrounds the values.
  if (!read.ok) return sql.slice(first.begin, first.end);
  const { tokens } = read;
  let index = 0;
  let before: { readonly last: number; readonly bare: string } | null = null;
  for (const place of places) {
    while (index < tokens.length && endOf(tokens[index]) <= place.begin) index += 1;
    const token = tokens[index];
    if (!token || token.at >= place.end) {
      // In a comment: a part of a word does not end it.
      if (!wordPart.test(place.text)) return place.text;
      continue;
    }
    const isAlone = token.at === place.begin && (place.isKnown ? endOf(tokens[index + 2]) : endOf(token)) === place.end;
    const isChained: boolean =
      before !== null && before.last === index - 1 && isAlone && !mayFollow(before.bare, place);
    if (isChained || !isHeld(place, token, isAlone, neutral, tokens[index - 1], grammar)) return place.text;
    before = isAlone ? { last: index + (place.isKnown ? 2 : 0), bare: place.bare } : null;
  }
  return tableOfIn(
    sql,
    filled.filter((_, at) => places[at]?.isKnown === false),
    grammar,
  );
}

/**
 * The first of the stretches that could name what IN looks in as in a table. Where names may stand without quotes, one
 * may come to IN by another name (`WITH value AS a … IN (a)`), so nothing of users is a name beside an IN that reads
 * one.
 *
 * @param stretches  all of them trusted
 */
function tableOfIn(sql: string, stretches: readonly Stretch[], grammar: SqlGrammar): string | null {
  const read = tokenize(sql, ofStatements(grammar));
  const tables = read.ok ? namesOfIn(read.tokens, grammar) : [];
  if (!read.ok || tables.length === 0) return null;
  const suspects = grammar.untrustedNames === true ? read.tokens : tables;
  let index = 0;
  for (const { begin, end } of stretches) {
    while (index < suspects.length && endOf(suspects[index]) <= begin) index += 1;
    const token = suspects[index];
    const text = sql.slice(begin, end);
    const isName =
      token !== undefined &&
      token.at < end &&
      (token.kind === 'name' || (token.kind === 'word' && !operator.test(text.trim()) && !direction.test(text.trim())));
    if (isName) return text;
  }
  return null;
}

/**
 * The parts of names that stand behind IN: `a`, `a.b`, and where names may stand without quotes also alone in brackets,
 * or second in those of a function.
 */
function namesOfIn(tokens: readonly Token[], { untrustedNames }: SqlGrammar): readonly Token[] {
  const found: Token[] = [];
  const open: { isIn: boolean }[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    const before = tokens[index - 1];
    if (kind === 'word' && text === 'IN' && !isSymbol(tokens[index + 1], '(')) found.push(...nameAt(tokens, index + 1));
    if (kind !== 'symbol') continue;
    const around = open.at(-1);
    if ('([{'.includes(text)) {
      const isIn =
        untrustedNames === true &&
        text === '(' &&
        (before?.kind === 'word' || before?.kind === 'name') &&
        inFunction.test(before.text);
      open.push({ isIn });
      if (isIn) found.push(...nameAt(tokens, index + 1));
    } else if (')]}'.includes(text)) open.pop();
    else if (text === ',' && around?.isIn) {
      around.isIn = false;
      found.push(...nameAt(tokens, index + 1));
    }
  }
  return found;
}

function nameAt(tokens: readonly Token[], begin: number): readonly Token[] {
  let at = begin;
  while (isSymbol(tokens[at], '(')) at += 1;
  const first = tokens[at];
  if (first?.kind !== 'name' && (first?.kind !== 'word' || queryStart.test(first.text))) return [];
  const begins = at;
  while (isSymbol(tokens[at + 1], '.')) at += 2;
  // A list is of values, and so is what a function makes.
  return isSymbol(tokens[at + 1], ',') || isSymbol(tokens[at + 1], '(') ? [] : tokens.slice(begins, at + 1);
}

/** `bare`: the text without the white space around it, as the database reads it outside of quotes. */
type Place = Stretch & { readonly text: string; readonly bare: string; readonly isKnown: boolean };

/**
 * Of words in a row, each harmless, a statement can be made: only a column and its direction, and a comparison, stand
 * so.
 */
function mayFollow(before: string, { bare, isKnown }: Place): boolean {
  return direction.test(bare) || operator.test(bare) || comparison.test(before) || (isKnown && operator.test(before));
}

function isHeld(
  { text, bare, isKnown, begin, end }: Place,
  token: Token,
  isAlone: boolean,
  neutral: string,
  previous: Token | undefined,
  grammar: SqlGrammar,
): boolean {
  if (token.kind === 'string' || token.kind === 'name') {
    const quote = neutral.charAt(token.at);
    const isInside = token.at < begin && end < endOf(token);
    const closing = quote === '[' ? ']' : quote;
    if (isInside && token.kind === 'name')
      return !text.includes(closing) && !text.includes('\\') && !text.includes('\0');
    const escapes =
      grammar.backslashes === true || (grammar.escapeStrings && previous?.text === 'E' && endOf(previous) === token.at);
    return isInside && staysInText(text, backslashesBefore(neutral, begin), closing, escapes);
  }
  // A word before a text may say how the text is to be read.
  if (isQuote(neutral.charAt(end)) || (!isAlone && isQuote(neutral.charAt(endOf(token))))) return false;
  if (isKnown) return isAlone;
  if (!isAlone) return token.kind === 'word' && wordPart.test(text);
  return (
    (oneWord.test(bare) && !structure.test(bare)) ||
    oneNumber.test(bare) ||
    operator.test(bare) ||
    (negative.test(bare) && neutral.charAt(begin - 1) !== '-')
  );
}

function isQuote(char: string): boolean {
  return char === "'" || char === '"' || char === '`' || char === '[';
}

/** Whether a text is whole inside of a literal: it ends neither the literal nor takes what follows along. */
function staysInText(text: string, backslashes: number, quote: string, escapes: boolean): boolean {
  // A backslash of the author's would take the first character.
  if (escapes && backslashes % 2 === 1) return false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\0') return false;
    if (escapes && char === '\\') {
      at += 1;
      if (at === text.length) return false;
    } else if (char === quote) {
      at += 1;
      if (text[at] !== quote) return false;
    }
  }
  return true;
}

function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text[at - 1 - count] === '\\') count += 1;
  return count;
}

/** Whether a SQL fragment reads by itself, with its brackets in pairs. */
function isWhole(sql: string, grammar: SqlGrammar): boolean {
  const read = tokenize(sql, grammar);
  // A comment at its end would take along what follows.
  const followed = tokenize(`${sql} x`, grammar);
  return (
    read.ok && followed.ok && followed.tokens.length === read.tokens.length + 1 && bracketFault(read.tokens) === null
  );
}

function endOf(token: Token | undefined): number {
  return token === undefined ? -1 : token.at + token.end - token.start;
}
