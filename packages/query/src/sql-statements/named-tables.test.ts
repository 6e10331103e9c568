import { expect, test } from 'vitest';
import { dialectOf } from '../dialects/registry.ts';
import { namedTables } from './named-tables.ts';

const named = (sql: string, dialect = 'postgresql') =>
  namedTables(sql, dialectOf(dialect).grammar).map(({ catalog, schema, table }) =>
    [catalog, schema, table].filter((part) => part !== null).join('.'),
  );

test.each([
  ['SELECT 1', []],
  ['SELECT * FROM Orders o', ['Orders']],
  ['SELECT * FROM app.orders, "My Shop"."Items" AS i, c WHERE x = 1', ['app.orders', 'My Shop.Items', 'c']],
  ['SELECT * FROM a JOIN b ON a.x = b.x LEFT JOIN db.s.c USING (x)', ['a', 'b', 'db.s.c']],
  ['WITH a AS (SELECT * FROM t) SELECT * FROM a, (SELECT * FROM u) v', ['t', 'u']],
  ['SELECT EXTRACT(year FROM ts), TRIM(both FROM name) FROM events', ['events']],
  ['SELECT a IS DISTINCT FROM b FROM t', ['t']],
  ['SELECT DISTINCT a FROM t; SELECT * FROM t', ['t']],
  ['SELECT * FROM generate_series(1, 2) g, t', ['t']],
  ['SELECT * FROM a, (SELECT * FROM b) x, c', ['a', 'c', 'b']],
  ['INSERT INTO target (a) SELECT a FROM source', ['target', 'source']],
  ['UPDATE t SET a = (SELECT max(b) FROM u)', ['t', 'u']],
  ['DELETE FROM t WHERE a IN (SELECT a FROM u)', ['t', 'u']],
  ["SELECT 'FROM x' FROM t -- FROM y", ['t']],
  ["SELECT * FROM t WHERE a = 'open", []],
  ['SELECT * FROM a, FROM b', ['a', 'b']],
])('%s', (sql, tables) => expect(named(sql)).toEqual(tables));

test('names are read as each database quotes them', () => {
  expect(named('SELECT * FROM `app`.`orders` JOIN x', 'mysql')).toEqual(['app.orders', 'x']);
});

// Each of them was read to the end from every word on: what they named did not fit into memory.
test.each([
  ['FROM a, ', 12_000, ['a']],
  ['FROM f( ', 12_000, []],
])('[attack 61] %s over and over is read once', (text, times, tables) =>
  expect([...new Set(named(text.repeat(times)))]).toEqual(tables),
);
