import { expect, test } from 'vitest';
import { assistDialectOf } from './dialects.ts';
import { faultsOf } from './faults.ts';
import { readScript } from './script.ts';
import { shop } from './shop.fixture.ts';

/** Each fault as its text in the script, what is wrong, and what its first mend makes of the script. */
function faults(sql: string, engine = 'duckdb'): readonly string[] {
  const script = readScript(sql, assistDialectOf(engine));
  return faultsOf(script, shop, { from: 0, to: sql.length }).faults.map(
    ({ from, to, severity, message, mends: [mend] }) => {
      const mended = mend ? ` → ${sql.slice(0, mend.from)}${mend.insert}${sql.slice(mend.to)}` : '';
      return `${severity} at ${sql.slice(from, to)}: ${message}${mended}`;
    },
  );
}

test.each([
  ["SELECT 'a", ["error at 'a: This text is not closed: a quote is missing. → SELECT 'a'"]],
  ['SELECT /* a', ['error at /* a: This comment is not closed. → SELECT /* a*/']],
  ['SELECT {{ a', ['error at {{ a: This template tag is not closed. → SELECT {{ a }}']],
  ['SELECT (1', ['error at (: This bracket is not closed. → SELECT (1)']],
  ['SELECT ((1) FROM t)) x', ['error at ): Nothing opens this bracket. → SELECT ((1) FROM t) x']],
  ['SELECT [1, (2]', ['error at (: This bracket is not closed. → SELECT [1, (2])']],
  [
    'SELECT \u201Ca\u201D',
    [
      'error at \u201C: This sign is not a part of SQL: \u201C → SELECT "a\u201D',
      'error at \u201D: This sign is not a part of SQL: \u201D → SELECT \u201Ca"',
    ],
  ],
  ['SELEKT 1', ['warning at SELEKT: No statement begins with "SELEKT". → SELECT 1']],
  ['SELECT 1; (selec 2)', ['warning at selec: No statement begins with "selec". → SELECT 1; (select 2)']],
  ['FORM orders', ['warning at FORM: No statement begins with "FORM". → FROM orders']],
  // It is still being written, or no misspelling of what is known here.
  ['SELEC', []],
  ['CREAT', []],
  ['LOOP x', []],
  ['CHECKSUM TABLE orders', []],
  ['UPSERT INTO orders VALUES (1)', []],
  ['SET x = 1', []],
  ['SELECT id FROM orders GROUP BY 1 WHERE id = 1', ['error at WHERE: WHERE goes before GROUP BY.']],
  ['SELECT id FROM orders WHERE id = 1 WHERE id = 2', ['error at WHERE: WHERE stands here a second time.']],
  ['SELECT id FROM orders WHERE ORDER BY id', ['error at WHERE: Nothing stands behind WHERE.']],
  [
    'SELECT id FROM orders WHERE id = NULL',
    ['warning at = NULL: No value is equal to NULL: this is never true. → SELECT id FROM orders WHERE id IS NULL'],
  ],
  [
    'SELECT 1 FROM orders WHERE (1 != NULL)',
    ['warning at != NULL: No value is equal to NULL: this is never true. → SELECT 1 FROM orders WHERE (1 IS NOT NULL)'],
  ],
  [
    'SELECT amuont FROM orders',
    ['warning at amuont: There is no column "amuont" in orders. → SELECT amount FROM orders'],
  ],
  [
    'SELECT o.amuont FROM orders o',
    ['warning at amuont: There is no column "amuont" in orders. → SELECT o.amount FROM orders o'],
  ],
  [
    'SELECT sign_up_date FROM customers',
    ['warning at sign_up_date: There is no column "sign_up_date" in customers. → SELECT "Sign up date" FROM customers'],
  ],
  ['SELECT * FROM ordres', ['warning at ordres: There is no table "ordres" here. → SELECT * FROM orders']],
  [
    'SELECT ord.id FROM orders o',
    ['warning at ord: The query reads nothing that is called "ord". → SELECT o.id FROM orders o'],
  ],
  [
    'SELECT amount FROM orders o, order_items',
    ['warning at amount: "amount" is a column of orders and order_items. → SELECT o.amount FROM orders o, order_items'],
  ],
  [
    'WITH a AS (SELECT id FROM orders) SELECT idd FROM a',
    ['warning at idd: There is no column "idd" in a. → WITH a AS (SELECT id FROM orders) SELECT id FROM a'],
  ],
  [
    'SELECT (SELECT nmae FROM products)',
    ['warning at nmae: There is no column "nmae" in products. → SELECT (SELECT name FROM products)'],
  ],
])('%s', (sql, expected) => {
  expect(faults(sql)).toEqual(expected);
});

test('a comma at the end of a list is wrong where the database does not take it', () => {
  expect(faults('SELECT id, FROM orders', 'postgresql')).toEqual([
    'error at ,: The list goes on behind this comma, and nothing follows. → SELECT id FROM orders',
  ]);
  expect(faults('SELECT id, FROM orders', 'duckdb')).toEqual([]);
});

test.each([
  'SELECT id AS nr, nr + 1 AS next FROM orders WHERE nr > 1 ORDER BY next',
  "SELECT date_trunc('day', ordered_at)::date AS d, CAST(id AS decimal(10, 2)), extract(year FROM d) FROM orders",
  "SELECT ordered_at + INTERVAL 1 DAY, ordered_at AT TIME ZONE 'UTC', DATE '2024-01-01' FROM orders",
  'SELECT list_transform([1, 2], x -> x + 1), list_filter([id], lambda y: y > 1) FROM orders',
  'SELECT o.*, c.* EXCLUDE (name) FROM orders o JOIN customers c USING (id) WHERE id = 1',
  'SELECT sum(id) FILTER (WHERE true) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM orders',
  'SELECT sum(amount) OVER w FROM orders WINDOW w AS (PARTITION BY status)',
  'SELECT {{ column }}, amount_{{ suffix }} FROM orders',
  'SELECT whatever FROM unknown_function(1)',
  'SELECT whatever FROM {{ table }}',
  "SELECT {'key': amount, other: 1}, main.orders.id FROM orders",
  'FROM orders SELECT id WHERE status = status LIMIT 3',
  'PIVOT orders ON status USING sum(amount) GROUP BY customer_id',
  'SELECT id FROM orders UNION ALL SELECT id FROM products ORDER BY id',
  'SELECT v.one FROM (VALUES (1)) v (one) WHERE one = 1',
  'SELECT count(*) FROM orders GROUP BY ALL ORDER BY ALL',
  'SELECT id FROM orders WHERE id IN (SELECT order_id FROM order_items WHERE quantity > amount)',
  'INSERT INTO orders (id, nonsense) VALUES (1, 2)',
  'SELECT rowid, filename FROM orders',
  '{% if a %} SELECT id FROM orders ORDER BY id {% endif %} WHERE id = 1',
  'SELECT orders FROM orders',
  'SELECT a.id FROM orders a, LATERAL (SELECT a.amount AS x) b WHERE b.x > 1',
  'SELECT coalesce(status, status) s, CASE WHEN id = 1 THEN amount ELSE 0 END total FROM orders',
  'SELECT id IS DISTINCT FROM amount FROM orders',
  'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT n FROM r',
  'SELECT DISTINCT ON (status) status, id FROM orders ORDER BY status, ordered_at DESC NULLS LAST',
  "SELECT TRY_CAST(status AS INTEGER) FROM orders WHERE status SIMILAR TO 'a'",
])('nothing is wrong with %s', (sql) => {
  expect(faults(sql)).toEqual([]);
});

test('a query in another reads the columns of both', () => {
  expect(faults('SELECT id FROM orders WHERE EXISTS (SELECT 1 FROM products WHERE nmae = status)')).toEqual([
    expect.stringContaining('There is no column "nmae" in products and orders. → SELECT id'),
  ]);
});

test('the names of statements that nobody looks at are not looked up', () => {
  const sql = 'SELECT nonsense FROM orders;\n'.repeat(50);
  const script = readScript(sql, assistDialectOf('duckdb'));
  expect(faultsOf(script, shop, { from: 40, to: 45 }).faults).toHaveLength(1);
});

test('nothing is wrong with names of tables that are not at hand: they are wanted', () => {
  const script = readScript('SELECT x FROM t', assistDialectOf('duckdb'));
  const found = faultsOf(script, { ...shop, shape: () => null }, { from: 0, to: 1 });
  expect(found).toEqual({ faults: [], wants: [{ kind: 'shape', table: { catalog: null, schema: null, name: 't' } }] });
});
