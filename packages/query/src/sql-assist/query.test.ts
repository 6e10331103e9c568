import { expect, test } from 'vitest';
import { assistDialectOf } from './dialects.ts';
import type { Block, Query, Source } from './model.ts';
import { parseFragment } from './query.ts';
import { readScript } from './script.ts';

function outline(sql: string, engine = 'duckdb'): string {
  const [first] = readScript(sql, assistDialectOf(engine)).fragments;
  return first ? ofQuery(parseFragment(first.fragment).root) : '';
}

function ofQuery({ ctes, blocks }: Query): string {
  const named = ctes.map(({ name, columns, query }) => {
    const list = columns.length > 0 ? `(${columns.map(({ text }) => text).join(' ')})` : '';
    return `${name.text}${list} = ${query ? ofQuery(query) : 'nothing'}`;
  });
  return `${named.length > 0 ? `with ${named.join(' ; ')} : ` : ''}${blocks.map(ofBlock).join(' | ')}`;
}

function ofBlock({ clauses, items, sources, children }: Block): string {
  const listed = items.map((item) => {
    const path = item.path?.names.map(({ text }) => text).join('.');
    const star = item.star === null ? null : [...item.star.map(({ text }) => text), '*'].join('.');
    return `${star ?? path ?? '?'}${item.alias ? ` as ${item.alias.text}` : ''}`;
  });
  const inner = children.filter(({ role }) => role === 'value').map((query) => `<${ofQuery(query)}>`);
  return [
    `[${clauses.map(({ kind }) => kind).join(' ')}]`,
    ...(listed.length > 0 ? [`items ${listed.join(', ')}`] : []),
    ...(sources.length > 0 ? [`from ${sources.map(ofSource).join(', ')}`] : []),
    ...inner,
  ].join(' ');
}

function ofSource({ path, query, isCall, alias, columns, join }: Source): string {
  const name = path?.names.map(({ text }) => text).join('.') ?? (query ? `{${ofQuery(query)}}` : 'text');
  return [
    `${name}${isCall ? '()' : ''}${path?.isOpen ? '.' : ''}`,
    ...(alias ? [`as ${alias.text}`] : []),
    ...(columns.length > 0 ? [`(${columns.map(({ text }) => text).join(' ')})`] : []),
    ...(join ? [join.on ? 'on' : join.using ? 'using' : join.takesCondition ? 'joined' : 'crossed'] : []),
  ].join(' ');
}

test.each([
  ['SELECT a, t.b AS c, count(*) n FROM s.t', '[select from] items a, t.b as c, ? as n from s.t'],
  [
    'SELECT * FROM a x JOIN b AS y ON x.i = y.i LEFT JOIN c USING (i) WHERE z',
    '[select from where] items * from a as x, b as y on, c using',
  ],
  ['SELECT x.*, 1 FROM a, b c CROSS JOIN d', '[select from] items x.*, ? from a, b as c, d crossed'],
  [
    'SELECT 1 FROM (SELECT a FROM t) AS s (b) WHERE EXISTS (SELECT 1 FROM u)',
    '[select from where] items ? from {[select from] items a from t} as s (b) <[select from] items ? from u>',
  ],
  [
    'WITH a AS (SELECT 1 AS x), b (y) AS (SELECT x FROM a) SELECT * FROM b',
    'with a = [select] items ? as x ; b(y) = [select from] items x from a : [with select from] items * from b',
  ],
  [
    'WITH RECURSIVE r AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT * FROM r',
    'with r = [select] items ? | [select from] items ? from r : [with select from] items * from r',
  ],
  ['FROM t SELECT a', '[from select] items a from t'],
  [
    'SELECT a FROM t UNION ALL SELECT b FROM u ORDER BY 1',
    '[select from] items a from t | [select from order] items b from u',
  ],
  [
    '(SELECT a FROM t) UNION (SELECT b FROM u)',
    '[verb] <[select from] items a from t> | [verb] <[select from] items b from u>',
  ],
  [
    'SELECT a FROM t, LATERAL (SELECT t.b) l, unnest(x) AS u (v)',
    '[select from] items a from t, {[select] items t.b} as l, unnest() as u (v)',
  ],
  [
    'SELECT extract(year FROM d), sum(x) FILTER (WHERE y), trim(both FROM z) FROM t',
    '[select from] items ?, ?, ? from t',
  ],
  ['SELECT a IS NOT DISTINCT FROM b AS c FROM t', '[select from] items ? as c from t'],
  ['INSERT INTO s.t (a, b) SELECT c, d FROM u', '[verb insert select from] items c, d from s.t, u'],
  ['UPDATE t SET a = 1 WHERE b = 2', '[update set where] from t'],
  ['DELETE FROM t WHERE a', '[verb from where] from t'],
  [
    'CREATE TABLE x AS WITH a AS (SELECT 1 b) SELECT b FROM a',
    'with a = [select] items ? as b : [verb with select from] items b from a',
  ],
  ['EXPLAIN ANALYZE SELECT a FROM t', '[verb select from] items a from t'],
  ['DESCRIBE s.t', '[describe] from s.t'],
  ['SELECT * EXCEPT (a) FROM t EXCEPT SELECT b FROM u', '[select from] items * from t | [select from] items b from u'],
  ["SELECT a FROM 'file.csv' f, {{ source }} g", '[select from] items a from text() as f, text() as g'],
  ['SELECT a FROM (b JOIN c ON b.i = c.i) JOIN d ON true', '[select from] items a from b, c on, d on'],
  ['SELECT a FROM t ORDER BY left(b, 1) LIMIT 5 OFFSET 2', '[select from order limit offset] items a from t'],
])('%s is understood as %s', (sql, expected) => {
  expect(outline(sql)).toBe(expected);
});

test.each([
  ['SELECT  FROM t', '[select from] from t'],
  ['SELECT a.  FROM t a', '[select from] items ? from t as a'],
  ['SELECT a.\nFROM t a WHERE a.', '[select from where] items ? from t as a'],
  ['SELECT count( FROM t WHERE a IN (1, 2)', '[select from where] items ? from t'],
  [
    'SELECT a FROM (SELECT count( FROM t) x WHERE x.',
    '[select from where] items a from {[select from] items ? from t} as x',
  ],
  ['SELECT a FROM (SELECT b FROM t WHERE c', '[select from] items a from {[select from where] items b from t}'],
  ['SELECT a, FROM t JOIN ', '[select from] items a from t'],
  ['SELECT a FROM t JOIN u ON ', '[select from] items a from t, u on'],
  ['SELECT a FROM s. WHERE b', '[select from where] items a from s.'],
  ['WITH a AS ( SELECT x FROM t', 'with a = [select from] items x from t : [with]'],
  [
    'WITH a AS (), b AS (SELECT 1 y) SELECT  FROM b',
    'with a = [verb] ; b = [select] items ? as y : [with select from] from b',
  ],
  ['SELECT a FROM t\n\nSELECT b FROM u', '[select from] items a from t | [select from] items b from u'],
  ['SELECT (a + b FROM t WHERE c', '[select from where] items ? from t'],
  [')) SELECT a FROM t', '[select from] items a from t'],
  ['', '[verb]'],
])('half written: %s is understood as %s', (sql, expected) => {
  expect(outline(sql)).toBe(expected);
});

test('ClickHouse gives names to values by WITH', () => {
  expect(outline('WITH 1 AS x, (SELECT 2) AS y SELECT x FROM t FINAL PREWHERE a SETTINGS b = 1', 'clickhouse')).toBe(
    'with x = nothing ; y = nothing : [with select from where tail] items x from t',
  );
});
