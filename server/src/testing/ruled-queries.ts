import * as fc from 'fast-check';
import { dialectOf } from '@tessera/query/dialects/registry';

// The same query twice: with rules over all rows, and without rules over a database that never had the hidden rows.
export type Kind = 'duckdb' | 'sqlite' | 'postgresql' | 'mysql' | 'clickhouse';
/** Queries over the three tables, in every spelling that databases know for a table and its columns. */
export function queries(kind: Kind, schema: string): fc.Arbitrary<string> {
  const q = (name: string): string => dialectOf(kind).quote(name);
  const isFolded = kind !== 'clickhouse' && kind !== 'mysql';
  const table = (name: string): fc.Arbitrary<string> =>
    fc.constantFrom(
      name,
      name,
      q(name),
      `${schema}.${name}`,
      `${q(schema)}.${q(name)}`,
      `${schema} . ${name}`,
      `${schema}./* a */${q(name)}`,
      `${schema}.${name} AS ${name}`,
      `/* ${schema}.${name} */ ${name}`,
      ...(isFolded
        ? [
            name.toUpperCase(),
            `${schema.toUpperCase()}.${name}`,
            `${schema}.${name.replace(/^./, (first) => first.toUpperCase())}`,
          ]
        : []),
      ...(kind === 'duckdb' ? [`ruled.${schema}.${name}`] : []),
      ...(kind === 'sqlite' ? [`[${name}]`, `main.[${name}]`, `'${name}'`, `main.'${name}'`, `"main".${name}`] : []),
      ...(kind === 'mysql' ? [`\`test\`.${name}`, `test.\`${name}\``] : []),
    );
  const orders = fc.oneof({ weight: 4, arbitrary: table('orders') }, { weight: 1, arbitrary: table('people') });
  const { query } = fc.letrec<{ query: string; from: string }>((tie) => ({
    from: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      orders,
      fc.tuple(orders, fc.constantFrom(' x', ' AS x')).map(([one, alias]) => (/ AS /.test(one) ? one : one + alias)),
      tie('query').map((sql) => `(${sql}) AS sub`),
    ),
    query: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('from').map((from) => `SELECT * FROM ${from}`),
      tie('from').map((from) => `SELECT * FROM ${from} WHERE id > 0`),
      orders.map((one) => `SELECT ${/people/i.test(one) ? 'people' : 'orders'}.id FROM ${one}`),
      tie('from').map((from) => `SELECT COUNT(*) AS n, MAX(id) AS id FROM ${from}`),
      tie('query').map((sql) => `WITH c AS (${sql}) SELECT * FROM c`),
      table('orders').map((one) => `WITH orders AS (SELECT * FROM ${one}) SELECT * FROM orders`),
      fc.constantFrom(
        'WITH orders AS (SELECT 1 AS id) SELECT * FROM orders',
        'WITH orders AS (SELECT id FROM items) SELECT orders.id FROM orders',
        'SELECT items.orders AS id FROM items',
        'SELECT orders AS id FROM items AS orders',
      ),
      fc.tuple(orders, orders).map(([one, other]) => `SELECT id FROM ${one} UNION ALL SELECT id FROM ${other}`),
      fc
        .tuple(table('orders'), table('people'))
        .map(([one, other]) => `SELECT orders.id, orders.amount FROM ${one} JOIN ${other} ON orders.id = people.id`),
      fc
        .tuple(table('orders'), table('people'))
        .map(([one, other]) => `SELECT amount AS id, pay FROM ${one} NATURAL JOIN ${other}`),
      orders.map((one) => `SELECT i.id, i.label FROM items i WHERE i.id IN (SELECT id FROM ${one})`),
      orders.map((one) => `SELECT i.id, (SELECT MAX(id) FROM ${one}) AS top FROM items i`),
      table('orders').map(
        (one) =>
          `SELECT a.id, b.amount FROM ${one.replace(/ AS .*/, '')} a, ${one.replace(/ AS .*/, '')} b WHERE a.id = b.id`,
      ),
      ...(kind === 'postgresql' || kind === 'duckdb'
        ? [fc.constantFrom('TABLE orders', `TABLE ${schema}.orders`, '(TABLE orders)', 'TABLE "orders"')]
        : []),
      ...(kind === 'duckdb'
        ? [
            table('orders').map((one) => `FROM ${one}`),
            fc.constantFrom(
              "FROM query_table('orders')",
              "SELECT * FROM query('SELECT * FROM orders')",
              'SELECT * FROM (SUMMARIZE orders)',
              'SELECT * FROM (DESCRIBE orders)',
              "FROM 'orders'",
              'SELECT * FROM (PIVOT orders ON region USING SUM(amount))',
              'FROM (FROM orders) SELECT id',
              'SELECT COLUMNS(*) FROM orders',
              'SELECT orders FROM orders',
              "SELECT * FROM main.'orders'",
            ),
          ]
        : []),
      ...(kind === 'postgresql'
        ? [
            fc.constantFrom(
              'SELECT * FROM ONLY orders',
              'SELECT * FROM ONLY public.orders',
              'SELECT orders FROM orders',
              'SELECT public.orders.id FROM public.orders',
              "SELECT query_to_xml('SELECT * FROM orders', true, true, '')::text AS id",
              'SELECT * FROM orders TABLESAMPLE SYSTEM (100)',
              'SELECT * FROM public.orders *',
              'SELECT l.* FROM items i, LATERAL (SELECT * FROM orders o WHERE o.id = i.id) l',
              'SELECT count(*) AS id FROM pg_catalog.pg_class',
            ),
          ]
        : []),
      ...(kind === 'sqlite'
        ? [
            fc.constantFrom(
              'SELECT * FROM seen',
              'SELECT * FROM main.seen',
              'SELECT * FROM orders INDEXED BY none',
              'SELECT * FROM orders NOT INDEXED',
              'SELECT id FROM items WHERE id IN orders',
              'SELECT id FROM items WHERE (id, orders, label) IN main.orders',
            ),
          ]
        : []),
      ...(kind === 'mysql'
        ? [
            fc.constantFrom(
              'SELECT * FROM ORDERS',
              'SELECT * FROM orders USE INDEX ()',
              'SELECT * FROM (orders)',
              'SELECT * FROM (test.orders)',
            ),
          ]
        : []),
      ...(kind === 'clickhouse'
        ? [
            fc.constantFrom(
              'SELECT id FROM items WHERE id IN orders',
              'SELECT id FROM items WHERE id IN default.people',
              "SELECT * FROM merge('default', '^orders$')",
              'SELECT * FROM orders FINAL',
              "SELECT * FROM remote('localhost', default.orders)",
              'SELECT * FROM view(SELECT * FROM orders)',
              'WITH (SELECT max(id) FROM orders) AS top SELECT top AS id',
            ),
          ]
        : []),
    ),
  }));
  return query;
}
