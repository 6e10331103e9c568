import { refusedClause } from './blame.ts';
import { isSymbol, wordAt, type SqlGrammar, type Token } from './tokens.ts';

/**
 * Words that cut up what they are in, by the one that came last: which ones may come next. A comma in between ends it.
 */
type Cuts = Readonly<Record<string, readonly string[]>>;
const caseCuts: Cuts = { '': ['WHEN'], WHEN: ['THEN'], THEN: ['WHEN', 'ELSE', 'END'], ELSE: ['END'] };
const callCuts: Readonly<Record<string, Cuts>> = {
  SUBSTRING: { '': ['FROM'], FROM: ['FOR'] },
  TRIM: { '': ['FROM'] },
  EXTRACT: { '': ['FROM'] },
};

type Frame = {
  readonly kind: 'brackets' | 'window' | 'case';
  /** Word before the brackets. */ readonly owner: string | null;
  /** The last of its words, `null` when no further one may come. */ cut: string | null;
};

const joining = new Set(['AND', 'OR', 'XOR', 'LIKE', 'ILIKE', 'BETWEEN', 'DIV', 'MOD', 'IN']);
/** Words that a value never begins with, unless they are called as functions. */
const reserved = new Set([...joining, 'IS', 'GLOBAL', 'ESCAPE', 'WHEN', 'THEN', 'ELSE', 'END', 'FROM', 'FOR', 'AS']);
/** Functions that take a type behind AS. */
export const casts = new Set(['CAST', 'TRY_CAST']);
/** These read their arguments in a way of their own: DISTINCT is a name to them. */
const withoutDistinct = new Set([
  ...casts,
  'SUBSTRING',
  'SUBSTR',
  'OVERLAY',
  'POSITION',
  'EXTRACT',
  'TRIM',
  'LTRIM',
  'RTRIM',
  'DATE_ADD',
  'DATEADD',
  'DATE_SUB',
  'DATESUB',
  'DATE_DIFF',
  'DATEDIFF',
  'EXISTS',
]);
const units = new Set(
  [
    'NANOSECOND',
    'MICROSECOND',
    'MILLISECOND',
    'SECOND',
    'MINUTE',
    'HOUR',
    'DAY',
    'WEEK',
    'MONTH',
    'QUARTER',
    'YEAR',
  ].flatMap((unit) => [unit, `${unit}S`]),
);
const boundWords = new Set([
  'BETWEEN',
  'AND',
  'UNBOUNDED',
  'CURRENT',
  'ROW',
  'PRECEDING',
  'FOLLOWING',
  'INTERVAL',
  ...units,
]);

/**
 * Values and operators must alternate, for databases to which a name behind a value is a name for it in the whole
 * statement: `substring(any region FROM 1)` would be the column `any`, called `region` from then on, also in the clause
 * of a row-level rule. Every word is an operator only where nothing else can be meant, and needs its value then.
 *
 * @throws AppError invalid_sql_clause
 */
export function checkOperands(tokens: readonly Token[], grammar: SqlGrammar): void {
  const reader: Reader = { tokens, grammar, open: [], at: 0, wants: true };
  while (reader.at < tokens.length) {
    const token = tokens[reader.at];
    if (token?.kind === 'symbol') readSymbol(reader, token.text);
    else if (reader.wants) readOperand(reader);
    else readOperator(reader);
  }
  assertValue(reader);
  if (reader.open.length > 0) throw refusedClause('CASE needs END');
}

type Reader = {
  readonly tokens: readonly Token[];
  readonly grammar: SqlGrammar;
  readonly open: Frame[];
  at: number;
  /** A value is to come. */ wants: boolean;
};

function readSymbol(reader: Reader, symbol: string): void {
  const { tokens, open, at } = reader;
  const around = open.at(-1);
  if (symbol === '(' || symbol === '[') {
    const owner = reader.wants ? null : wordAt(tokens, at - 1);
    open.push({ kind: owner === 'OVER' ? 'window' : 'brackets', owner, cut: '' });
    reader.wants = true;
  } else if (symbol === ')' || symbol === ']') {
    assertValue(reader);
    if (around?.kind === 'case') throw refusedClause('CASE needs END');
    open.pop();
    reader.wants = false;
    // What kind of time the brackets behind INTERVAL hold.
    if (around?.owner === 'INTERVAL' && units.has(wordAt(tokens, at + 1) ?? '')) reader.at += 1;
  } else if (symbol === ',') {
    assertValue(reader);
    if (around?.kind === 'case') throw refusedClause('CASE needs END');
    if (around) around.cut = null;
    reader.wants = true;
  } else {
    reader.wants = true;
  }
  reader.at += 1;
}

/** A word that wants a value has none when something ends here. */
function assertValue({ tokens, at, wants }: Reader): void {
  const before = tokens[at - 1];
  if (wants && before?.kind === 'word') throw refusedClause(`there is no value behind ${before.text}`);
}

/** The next token where a value is to come. */
function readOperand(reader: Reader): void {
  const { tokens, grammar, open, at } = reader;
  const token = tokens[at];
  const before = tokens[at - 1];
  const around = open.at(-1);
  reader.at += 1;
  // Behind a dot a word is a name, whatever it says.
  if (token?.kind !== 'word' || isSymbol(before, '.')) {
    reader.wants = false;
    return;
  }
  const word = token.text;
  const isFirst = isSymbol(before, '(');
  if (word === 'NOT') return;
  if (word === 'CASE') return void open.push({ kind: 'case', owner: null, cut: '' });
  if (
    around?.kind === 'case' &&
    around.cut === '' &&
    word === 'WHEN' &&
    before?.kind === 'word' &&
    before.text === 'CASE'
  ) {
    around.cut = 'WHEN';
    return;
  }
  if (isFirst && word === 'DISTINCT' && around?.owner && !withoutDistinct.has(around.owner)) return;
  if (isFirst && ['BOTH', 'LEADING', 'TRAILING'].includes(word) && around?.owner === 'TRIM') return;
  if (isFirst && word === 'WHERE' && around?.owner === 'FILTER') return;
  if (isFirst && around?.kind === 'window' && readWindowWord(reader, word)) return;
  if (reserved.has(word) && !(isSymbol(tokens[at + 1], '(') && grammar.functions.has(word.toLowerCase())))
    throw refusedClause(`there is no value before ${word}; a column of that name is written in quotes`);
  reader.wants = false;
  if (word === 'INTERVAL') reader.at += lengthOfInterval(tokens, at + 1);
}

/** Tokens of `5 DAY`, `- 5 DAY`, `n DAY` or `'5 days'`; 0 for what is none of them. */
function lengthOfInterval(tokens: readonly Token[], at: number): number {
  const sign = isSymbol(tokens[at], '-') ? 1 : 0;
  const amount = tokens[at + sign];
  if (amount === undefined || amount.kind === 'symbol') return 0;
  if (units.has(wordAt(tokens, at + sign + 1) ?? '')) return sign + 2;
  return amount.kind === 'string' ? sign + 1 : 0;
}

/** The next token behind a value. */
function readOperator(reader: Reader): void {
  const { tokens, open, at } = reader;
  const token = tokens[at];
  const around = open.at(-1);
  const word = wordAt(tokens, at);
  reader.at += 1;
  // What follows a value without being a name is no name for it; the database says what it thinks of it.
  if (token?.kind === 'string' || token?.kind === 'number') return;
  if (token === undefined || word === null) throw refusedClause(`there is no operator before ${token?.text ?? ''}`);
  const next = wordAt(tokens, at + 1);
  const afterNext = wordAt(tokens, at + 2);

  const cuts = around?.kind === 'case' ? caseCuts : callCuts[around?.owner ?? ''];
  if (around && around.cut !== null && cuts?.[around.cut]?.includes(word) === true) {
    if (word === 'END') open.pop();
    else {
      around.cut = word;
      reader.wants = true;
    }
    return;
  }
  if (word === 'AS' && around && casts.has(around.owner ?? '')) return skipType(reader);
  if (around?.kind === 'window' && readWindowWord(reader, word)) return;
  if (word === 'IN' && isTableList(tokens, at + 1))
    throw refusedClause('a list needs values: a name alone would be a table');
  if (joining.has(word)) {
    reader.wants = true;
    return;
  }
  if (word === 'NOT' && ['IN', 'LIKE', 'ILIKE', 'BETWEEN'].includes(next ?? '')) return;
  if (word === 'GLOBAL' && (next === 'IN' || (next === 'NOT' && afterNext === 'IN'))) return;
  if (word === 'IS') {
    const tested = next === 'NOT' ? 1 : 0;
    const value = wordAt(tokens, at + 1 + tested);
    if (value === 'DISTINCT' && wordAt(tokens, at + 2 + tested) === 'FROM') reader.wants = true;
    if (reader.wants || ['NULL', 'TRUE', 'FALSE', 'UNKNOWN'].includes(value ?? '')) {
      reader.at += tested + (reader.wants ? 2 : 1);
      return;
    }
  }
  if (word === 'ESCAPE' && tokens[at + 1]?.kind === 'string') return;
  if (isSymbol(tokens[at - 1], ')') || wordAt(tokens, at - 1) === 'NULLS') {
    if ((word === 'OVER' || word === 'FILTER') && isSymbol(tokens[at + 1], '(')) return;
    if ((word === 'IGNORE' || word === 'RESPECT') && next === 'NULLS') {
      reader.at += 1;
      return;
    }
  }
  throw refusedClause(`there is no operator before ${word}`);
}

/** A word of `OVER (…)` itself. @returns whether it was one */
function readWindowWord(reader: Reader, word: string): boolean {
  const { tokens, at } = reader;
  const next = wordAt(tokens, at);
  if (word === 'PARTITION' || word === 'ORDER') {
    if (next !== 'BY') return false;
    reader.at += 1;
    reader.wants = true;
    return true;
  }
  if (word === 'ROWS' || word === 'RANGE') {
    // Up to the bracket that closes it there are only bounds.
    for (; tokens[reader.at] !== undefined && !isSymbol(tokens[reader.at], ')'); reader.at += 1) {
      const bound = wordAt(tokens, reader.at);
      if (tokens[reader.at]?.kind !== 'number' && tokens[reader.at]?.kind !== 'string' && !boundWords.has(bound ?? ''))
        throw refusedClause(`${tokens[reader.at]?.text ?? ''} is no bound of a window`);
    }
    reader.wants = false;
    return true;
  }
  if (reader.wants) return false;
  if (word === 'NULLS' && (next === 'FIRST' || next === 'LAST')) {
    reader.at += 1;
    return true;
  }
  return word === 'ASC' || word === 'DESC';
}

/** The type of a cast holds names only, up to the bracket that closes the cast. */
function skipType(reader: Reader): void {
  let depth = 1;
  for (; reader.at < reader.tokens.length; reader.at += 1) {
    const token = reader.tokens[reader.at];
    if (isSymbol(token, '(')) depth += 1;
    if (isSymbol(token, ')')) depth -= 1;
    if (depth === 0) return;
  }
}

/** Whether the bracket that begins here holds one name and nothing that makes a value of it. */
function isTableList(tokens: readonly Token[], begin: number): boolean {
  let depth = 0;
  for (let at = begin; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'string' || token.kind === 'number') return false;
    if (token.kind === 'word' && ['NULL', 'TRUE', 'FALSE'].includes(token.text)) return false;
    if (token.kind !== 'symbol') continue;
    if (token.text === '(') depth += 1;
    else if (token.text === ')') depth -= 1;
    else if (token.text !== '.' && token.text !== '+') return false;
    if (depth === 0) return true;
  }
  return true;
}
