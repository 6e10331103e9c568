import { expect, test } from 'vitest';
import { emptyCatalog, type Catalog } from './catalog.ts';
import { completeAt } from './complete.ts';
import { assistDialectOf } from './dialects.ts';
import { readScript } from './script.ts';
import { shop } from './shop.fixture.ts';

function offered(marked: string, engine = 'duckdb', catalog: Catalog = shop, isAsked = true) {
  const at = marked.indexOf('|');
  const script = readScript(marked.replace('|', ''), assistDialectOf(engine));
  return completeAt(script, at, catalog, isAsked);
}

/** What the best offers write. */
function inserts(marked: string, engine?: string, most = 6): readonly string[] {
  return (offered(marked, engine)?.offers ?? []).slice(0, most).map(({ insert }) => insert);
}

const columnsOfOrders = ['amount', 'customer_id', 'id', 'ordered_at', 'status'];

test.each([
  ['SELECT | FROM orders', columnsOfOrders],
  ['SELECT id, am| FROM orders', ['amount']],
  ['SELECT o.| FROM orders o', columnsOfOrders],
  ['SELECT orders.| FROM orders', columnsOfOrders],
  ['SELECT * FROM orders WHERE | ORDER BY 1', columnsOfOrders],
  ['SELECT * FROM orders o JOIN customers c ON o.customer_id = c.id WHERE nam|', ['name']],
  ['SELECT r.| FROM sales.regions r', ['id', 'region']],
  ['SELECT orders.|', columnsOfOrders],
  ['UPDATE orders SET |', columnsOfOrders],
  ['INSERT INTO orders (|', columnsOfOrders],
  ['INSERT INTO orders (id, st|)', ['status']],
  ['SELECT * FROM orders WHERE customer_id IN (SELECT | FROM products)', ['id', 'name', 'price']],
])('columns after FROM is known: %s', (marked, expected) => {
  const found = offered(marked)?.offers ?? [];
  const columns = found.filter(({ kind }) => kind === 'column').map(({ insert }) => insert);
  expect(columns).toEqual(expect.arrayContaining([...expected]));
  expect(expected).toContain(found[0]?.insert);
});

test('a column that two tables have comes with the name of its table, others without', () => {
  expect(inserts('SELECT amou| FROM orders o JOIN order_items i ON i.order_id = o.id')).toEqual([
    'o.amount',
    'i.amount',
  ]);
  expect(inserts('SELECT quan| FROM orders o JOIN order_items i ON i.order_id = o.id')).toEqual(['quantity']);
  expect(inserts('SELECT i| FROM orders JOIN products USING (id)')[0]).toBe('id');
});

test.each([
  ['duckdb', 'SELECT sign| FROM customers', '"Sign up date"'],
  ['mysql', 'SELECT sign| FROM customers', '`Sign up date`'],
  ['postgresql', 'SELECT coun| FROM customers', '"Country"'],
  ['duckdb', 'SELECT Coun| FROM customers', 'Country'],
  ['duckdb', 'SELECT "Sig| FROM customers', '"Sign up date"'],
  ['sqlite', 'SELECT [Sig| FROM customers', '[Sign up date]'],
  ['duckdb', 'SELECT "Sig|n" FROM customers', '"Sign up date"'],
])('a name has the quotes that %s needs: %s', (engine, marked, expected) => {
  expect(inserts(marked, engine)[0]).toBe(expected);
});

test('a quoted name is replaced with its quotes', () => {
  expect(offered('SELECT "Sig|n" FROM customers')).toMatchObject({ from: 7, to: 13 });
});

test.each([
  ['WITH a AS (SELECT id AS nr, amount FROM orders) SELECT | FROM a', ['nr', 'amount']],
  ['WITH a (x, y) AS (SELECT id, amount FROM orders) SELECT | FROM a', ['x', 'y']],
  [
    'WITH a AS (SELECT * FROM products), b AS (SELECT price * 2 AS twice, a.* FROM a) SELECT b.| FROM b',
    ['twice', 'id', 'name', 'price'],
  ],
  ['SELECT s.| FROM (SELECT count(*) AS n, status FROM orders GROUP BY 2) s', ['n', 'status']],
  ['SELECT v.| FROM (VALUES (1, 2)) AS v (one, two)', ['one', 'two']],
  ['WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT | FROM r) SELECT 1', ['n']],
  ['SELECT * EXCLUDE (id) FROM (SELECT * EXCLUDE (name, price) FROM products) p WHERE p.|', ['id']],
  ['WITH a AS (FROM products) SELECT a.| FROM a', ['id', 'name', 'price']],
])('columns of queries within: %s', (marked, expected) => {
  const columns = (offered(marked)?.offers ?? []).filter(({ kind }) => kind === 'column').map(({ label }) => label);
  expect(columns.slice(0, expected.length).toSorted()).toEqual(expected.toSorted());
});

test('a query of WITH reads those before it, and is read first', () => {
  const found = (marked: string) =>
    (offered(marked)?.offers ?? []).filter(({ kind }) => kind === 'query').map(({ label }) => label);
  expect(found('WITH a AS (SELECT 1), b AS (SELECT 2 FROM |), c AS (SELECT 3) SELECT 1')).toEqual(['a']);
  expect(found('WITH a AS (SELECT 1), b AS (SELECT 2) SELECT * FROM |')).toEqual(['b', 'a']);
  expect(found('WITH a AS (SELECT 1) SELECT * FROM (SELECT * FROM |)')).toEqual(['a']);
  expect(inserts('WITH orders_of_may AS (SELECT 1) SELECT * FROM ord|')[0]).toBe('orders_of_may');
});

test.each([
  ['SELECT * FROM |', 'customers'],
  ['SELECT * FROM or|', 'orders'],
  ['SELECT * FROM reg|', 'sales.regions'],
  ['SELECT * FROM sales.|', 'regions'],
  ['SELECT * FROM sa|', 'sales.'],
  ['DELETE FROM ord|', 'orders'],
  ['DESCRIBE prod|', 'products'],
  ['INSERT INTO cust|', 'customers'],
  ['SELECT * FROM gen|', 'generate_series(${})'],
  ['SELECT * FROM orders, prod|', 'products'],
])('tables where a table goes: %s', (marked, expected) => {
  expect(inserts(marked)[0]).toBe(expected);
});

test('a join is completed by its foreign key, from either side', () => {
  expect(inserts('SELECT * FROM orders JOIN |')).toEqual(
    expect.arrayContaining([
      'customers ON customers.id = orders.customer_id',
      'order_items ON order_items.order_id = orders.id',
    ]),
  );
  expect(inserts('SELECT * FROM orders o LEFT JOIN cus|', 'duckdb', 2)).toEqual([
    'customers c ON c.id = o.customer_id',
    'customers',
  ]);
  expect(inserts('SELECT * FROM orders o JOIN customers c |')[0]).toBe('ON c.id = o.customer_id');
  expect(inserts('SELECT * FROM orders o JOIN customers c ON |')[0]).toBe('c.id = o.customer_id');
  expect(inserts('SELECT * FROM customers JOIN sales.regions r USING (|)')).toEqual(['id']);
  expect(inserts('select * from orders o join customers c |')[0]).toBe('on c.id = o.customer_id');
});

test.each([
  ['|', ['SELECT', 'WITH']],
  ['SELECT * FROM orders |', ['WHERE', 'JOIN']],
  ['SELECT * FROM orders WHERE id |', ['AND', 'OR']],
  ['SELECT * FROM orders WHERE id = 1 g|', ['GROUP BY']],
  ['SELECT id fr| orders', ['FROM']],
  ['SELECT CASE WHEN id = 1 t|', ['THEN']],
  ['SELECT * FROM orders WHERE id IS |', ['NULL', 'NOT NULL']],
  ['SELECT * FROM orders WHERE status NOT |', ['IN', 'LIKE']],
  ['SELECT * FROM orders ORDER BY id |', ['ASC', 'DESC']],
  ['SELECT sum(id) OVER (|', ['PARTITION BY', 'ORDER BY']],
  ['SELECT extract(y|', ['YEAR']],
  ['SELECT * FROM (|', ['SELECT']],
  ['SELECT CAST(id AS bi|', ['BIGINT']],
  ['SELECT id::tim|', ['TIMESTAMP', 'TIMESTAMPTZ']],
  ['WITH a AS (SELECT 1) |', ['SELECT']],
  ['SELECT 1 UNION |', ['SELECT']],
])('words where they may stand: %s', (marked, expected) => {
  expect(inserts(marked, 'duckdb', 12)).toEqual(expect.arrayContaining([...expected]));
});

test('words are offered in the letters that the statement has', () => {
  expect(inserts('select id from orders w|')[0]).toBe('where');
  expect(inserts('SELECT id FROM orders w|')[0]).toBe('WHERE');
});

test('a word that a database lacks is not offered', () => {
  expect(inserts('SELECT * FROM orders qual|', 'duckdb')).toEqual(['QUALIFY']);
  expect(inserts('SELECT * FROM orders qual|', 'postgresql')).toEqual([]);
});

test('functions come with their arguments to fill in', () => {
  expect(inserts('SELECT date_t| FROM orders')[0]).toBe('date_trunc(${})');
  expect(inserts('SELECT now| FROM orders')[0]).toBe('now()');
  expect(offered('SELECT dtr| FROM orders')?.offers[0]).toMatchObject({
    detail: '(part, timestamp)',
    ranges: [
      [0, 1],
      [5, 7],
    ],
  });
});

test('GROUP BY is offered what SELECT lists and does not aggregate', () => {
  expect(inserts("SELECT status, date_trunc('day', ordered_at) AS day, sum(amount) FROM orders GROUP BY |")[0]).toBe(
    "status, date_trunc('day', ordered_at)",
  );
  expect(inserts('SELECT status, sum(amount) AS total FROM orders GROUP BY 1 ORDER BY to|')[0]).toBe('total');
});

test.each([
  "SELECT 'a|'",
  'SELECT 1 -- no|',
  'SELECT /* a| */ 1',
  'SELECT 12|',
  'SELECT a AS |',
  'WITH a|',
  'SELECT * FROM t AS |',
])('nothing is offered in %s', (marked) => {
  expect(offered(marked)?.offers ?? []).toEqual([]);
});

test('inside of a tag macros, parameters and filters are offered', () => {
  expect(inserts("SELECT * FROM orders WHERE a = '{{ url|")).toEqual(["url_param('${name}')"]);
  expect(inserts('SELECT {{ st|')).toEqual(['start']);
  expect(inserts('{% i|')).toEqual(['if']);
  expect(inserts("SELECT {{ url_param('na|")).toEqual([]);
  expect(inserts('SELECT url| FROM orders')).toContain("\\{\\{ url_param('${name}') \\}\\}");
});

test('without being asked, the list waits for a letter, or for a place where there is only a choice', () => {
  const isOffered = (marked: string) => offered(marked, 'duckdb', shop, false) !== null;
  expect(isOffered('SELECT | FROM orders')).toBe(false);
  expect(isOffered('SELECT o.| FROM orders o')).toBe(true);
  expect(isOffered('SELECT * FROM orders o JOIN customers c ON |')).toBe(true);
  expect(isOffered('SELECT * FROM orders o LEFT JOIN |')).toBe(true);
});

test('what is not at hand is wanted, once something is to be offered of it', () => {
  expect(offered('SELECT a| FROM orders', 'duckdb', emptyCatalog)?.wants).toEqual([
    { kind: 'shape', table: { catalog: null, schema: null, name: 'orders' } },
  ]);
  expect(offered('SELECT * FROM ab|', 'duckdb', emptyCatalog)?.wants).toEqual([
    { kind: 'tables', schema: null },
    { kind: 'search', text: 'ab' },
  ]);
});

test('a snippet is offered where a statement begins', () => {
  expect(inserts('SELECT 1;\n\ntop|')).toEqual(['SELECT * FROM customers LIMIT 10']);
});
