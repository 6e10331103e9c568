/** What differs between databases in how SQL text is cut into tokens. */
export type SqlSyntax = {
  readonly name: string;
  /** Also an identifier: `name`. */
  readonly backticks: boolean;
  /** Also an identifier: [name]; otherwise brackets are lists. */
  readonly bracketNames: boolean;
  /** E'…' reads backslash escapes. */
  readonly escapeStrings: boolean;
  /** Every text literal reads backslash escapes; left out where a backslash is a letter. */
  readonly backslashes?: true;
  /** So do quoted names. */
  readonly backslashNames?: true;
  /** "…" is a text literal. */
  readonly doubleQuotedText?: true;
  /**
   * A comment by two hyphens needs white space behind them, `#` begins one too, and those that begin with `!`, `M!` or
   * `+` are run.
   */
  readonly mysqlComments?: true;
  /** {a: 1} */
  readonly braces: boolean;
  /** Characters that would be read as parameters or that no expression of this database needs. */
  readonly refused: ReadonlySet<string>;
  /** `x IN name` reads a list column. Elsewhere it reads a whole table, so a parenthesis must follow. */
  readonly bareIn: boolean;
  /** POSITION(x IN y) takes a value behind IN; nothing else does. */
  readonly positionIn?: true;
  /** A name behind a value names it in the whole statement, and one name in the list of IN is a table. */
  readonly untrustedNames?: true;
  /** A LIMIT behind parts that UNION and its like connect bounds the last one alone; none stands behind brackets. */
  readonly limitOfLastPart?: true;
};

/** The same with what user SQL may call, which no browser has to load. */
export type SqlGrammar = SqlSyntax & {
  /** Functions that an expression may call, in lower case. */
  readonly functions: ReadonlySet<string>;
};

export type Token = {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'symbol';
  /** Words in upper case; quoted names and strings without their quotes. */
  readonly text: string;
  /** Where the token begins and ends in the cleaned text. */
  readonly start: number;
  readonly end: number;
  /** Where it begins in the text as it was given. */
  readonly at: number;
};
export type Tokens =
  | {
      readonly ok: true;
      readonly tokens: readonly Token[];
      /** The text with comments replaced by a space. */ readonly text: string;
    }
  | { readonly ok: false; readonly reason: string; /** Where in the text as it was given. */ readonly at: number };

/** How whole statements are read: a semicolon may end one. */
export function ofStatements<Syntax extends SqlSyntax>(grammar: Syntax): Syntax {
  return { ...grammar, refused: new Set([...grammar.refused].filter((char) => char !== ';')) };
}

const wordPattern = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const numberPattern = /(?:0[xX][0-9a-fA-F]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/y;
/** Most words are these, and are found sooner. */
const plainWordPattern = /[A-Za-z_][\w$]*/y;
const spaces = ' \t\r\n\f';
/** What may be the first half of a mark of two. */
const pairing = '-/*';
const symbols = '+-*/%<>=!|&^~.,()[]{}:;@#?';
/** Symbols that no number begins with. */
const plainSymbols = symbols.replace('.', '');

/**
 * Cut SQL into tokens. Text that this reader and the database might understand differently is refused:
 * nested comments, dollar quotes, unknown characters, anything unterminated.
 * @param maxTokens  A text of more is refused.
 */
export function tokenize(sql: string, grammar: SqlSyntax, maxTokens = Number.POSITIVE_INFINITY): Tokens {
  const tokens: Token[] = [];
  let text = '';
  let at = 0;
  /** Up to here the text is cleaned; `gone`: how much shorter it is. A text without comments is cut once. */
  let [done, gone] = [0, 0];
  const push = (kind: Token['kind'], value: string, end: number) => {
    tokens.push({ kind, text: value, start: at - gone, end: end - gone, at });
    at = end;
  };
  while (at < sql.length) {
    if (tokens.length > maxTokens) return { ok: false, reason: `it has more than ${maxTokens} words and symbols`, at };
    const char = sql.charAt(at);
    if (spaces.includes(char)) {
      at += 1;
      continue;
    }
    const pair = pairing.includes(char) ? sql.slice(at, at + 2) : char;
    if (pair === '--' || pair === '/*' || (char === '#' && grammar.mysqlComments)) {
      if (grammar.mysqlComments && pair === '--' && !/^--([ \t\r\n]|$)/.test(sql.slice(at, at + 3)))
        return { ok: false, reason: 'two hyphens need a space between or behind them', at };
      if (grammar.mysqlComments && /^\/\*(M?!|\+)/i.test(sql.slice(at, at + 4)))
        return { ok: false, reason: 'comments that are run are not allowed', at };
      const end = endOfComment(sql, at);
      if (end === null) return { ok: false, reason: 'a comment is not closed', at };
      text += `${sql.slice(done, at)} `;
      gone += end - at - 1;
      done = end;
      at = end;
      continue;
    }
    if (pair === '*/') return { ok: false, reason: 'a comment is closed that was not opened', at };
    if (char === "'" || (char === '"' && grammar.doubleQuotedText)) {
      // Behind a line break the second would go on as the first began: with escapes or without.
      if (grammar.escapeStrings && tokens.at(-1)?.kind === 'string')
        return { ok: false, reason: 'two texts need an operator between them', at };
      const escapes =
        grammar.backslashes === true ||
        (grammar.escapeStrings &&
          tokens.at(-1)?.kind === 'word' &&
          tokens.at(-1)?.text === 'E' &&
          tokens.at(-1)?.end === at - gone);
      const end = endOfQuote(sql, at, char, escapes);
      if (end === null) return { ok: false, reason: 'a text literal is not closed', at };
      push('string', sql.slice(at + 1, end - 1), end);
      continue;
    }
    const closing =
      char === '"' ? '"' : char === '`' && grammar.backticks ? '`' : char === '[' && grammar.bracketNames ? ']' : null;
    if (closing !== null) {
      const end = endOfQuote(sql, at, closing, grammar.backslashNames === true);
      if (end === null) return { ok: false, reason: 'a quoted name is not closed', at };
      const name = sql.slice(at + 1, end - 1).replaceAll(closing + closing, closing);
      push('name', grammar.backslashNames ? name.replace(/\\(.)/gs, '$1') : name, end);
      continue;
    }
    // Most of what is written to hurt is made of these.
    if (plainSymbols.includes(char) && !grammar.refused.has(char)) {
      push('symbol', char, at + 1);
      continue;
    }
    const number = '.0123456789'.includes(char) ? match(numberPattern, sql, at) : null;
    if (number !== null) {
      const next = at + number.length;
      if (match(wordPattern, sql, next) !== null) return { ok: false, reason: `"${number}" runs into a word`, at };
      push('number', number, next);
      continue;
    }
    const word = wordIn(sql, at);
    if (word !== null) {
      if (word.toUpperCase() === 'U' && sql.startsWith('&', at + word.length))
        return { ok: false, reason: 'U& names and texts are not supported', at };
      push('word', word.toUpperCase(), at + word.length);
      continue;
    }
    if (grammar.refused.has(char) || !symbols.includes(char))
      return { ok: false, reason: `the character ${JSON.stringify(char)} is not allowed outside of quotes`, at };
    push('symbol', char, at + 1);
  }
  text += sql.slice(done);
  return { ok: true, tokens, text: text.trim() === '' ? '' : text };
}

export function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.kind === 'symbol' && token.text === text;
}

const closings: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** What is wrong with the brackets of a text; `null` where they are in pairs. */
export function bracketFault(tokens: readonly Token[]): string | null {
  return unpairedBracket(tokens)?.reason ?? null;
}

/** The same, and where in the text as it was given. */
export function unpairedBracket(tokens: readonly Token[]): { readonly reason: string; readonly at: number } | null {
  const open: { readonly closing: string; readonly at: number }[] = [];
  for (const { kind, text, at } of tokens) {
    if (kind !== 'symbol') continue;
    const closing = closings[text];
    if (closing !== undefined) open.push({ closing, at });
    else if (')]}'.includes(text) && open.pop()?.closing !== text) return { reason: 'Unmatched parenthesis', at };
  }
  const last = open.at(-1);
  return last ? { reason: 'Unclosed parenthesis', at: last.at } : null;
}

/** The word there, in upper case; `null` for anything else. */
export function wordAt(tokens: readonly Token[], at: number): string | null {
  const token = tokens[at];
  return token?.kind === 'word' ? token.text : null;
}

function match(pattern: RegExp, sql: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? null;
}

function wordIn(sql: string, at: number): string | null {
  const plain = match(plainWordPattern, sql, at);
  return plain !== null && (sql.codePointAt(at + plain.length) ?? 0) < 0x80 ? plain : match(wordPattern, sql, at);
}

const lineEnd = /[\r\n]/g;

function endOfComment(sql: string, at: number): number | null {
  if (!sql.startsWith('/*', at)) {
    // A bare carriage return ends a line for some databases and not for others.
    lineEnd.lastIndex = at;
    const end = lineEnd.exec(sql)?.index ?? sql.length;
    return sql[end] === '\r' && sql[end + 1] !== '\n' ? null : end;
  }
  const end = sql.indexOf('*/', at + 2);
  if (end === -1 || sql.slice(at + 2, end).includes('/*')) return null;
  return end + 2;
}

/** Behind the closing quote; a doubled one is part of the text. */
function endOfQuote(sql: string, at: number, quote: string, escapes: boolean): number | null {
  for (let index = at + 1; index < sql.length; index += 1) {
    const char = sql[index];
    if (char === '\0') return null;
    if (escapes && char === '\\') index += 1;
    else if (char === quote) {
      if (sql[index + 1] !== quote) return index + 1;
      index += 1;
    }
  }
  return null;
}
