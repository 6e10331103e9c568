import { assistDialectOf } from '@tessera/query/sql-assist/dialects';
import { lexStatement, type Lexeme } from '@tessera/query/sql-assist/lexer';
import { format, type SqlLanguage } from 'sql-formatter';

const languages: Readonly<Record<string, SqlLanguage>> = {
  duckdb: 'duckdb',
  sqlite: 'sqlite',
  postgresql: 'postgresql',
  mysql: 'mysql',
  clickhouse: 'clickhouse',
  trino: 'trino',
};
const CLOSINGS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

/** No text: it cannot be laid out and mean the same, or is longer than that is done for. */
export type FormatReply = { readonly sql: string | null; readonly isLong: boolean };

/** So many values in a row are a list that nobody reads, and the library takes the square of its length for it. */
const MIN_VALUES = 100;
/** Parts of one statement that the library lays out in a few seconds; its time and its memory grow by their square. */
const MAX_PARTS = 5000;
/** Words and marks of one statement, for the same reason. */
const MAX_WORDS = 20_000;
/** Brackets and cases in each other: each adds to the indent of all lines in it. */
const MAX_DEPTH = 300;

/**
 * SQL in lines, one clause each. Templates and long lists of values stand in it as words, so that what is in them stays
 * as it was; and nothing but white space may differ in the end.
 *
 * @returns no text for one that the library cannot read, or would change, or would not end with
 */
export function layOut(sql: string, dialect: string): FormatReply {
  const word = freeWord(sql);
  const apart: string[] = [];
  const put = (part: string): string => `${word}${apart.push(part) - 1}x`;
  const { text: plain, isLong } = withoutLists(withoutTemplates(sql, put), dialect, put);
  if (isLong) return { sql: null, isLong };
  const restored = (text: string): string =>
    text.replace(new RegExp(`${word}(\\d+)x`, 'g'), (_, at: string) => apart[Number(at)] ?? '');
  try {
    const made = format(plain, {
      language: languages[dialect] ?? 'sql',
      keywordCase: 'preserve',
      tabWidth: 2,
      linesBetweenQueries: 1,
    });
    // A list may hold templates.
    const back = restored(restored(made));
    return { sql: bare(back) === bare(sql) ? back : null, isLong };
  } catch {
    return { sql: null, isLong };
  }
}

/** The text with something in the place of each template; in the time of its length, whatever is open in it. */
function withoutTemplates(sql: string, put: (template: string) => string): string {
  const none = new Set<string>();
  let text = '';
  let done = 0;
  for (let at = sql.indexOf('{'); at >= 0;) {
    const closing = CLOSINGS[sql.slice(at, at + 2)];
    const end = closing === undefined || none.has(closing) ? -1 : sql.indexOf(closing, at + 2);
    if (end >= 0) {
      text += `${sql.slice(done, at)}${put(sql.slice(at, end + 2))}`;
      done = end + 2;
    } else if (closing !== undefined) none.add(closing);
    at = sql.indexOf('{', end >= 0 ? end + 2 : at + 1);
  }
  return text + sql.slice(done);
}

/** The text with something in the place of each long list of values. */
function withoutLists(
  sql: string,
  dialect: string,
  put: (list: string) => string,
): { readonly text: string; readonly isLong: boolean } {
  const assist = assistDialectOf(dialect);
  let text = '';
  for (let begin = 0; begin < sql.length;) {
    const statement = begin === 0 ? sql : sql.slice(begin);
    const { tokens, end } = lexStatement(statement, assist);
    const closings = bracketsOfValues(tokens);
    let done = 0;
    const size: Size = { parts: 0, words: 0, depth: 0, deepest: 0 };
    for (let at = 0; at < tokens.length;) {
      const count = lengthOfList(tokens, at, closings);
      const [first, last] = [tokens[at], tokens[at + count - 1]];
      if (count >= MIN_VALUES && first && last) {
        text += `${statement.slice(done, first.from)}${put(statement.slice(first.from, last.to))}`;
        done = last.to;
      } else grow(size, tokens.slice(at, at + Math.max(count, 1)));
      at += Math.max(count, 1);
    }
    if (size.parts > MAX_PARTS || size.words > MAX_WORDS || size.deepest > MAX_DEPTH)
      return { text: sql, isLong: true };
    text += statement.slice(done, end);
    begin += end;
  }
  return { text, isLong: false };
}

/** How many tokens from here on are values and rows of values, whole in their brackets. */
function lengthOfList(tokens: readonly Lexeme[], from: number, closings: ReadonlyMap<number, number>): number {
  let whole = 0;
  if (tokens[from]?.kind === 'symbol' && tokens[from].text !== '(') return whole;
  for (let at = from; at < tokens.length;) {
    const token = tokens[at];
    const last = token?.text === '(' ? closings.get(at) : at;
    if (last === undefined || !token || !isOfList(token) || token.text === ')') break;
    at = last + 1;
    if (token.kind !== 'symbol' || token.text === '(') whole = at - from;
  }
  return whole;
}

/** The brackets that hold nothing but values, each with its end. */
function bracketsOfValues(tokens: readonly Lexeme[]): ReadonlyMap<number, number> {
  const closings = new Map<number, number>();
  let open: number[] = [];
  for (const [at, token] of tokens.entries()) {
    if (!isOfList(token)) open = [];
    else if (token.text === '(') open.push(at);
    else if (token.text === ')') {
      const begin = open.pop();
      if (begin !== undefined) closings.set(begin, at);
    }
  }
  return closings;
}

function isOfList({ kind, text, isOpen }: Lexeme): boolean {
  if (isOpen === true) return false;
  if (kind === 'word') return text === 'NULL' || text === 'TRUE' || text === 'FALSE';
  return kind === 'number' || kind === 'string' || (kind === 'symbol' && ',()-+'.includes(text));
}

/** What the library has to do for a statement. */
type Size = { parts: number; words: number; depth: number; deepest: number };

function grow(size: Size, tokens: readonly Lexeme[]): void {
  for (const token of tokens) {
    size.words += 1;
    if (isJoint(token)) size.parts += 1;
    size.depth += stepOf(token);
    size.deepest = Math.max(size.deepest, size.depth);
  }
}

/** Into brackets and cases, and out of them. */
function stepOf({ kind, text }: Lexeme): number {
  if (kind === 'symbol') return '([{'.includes(text) ? 1 : ')]}'.includes(text) ? -1 : 0;
  return kind === 'word' && text === 'CASE' ? 1 : kind === 'word' && text === 'END' ? -1 : 0;
}

/** What the library strings together at one level. */
function isJoint({ kind, text }: Lexeme): boolean {
  return kind === 'symbol' ? text === ',' : kind === 'word' && (text === 'AND' || text === 'OR' || text === 'WHEN');
}

/** A word that the text does not hold: with one line more than any in it. */
function freeWord(sql: string): string {
  let longest = 0;
  for (const [lines] of sql.matchAll(/(?<=template)_+/g)) longest = Math.max(longest, lines.length);
  return `template${'_'.repeat(longest + 1)}`;
}

function bare(sql: string): string {
  return sql.replace(/\s+/g, '');
}
