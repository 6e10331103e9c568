import { expect, test } from 'vitest';
import { readDatabaseError } from './database-errors.ts';
import { assistDialectOf } from './dialects.ts';
import { explainError } from './mends.ts';
import { readScript } from './script.ts';
import { shop } from './shop.fixture.ts';

test.each([
  // DuckDB 1.5
  [
    'Binder Error: Referenced column "amuont" not found in FROM clause!\nCandidate bindings: "amount", "id"',
    'column',
    'amuont',
    ['amount', 'id'],
  ],
  ['Binder Error: Referenced column "amuont" was not found because the FROM clause is missing', 'column', 'amuont', []],
  ['Catalog Error: Table with name ordres does not exist!\nDid you mean "orders"?', 'table', 'ordres', ['orders']],
  ['Binder Error: Referenced table "x" not found!\nCandidate tables: "orders"', 'table', 'x', ['orders']],
  [
    'Catalog Error: Scalar Function with name dat_trunc does not exist!\nDid you mean "date_trunc"?',
    'function',
    'dat_trunc',
    ['date_trunc'],
  ],
  [
    'Binder Error: Ambiguous reference to column name "id" (use: "o.id" or "c.id")',
    'ambiguous',
    'id',
    ['o.id', 'c.id'],
  ],
  [
    'Binder Error: column "status" must appear in the GROUP BY clause or must be part of an aggregate function.',
    'grouping',
    'status',
    [],
  ],
  ['Parser Error: syntax error at or near "FORM"', 'syntax', 'FORM', []],
  // PostgreSQL 16
  ['column "amuont" does not exist', 'column', 'amuont', []],
  [
    'column o.amuont does not exist\nHINT: Perhaps you meant to reference the column "o.amount".',
    'column',
    'o.amuont',
    ['o.amount'],
  ],
  ['relation "ordres" does not exist', 'table', 'ordres', []],
  ['function foo(integer) does not exist', 'function', 'foo', []],
  ['column reference "id" is ambiguous', 'ambiguous', 'id', []],
  // SQLite
  ['no such column: amuont', 'column', 'amuont', []],
  ['no such table: main.ordres', 'table', 'main.ordres', []],
  ['near "FORM": syntax error', 'syntax', 'FORM', []],
  // MySQL 8
  ["Unknown column 'amuont' in 'field list'", 'column', 'amuont', []],
  ["Table 'shop.ordres' doesn't exist", 'table', 'shop.ordres', []],
  [
    "You have an error in your SQL syntax; check the manual … for the right syntax to use near 'FORM orders' at line 1",
    'syntax',
    'FORM',
    [],
  ],
  // Trino
  ["line 1:8: Column 'amuont' cannot be resolved", 'column', 'amuont', []],
  ["line 1:15: mismatched input 'FORM'. Expecting: ',', 'FROM'", 'syntax', 'FORM', []],
  // ClickHouse
  [
    "Unknown expression identifier `amuont` in scope SELECT amuont FROM orders. Maybe you meant: ['amount'].",
    'column',
    'amuont',
    ['amount'],
  ],
  ['Unknown table expression identifier `ordres` in scope SELECT 1', 'table', 'ordres', []],
  ['Something else', 'other', null, []],
])('%s', (message, kind, name, candidates) => {
  expect(readDatabaseError(message)).toEqual({ kind, name, candidates });
});

/** What an error marks, and the script after each mend. The place of the database is at `|`. */
function explained(marked: string, message: string, engine = 'duckdb') {
  const found = marked.indexOf('|');
  const sql = marked.replace('|', '');
  const script = readScript(sql, assistDialectOf(engine));
  const statement = { from: 0, to: sql.length };
  const { from, to, mends, explanation } = explainError(
    script,
    message,
    { at: found === -1 ? null : found, statement },
    shop,
  );
  return {
    marked: sql.slice(from, to),
    explanation,
    mended: mends.map((mend) => sql.slice(0, mend.from) + mend.insert + sql.slice(mend.to)),
  };
}

test('a column that is not there is mended by the nearest one, with a place or without', () => {
  const expected = {
    marked: 'amuont',
    explanation: 'Nothing that the query reads has a column "amuont".',
    mended: ['SELECT amount FROM orders'],
  };
  expect(explained('SELECT |amuont FROM orders', 'Referenced column "amuont" not found')).toEqual(expected);
  expect(explained('SELECT amuont FROM orders', "Unknown column 'amuont' in 'field list'", 'mysql')).toEqual(expected);
});

test('without a place an error is found by what it names, or nowhere', () => {
  const isFound = (sql: string, message: string) => {
    const script = readScript(sql, assistDialectOf('sqlite'));
    return explainError(script, message, { at: null, statement: { from: 0, to: sql.length } }, shop).isPlaced;
  };
  expect(isFound('SELECT 1, coun', 'Error: no such column: coun')).toBe(true);
  expect(isFound('SELECT 1, coun', 'Error: the disk is full')).toBe(false);
});

test('the qualifier bounds the columns that are proposed', () => {
  expect(
    explained(
      'SELECT |o.nam FROM orders o JOIN products p ON p.id = o.id',
      'column o.nam does not exist',
      'postgresql',
    ),
  ).toMatchObject({
    marked: 'nam',
    mended: [],
  });
  expect(
    explained('SELECT |p.nam FROM orders o JOIN products p ON p.id = o.id', 'column p.nam does not exist', 'postgresql')
      .mended[0],
  ).toContain('p.name');
});

test('tables, functions and names of two tables are mended', () => {
  expect(explained('SELECT * FROM |ordres', 'Table with name ordres does not exist').mended).toEqual([
    'SELECT * FROM orders',
  ]);
  expect(explained('SELECT |dat_trunc(1, 2)', 'Function with name dat_trunc does not exist').mended).toEqual([
    'SELECT date_trunc(1, 2)',
  ]);
  expect(
    explained('SELECT |id FROM orders o JOIN customers c ON true', 'Ambiguous reference to column name "id"').mended,
  ).toEqual([
    'SELECT o.id FROM orders o JOIN customers c ON true',
    'SELECT c.id FROM orders o JOIN customers c ON true',
  ]);
});

test('a column that is not grouped goes into GROUP BY or into an aggregate', () => {
  expect(
    explained(
      'SELECT status, |id, sum(amount) FROM orders GROUP BY status ORDER BY 1',
      'column "id" must appear in the GROUP BY clause',
    ).mended,
  ).toEqual([
    'SELECT status, id, sum(amount) FROM orders GROUP BY status, id ORDER BY 1',
    'SELECT status, any_value(id), sum(amount) FROM orders GROUP BY status ORDER BY 1',
  ]);
});

test('a name with capitals is mended by its quotes', () => {
  expect(explained('SELECT |country FROM customers', 'column "country" does not exist', 'postgresql').mended[0]).toBe(
    'SELECT "Country" FROM customers',
  );
});

test('what the text shows to be wrong mends an error of syntax', () => {
  expect(explained('SELECT id, |FROM orders', 'syntax error at or near "FROM"', 'postgresql')).toEqual({
    marked: 'FROM',
    explanation: 'The database did not expect "FROM" here. What is wrong may stand before it.',
    mended: ['SELECT id FROM orders'],
  });
});

test('of an error that says nothing of a place the first word is marked', () => {
  expect(explained('SELECT 1 / 0', 'division by zero')).toEqual({ marked: 'SELECT', explanation: null, mended: [] });
});
