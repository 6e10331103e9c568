import type { AssistDialect } from './dialects.ts';
import { endOfTag } from './template-tags.ts';

export type Span = { readonly from: number; readonly to: number };
/**
 * A fragment of SQL that may be half written. A `template` is a tag that prints; tags that do something are among the
 * comments.
 */
export type Lexeme = Span & {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'symbol' | 'template';
  /** Words in capitals, quoted names without their quotes, symbols as they are; nothing for the rest. */
  readonly text: string;
  /** What closes it is not there: it was read to the end of its line. */
  readonly isOpen?: true;
};
/** What is between the fragments. */
export type Aside = Span & { readonly kind: 'comment' | 'tag'; readonly isOpen?: true };
/** The fragments up to a semicolon, which is not among them. */
export type Lexed = { readonly tokens: readonly Lexeme[]; readonly asides: readonly Aside[]; readonly end: number };

type Reading = {
  readonly text: string;
  readonly dialect: AssistDialect;
  readonly tokens: Lexeme[];
  readonly asides: Aside[];
};

/**
 * Read the first statement of a text: behind its semicolon it ends. Takes every text: what is not closed ends with its
 * line, so that the lines below still mean something.
 */
export function lexStatement(text: string, dialect: AssistDialect): Lexed {
  const reading: Reading = { text, dialect, tokens: [], asides: [] };
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code <= 32) at += 1;
    else if (code === 59) return { tokens: reading.tokens, asides: reading.asides, end: at + 1 };
    else at = readOne(reading, at, code);
  }
  return { tokens: reading.tokens, asides: reading.asides, end: text.length };
}

/** Whether a place is inside of a comment, or at the end of one that ends with its line. */
export function asideAt(asides: readonly Aside[], at: number, text: string): Aside | null {
  return (
    asides.find(
      ({ from, to, isOpen }) => from < at && (at < to || (at === to && (isOpen === true || !isBlock(text, from)))),
    ) ?? null
  );
}

function isBlock(text: string, from: number): boolean {
  return text.startsWith('/*', from) || text.startsWith('{', from);
}

function readOne(reading: Reading, at: number, code: number): number {
  const { text, dialect } = reading;
  const next = text.charCodeAt(at + 1);
  if (isWordStart(code)) return readWord(reading, at);
  if (isDigit(code) || (code === 46 && isDigit(next) && !followsName(reading, at))) return readNumber(reading, at);
  if (code === 45 && next === 45 && beginsLineComment(text, at, dialect)) return readLineComment(reading, at);
  if (code === 35 && dialect.hashComments) return readLineComment(reading, at);
  if (code === 47 && next === 42) return readBlockComment(reading, at);
  if (code === 123 && (next === 123 || next === 37 || next === 35)) return readTag(reading, at, next);
  if (code === 39) return readString(reading, at, "'");
  if (code === 34) return dialect.grammar.doubleQuotedText ? readString(reading, at, '"') : readName(reading, at, '"');
  if (code === 96 && dialect.grammar.backticks) return readName(reading, at, '`');
  if (code === 91 && dialect.grammar.bracketNames) return readName(reading, at, ']');
  if (code === 36 && dialect.dollarQuotes) return readDollarQuote(reading, at);
  if (code === 58 && next === 58) return push(reading, 'symbol', '::', at, at + 2);
  return push(reading, 'symbol', text.charAt(at), at, at + 1);
}

function push(reading: Reading, kind: Lexeme['kind'], text: string, from: number, to: number): number {
  reading.tokens.push({ kind, text, from, to });
  return to;
}

/** A text that is not closed ends with its line. */
function pushOpen(reading: Reading, kind: Lexeme['kind'], text: string, from: number): number {
  const to = endOfLine(reading.text, from);
  reading.tokens.push({ kind, text, from, to, isOpen: true });
  return to;
}

const otherWord = /[\p{L}_][\p{L}\p{N}_$]*/uy;

function readWord(reading: Reading, at: number): number {
  const { text } = reading;
  let to = at;
  while (to < text.length && isWordPart(text.charCodeAt(to))) to += 1;
  if (to < text.length && text.charCodeAt(to) > 127) {
    otherWord.lastIndex = at;
    to = Math.max(to, at + (otherWord.exec(text)?.[0].length ?? 0));
  }
  // A sign that is no letter: taken as it is.
  if (to === at) return push(reading, 'symbol', text.charAt(at), at, at + 1);
  return push(reading, 'word', ownedText(text.slice(at, to).toUpperCase()), at, to);
}

const number = /(?:0[xX][0-9a-fA-F]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/y;

function readNumber(reading: Reading, at: number): number {
  let end = at;
  while (isDigit(reading.text.charCodeAt(end))) end += 1;
  const next = reading.text.charCodeAt(end);
  // Long lists are made of plain numbers.
  if (end > at && next !== 46 && !isWordPart(next)) return push(reading, 'number', '', at, end);
  number.lastIndex = at;
  const length = number.exec(reading.text)?.[0].length ?? 1;
  return push(reading, 'number', '', at, at + length);
}

function readLineComment({ text, asides }: Reading, from: number): number {
  const to = endOfLine(text, from);
  asides.push({ kind: 'comment', from, to });
  return to;
}

function readBlockComment({ text, asides, dialect }: Reading, from: number): number {
  let depth = 1;
  let at = from + 2;
  for (;;) {
    const close = text.indexOf('*/', at);
    if (close === -1) {
      asides.push({ kind: 'comment', from, to: text.length, isOpen: true });
      return text.length;
    }
    const open = dialect.nestsComments ? text.indexOf('/*', at) : -1;
    if (open !== -1 && open < close) {
      depth += 1;
      at = open + 2;
      continue;
    }
    depth -= 1;
    at = close + 2;
    if (depth === 0) break;
  }
  asides.push({ kind: 'comment', from, to: at });
  return at;
}

function readTag(reading: Reading, from: number, next: number): number {
  const to = endOfTag(reading.text, from);
  const end = to ?? endOfLine(reading.text, from);
  const open = to === null ? ({ isOpen: true } as const) : {};
  if (next === 123) reading.tokens.push({ kind: 'template', text: '', from, to: end, ...open });
  else reading.asides.push({ kind: next === 37 ? 'tag' : 'comment', from, to: end, ...open });
  return end;
}

function readString(reading: Reading, at: number, quote: string): number {
  const { grammar } = reading.dialect;
  const before = reading.tokens.at(-1);
  const isEscaping =
    grammar.backslashes === true ||
    (grammar.escapeStrings && before?.kind === 'word' && before.text === 'E' && before.to === at);
  const to = endOfQuote(reading.text, at, quote, isEscaping);
  return to === null ? pushOpen(reading, 'string', '', at) : push(reading, 'string', '', at, to);
}

function readName(reading: Reading, at: number, closing: string): number {
  const { text, dialect } = reading;
  const to = endOfQuote(text, at, closing, dialect.grammar.backslashNames === true);
  if (to === null) {
    // Names of several words are fewer than those whose quote is to come.
    const end = at + 1 + (/^\S*/.exec(text.slice(at + 1, endOfLine(text, at)))?.[0].length ?? 0);
    reading.tokens.push({ kind: 'name', text: ownedText(text.slice(at + 1, end)), from: at, to: end, isOpen: true });
    return end;
  }
  const name = text.slice(at + 1, to - 1).replaceAll(closing + closing, closing);
  return push(reading, 'name', ownedText(name), at, to);
}

const dollarTag = /\$[A-Za-z_]?\w*\$/y;

function readDollarQuote(reading: Reading, at: number): number {
  dollarTag.lastIndex = at;
  const tag = dollarTag.exec(reading.text)?.[0];
  if (tag === undefined) return push(reading, 'symbol', '$', at, at + 1);
  const close = reading.text.indexOf(tag, at + tag.length);
  return close === -1 ? pushOpen(reading, 'string', '', at) : push(reading, 'string', '', at, close + tag.length);
}

/** Behind the closing quote; a doubled one is a part of the text, and what a tag of a template holds closes nothing. */
function endOfQuote(text: string, at: number, quote: string, isEscaping: boolean): number | null {
  for (let index = at + 1; index < text.length; index += 1) {
    const char = text.charAt(index);
    if (char === '\\' && isEscaping) index += 1;
    else if (char === quote) {
      if (text.charAt(index + 1) !== quote) return index + 1;
      index += 1;
    } else if (char === '{' && (text[index + 1] === '{' || text[index + 1] === '%')) {
      index = (endOfTag(text, index) ?? index + 1) - 1;
    }
  }
  return null;
}

/** A copy: a part of a text keeps the whole of it in memory, and a script is one text per key. */
export function ownedText(part: string): string {
  return part.length < 13 ? part : ` ${part}`.slice(1);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** MySQL wants white space behind the two hyphens. */
function beginsLineComment(text: string, at: number, { grammar }: AssistDialect): boolean {
  return grammar.mysqlComments !== true || at + 2 >= text.length || text.charCodeAt(at + 2) <= 32;
}

/** `t.1` is no number behind a name. */
function followsName({ tokens }: Reading, at: number): boolean {
  const before = tokens.at(-1);
  return before !== undefined && before.to === at && (before.kind === 'word' || before.kind === 'name');
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isWordStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code > 127;
}

function isWordPart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    code === 95 ||
    code === 36 ||
    (code >= 48 && code <= 57)
  );
}
