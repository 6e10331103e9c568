import { isSourceError, placed } from '@tessera/core/errors/source-error';
import { offsetAt, positionAt, type TextPosition } from '@tessera/core/text-position';

/** The place behind so many characters, where an emoji is one. */
export function placeByCharacters(sql: string, characters: number): ReturnType<typeof positionAt> {
  return positionAt(sql, Array.from(sql).slice(0, Math.max(0, characters)).join('').length);
}

/**
 * DuckDB shows the line with a caret under the place. A long line is cut at both ends, and a caret counts what is seen.
 */
export function duckdbPlace(sql: string, reason: string): TextPosition | null {
  const shown = /\n\nLINE (\d+): (.*)\n( *)\^$/s.exec(reason);
  if (!shown) return null;
  const [, number = '', excerpt = '', spaces = ''] = shown;
  const line = Number(number);
  const text = sql.split('\n')[line - 1];
  if (text === undefined) return null;
  const part = excerpt.replace(/^\.\.\. ?|\.\.\.$/g, (dots) => ' '.repeat(dots.length)).trim();
  const at = excerpt.indexOf(part);
  const begins = text.indexOf(part);
  const isCertain = part !== '' && begins >= 0 && text.indexOf(part, begins + 1) < 0;
  const offset = isCertain ? seenOffset(excerpt, spaces.length - `LINE ${number}: `.length) : null;
  return { line, column: offset === null || offset < at ? null : begins + offset - at + 1 };
}

/**
 * Where in a text a caret stands that counts a tab as nothing and an emoji as two; `null` behind what nobody knows the
 * width of.
 */
function seenOffset(text: string, width: number): number | null {
  let seen = 0;
  let offset = 0;
  for (const char of text) {
    if (seen >= width && char !== '\t') break;
    const code = char.codePointAt(0) ?? 0;
    if (code > 0x2ff && code < 0x1f300) return null;
    seen += char === '\t' ? 0 : code >= 0x1f300 ? 2 : 1;
    offset += char.length;
  }
  return seen === width ? offset : null;
}

/** SQLite names the token that it stumbles over: a place where the text has it once. */
export function sqlitePlace(sql: string, reason: string): TextPosition | null {
  if (/incomplete input/.test(reason)) return positionAt(sql, sql.trimEnd().length);
  const token = /near "(.+)": syntax error/s.exec(reason)?.[1] ?? /unrecognized token: "(.+)"/s.exec(reason)?.[1];
  if (token === undefined) return null;
  const isWord = /^\w+$/.test(token);
  const found = [
    ...sql.matchAll(
      new RegExp(isWord ? `\\b${token}\\b` : token.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`), 'g'),
    ),
  ];
  return found.length === 1 && found[0] ? positionAt(sql, found[0].index) : null;
}

/** MySQL quotes what it could not read any more, from there on, and says its line. */
export function mysqlPlace(sql: string, reason: string): TextPosition | null {
  const told = /right syntax to use near '(.*)' at line (\d+)$/s.exec(reason);
  if (!told) return null;
  const [, rest = '', number = ''] = told;
  const line = Number(number);
  const only = sql.indexOf(rest) === sql.lastIndexOf(rest) ? sql.indexOf(rest) : -1;
  const at = rest === '' ? sql.trimEnd().length : sql.endsWith(rest) ? sql.length - rest.length : only;
  const place = at < 0 ? null : positionAt(sql, at);
  return place?.line === line ? place : { line, column: null };
}

/** ClickHouse counts the bytes before the token. */
export function clickhousePlace(sql: string, reason: string): TextPosition | null {
  const position = /Syntax error(?: \([^)]*\))?: failed at position (\d+)/.exec(reason)?.[1];
  return position === undefined
    ? null
    : positionAt(
        sql,
        Buffer.from(sql)
          .subarray(0, Number(position) - 1)
          .toString().length,
      );
}

/**
 * Trino says line and column, in characters. Of a text that EXECUTE IMMEDIATE takes it adds the column of that text to
 * the first line, and to every line where it could not read it.
 *
 * @param column  Of the text in the statement, from 0.
 */
export function trinoPlace(
  sql: string,
  { lineNumber, columnNumber }: { readonly lineNumber: number; readonly columnNumber: number },
  { isUnread, column }: { readonly isUnread: boolean; readonly column: number },
): TextPosition | null {
  const text = sql.split('\n')[lineNumber - 1];
  const own = columnNumber - (lineNumber === 1 || isUnread ? column : 0);
  if (text === undefined || own < 1) return null;
  return { line: lineNumber, column: placeByCharacters(text, own - 1).column };
}

/**
 * Run a statement that stands behind words of our own: the place of an error is reported in the statement, and not at
 * all where it is in the words.
 */
export async function behind<Value>(words: string, sql: string, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (!isSourceError(error) || error.params.position === undefined) throw error;
    const { line, column } = error.params.position;
    const own = words.split('\n');
    const inSql = {
      line: line - own.length + 1,
      column: column === null || line > own.length ? column : column - (own.at(-1)?.length ?? 0),
    };
    throw placed(error, offsetAt(sql, inSql) === null ? null : inSql);
  }
}
