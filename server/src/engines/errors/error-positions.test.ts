import { expect, test } from 'vitest';
import { isSourceError, sourceError } from '@tessera/core/errors/source-error';
import { positionAt, type SourcePosition } from '@tessera/core/text-position';
import { behind, clickhousePlace, duckdbPlace, mysqlPlace, sqlitePlace } from './error-positions.ts';

const placeIn = (text: string, part: string) => positionAt(text, text.indexOf(part));

test('DuckDB: a caret under a line that is cut at both ends, behind tabs and wide characters', () => {
  const many = (name: string) => Array.from({ length: 60 }, (_, at) => `1 AS ${name}${at}`).join(', ');
  const long = `SELECT 1,\n ${many('before')},\t'é😀' || nope AS x, ${many('after')}`;
  const excerpt = `... before58, 1 AS before59,\t'é😀' || nope AS x, 1 AS after0, 1 AS after1...`;
  const caret = ' '.repeat(`LINE 2: ... before58, 1 AS before59,'é😀' || `.length);
  expect(duckdbPlace(long, `Binder Error: no\n\nLINE 2: ${excerpt}\n${caret}^`)).toEqual(placeIn(long, 'nope'));
  // How wide other characters are depends on who shows them.
  expect(
    duckdbPlace("SELECT '漢' || nope", `Binder Error: no\n\nLINE 1: SELECT '漢' || nope\n${' '.repeat(23)}^`),
  ).toEqual({ line: 1, column: null });
  // The part that is shown stands there twice.
  expect(duckdbPlace('SELECT nope, nope', `Binder Error: no\n\nLINE 1: ...nope...\n${' '.repeat(11)}^`)).toEqual({
    line: 1,
    column: null,
  });
  expect([duckdbPlace('SELECT 1', 'Binder Error: no'), duckdbPlace('SELECT 1', 'no\n\nLINE 4: x\n        ^')]).toEqual([
    null,
    null,
  ]);
});

test('SQLite: the token that it names, where the text has it once', () => {
  const sql = 'SELECT identity ORDER id\nFROM t -- (';
  expect(sqlitePlace(sql, 'near "id": syntax error')).toEqual(placeIn(sql, 'id\n'));
  expect(sqlitePlace('SELECT (1))', 'near ")": syntax error')).toBeNull();
  expect(sqlitePlace('SELECT (1', 'incomplete input')).toEqual({ line: 1, column: 10 });
  expect(sqlitePlace("SELECT 'x", `unrecognized token: "'x"`)).toEqual({ line: 1, column: 8 });
  expect(sqlitePlace('SELECT x', 'no such column: x')).toBeNull();
});

test('MySQL: what it quotes, from there to the end or as much as it quotes', () => {
  const says = (rest: string, line: number) =>
    'You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for ' +
    `the right syntax to use near '${rest}' at line ${line}`;
  const sql = `SELECT 'it''s' AS a ORDER it, it, ${'x, '.repeat(40)}it\n`;
  const rest = sql.slice(sql.indexOf('it, it'));
  expect(mysqlPlace(sql, says(rest, 1))).toEqual(placeIn(sql, 'it, it'));
  expect(mysqlPlace(sql, says(rest.slice(0, 80), 1))).toEqual(placeIn(sql, 'it, it'));
  expect(mysqlPlace('SELECT 1 FROM\n', says('', 1))).toEqual({ line: 1, column: 14 });
  // The text is not where the line is, or is there more than once.
  expect([mysqlPlace('a it\nb it c', says('it', 2)), mysqlPlace(sql, says('?', 1))]).toEqual([
    { line: 2, column: null },
    { line: 1, column: null },
  ]);
  expect(mysqlPlace(sql, "Unknown column 'it' in 'field list'")).toBeNull();
});

test('ClickHouse: bytes', () => {
  const sql = "SELECT 'é😀' AS a,\n 'ü' AS b ORDER id";
  const position = Buffer.byteLength(sql.slice(0, sql.indexOf('id'))) + 1;
  expect(
    clickhousePlace(
      sql,
      `Code: 62. DB::Exception: Syntax error: failed at position ${position} (id) (line 2, col 17): id. (SYNTAX_ERROR)`,
    ),
  ).toEqual(placeIn(sql, 'id'));
  expect(clickhousePlace(sql, 'Code: 47. DB::Exception: Unknown identifier')).toBeNull();
});

test('words of our own before a statement are no part of it', async () => {
  const placed = async (words: string, sql: string, position: SourcePosition) =>
    behind(words, sql, () => Promise.reject(sourceError('source_syntax', 'no', position))).catch((error: unknown) =>
      isSourceError(error) ? (error.params.position ?? null) : error,
    );
  expect(await placed('EXPLAIN ', 'a\nb', { line: 1, column: 9 })).toEqual({ line: 1, column: 1 });
  expect(await placed('EXPLAIN ', 'a\nb', { line: 2, column: 1 })).toEqual({ line: 2, column: 1 });
  expect(await placed('SELECT * FROM (\n', 'a\nb', { line: 3, column: 2 })).toEqual({ line: 2, column: 2 });
  expect(await placed('SELECT * FROM (\n', 'a\nb', { line: 3, column: null })).toEqual({ line: 2, column: null });
  for (const outside of [
    { line: 1, column: 3 },
    { line: 4, column: 1 },
  ])
    expect(await placed('SELECT * FROM (\n', 'a\nb', outside)).toBeNull();
  expect(await placed('EXPLAIN ', 'a\nb', { line: 1, column: 3 })).toBeNull();
});
