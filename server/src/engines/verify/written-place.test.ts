import { expect, test } from 'vitest';
import { sourceError } from '@tessera/core/errors/source-error';
import { positionAt, type SourcePosition } from '@tessera/core/text-position';
import { AppError } from '@tessera/core/errors/app-error';
import { placedInWritten } from './written-place.ts';

const sql = "SELECT a,\n  'x' AS b\nFROM t";
const text =
  `SELECT "b" AS "b", SUM(a +\n nope) AS "x"\nFROM (\n${sql}\n) AS "virtual_table"\n` + `WHERE (a > 1) AND "nope" = 3`;
const query = {
  text,
  written: [
    { kind: 'query', sql },
    { kind: 'expression', sql: 'SUM(a +\n nope)', from: '' },
    { kind: 'rule', sql: 'a > 1', from: '' },
    { kind: 'expression', sql: 'nope', from: '' },
  ],
} as const;
const placeOf = (position: SourcePosition): unknown => {
  const error = placedInWritten(sourceError('source_column_missing', 'no', position), query);
  return error instanceof AppError ? (error.params as { readonly position?: SourcePosition }).position : error;
};
const at = (part: string) => positionAt(text, text.indexOf(part));

test('a place in what a user wrote is reported in that text', () => {
  expect(placeOf(at("'x'"))).toEqual({ ...positionAt(sql, sql.indexOf("'x'")), in: 'query' });
  expect(placeOf(at('nope)'))).toEqual({ line: 2, column: 2, in: 'expression' });
  expect(placeOf(at('a > 1'))).toEqual({ line: 1, column: 1, in: 'rule' });
  // Behind the end of the query.
  expect(placeOf({ line: 6, column: 7 })).toEqual({ line: 3, column: 7, in: 'query' });
});

test('a place in what the product wrote is none', () => {
  for (const part of ['"b" AS', 'AS "x"', 'AS "virtual', '"nope"', '= 3'])
    expect([part, placeOf(at(part))]).toEqual([part, undefined]);
  expect(placeOf({ line: 99, column: 1 })).toBeUndefined();
});

test('a line alone is reported where all of it is of one text', () => {
  expect(placeOf({ line: 5, column: null })).toEqual({ line: 2, column: null, in: 'query' });
  expect([1, 2, 7].map((line) => placeOf({ line, column: null }))).toEqual([undefined, undefined, undefined]);
});

test('what has no place stays as it is', () => {
  const error = sourceError('database_error', 'no', null);
  const refused = new AppError('statement_refused', { reason: 'no' });
  expect([placedInWritten(error, query), placedInWritten(refused, query)]).toEqual([error, refused]);
});
