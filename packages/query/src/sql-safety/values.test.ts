import { expect, test } from 'vitest';
import { dialects } from '../dialects/registry.ts';
import { untrustedStretch } from './values.ts';

/** What is untrusted in a statement whose values stand between ⟦ and ⟧. */
function untrustedIn(
  marked: string,
  dialect: keyof typeof dialects = 'postgresql',
  known: readonly string[] = [],
): string | null {
  let sql = '';
  const stretches: { begin: number; end: number }[] = [];
  for (const piece of marked.split(/(⟦[^⟧]*⟧)/)) {
    const isValue = piece.startsWith('⟦');
    const text = isValue ? piece.slice(1, -1) : piece;
    if (isValue) stretches.push({ begin: sql.length, end: sql.length + text.length });
    sql += text;
  }
  return untrustedStretch(sql, stretches, new Set(known), dialects[dialect].grammar);
}

test.each([
  ["SELECT a FROM t WHERE x IN ('⟦y') UNION SELECT pw FROM secret WHERE ('1'='1⟧')"],
  ['SELECT a FROM t LIMIT ⟦1 UNION SELECT pw FROM secret⟧'],
  ['SELECT a FROM t LIMIT ⟦1 UNION/**/SELECT pw FROM secret⟧'],
  ["SELECT a FROM t WHERE x = '⟦O' OR 1 = 1 --⟧'"],
  ['SELECT a -- ⟦x\n, (SELECT pw FROM secret)⟧ FROM t'],
  ["SELECT a FROM t WHERE x = '⟦' OR 'a' = 'a⟧'"],
  ['SELECT a -- of ⟦New York⟧\nFROM t'],
  ['SELECT a FROM t ORDER BY ⟦a, (SELECT pw FROM secret)⟧'],
  // Halves of a pair: the other half would be the author's quote.
  ["SELECT a FROM t WHERE x = '⟦a'⟧' AND y = ' OR 1 = 1 -- '"],
  ["SELECT a FROM t WHERE x = '⟦'⟧⟦'⟧'"],
  // Word by word, each of them harmless.
  ['SELECT a FROM t LIMIT ⟦1⟧ ⟦UNION⟧ ⟦SELECT⟧ ⟦pw⟧ ⟦FROM⟧ ⟦secret⟧'],
  ['SELECT a FROM t ORDER BY a ⟦a⟧ ⟦pw⟧'],
  ['SELECT a FROM t ⟦UNION⟧ SELECT 1'],
  ['SELECT a FROM t WHERE b > -⟦-1⟧'],
  ['SELECT a FROM t WHERE b > ⟦-⟧⟦- 1⟧'],
  ["SELECT a FROM t WHERE b = ⟦E⟧'\\' AND c = 'x'"],
  ["SELECT a FROM t WHERE b = v⟦E⟧'\\' AND c = 'x'"],
  ['SELECT "⟦a" , pw, "b⟧" FROM t'],
  ['SELECT a FROM t LIMIT ⟦1 -- x⟧'],
  ['SELECT a FROM t⟦_ , secret⟧'],
  ['SELECT a FROM t /* ⟦*/ , secret⟧ */'],
  ["SELECT a FROM t WHERE x = E'⟦a\\⟧' OR y = ' OR 1 = 1 -- '"],
  // The reader of statements takes a semicolon at the end, and so may the author.
  ["SELECT a FROM t WHERE x = '⟦x' UNION ALL SELECT pw FROM secret WHERE pw <> '⟧';"],
  ["SELECT a FROM t WHERE x = '⟦x' UNION ALL SELECT pw FROM secret WHERE pw <> '⟧' ; -- the end"],
  ['SELECT a FROM t LIMIT ⟦1; DROP TABLE t⟧'],
  // What surrounds a value does not read.
  ["SELECT a FROM t WHERE b = $$ AND x = '⟦x' OR '1' = '1⟧'"],
])('what could become SQL is found: %s', (marked) => {
  expect(untrustedIn(marked)).not.toBe(null);
});

test.each([
  ["SELECT a FROM t WHERE x = '⟦New York⟧'"],
  ["SELECT a FROM t WHERE x IN ('⟦O''Hara⟧', '⟦y'') UNION SELECT pw FROM secret⟧')"],
  ["SELECT a FROM t WHERE x = '⟦'') UNION SELECT 1⟧'"],
  ["SELECT a FROM t WHERE x LIKE '%⟦a b⟧%'"],
  ['SELECT "⟦Order Date⟧" FROM t'],
  ['SELECT a FROM t LIMIT ⟦10⟧'],
  ['SELECT a, b FROM t ORDER BY ⟦a⟧ ⟦DESC⟧, ⟦b⟧'],
  ['SELECT a FROM t WHERE b ⟦>=⟧ ⟦-5⟧'],
  ['SELECT a FROM sales_⟦2024⟧'],
  ['SELECT a FROM main.⟦sales⟧ -- of ⟦today⟧'],
  ["SELECT a FROM t WHERE x = '⟦⟧'"],
  ["SELECT a FROM t WHERE x = 'C:\\⟦temp\\⟧'"],
  ["SELECT a FROM t WHERE x = '⟦New York; Boston⟧';"],
])('a value that stays one is trusted: %s', (marked) => {
  expect(untrustedIn(marked)).toBe(null);
});

test.each([
  ["SELECT a FROM t WHERE x = '⟦a\\⟧' AND y = ' OR 1 = 1 -- '", 'mysql', 'a\\'],
  ["SELECT a FROM t WHERE x = '\\⟦'' OR 1 = 1 #⟧'", 'mysql', "'' OR 1 = 1 #"],
  ["SELECT a FROM t WHERE x = '\\\\⟦a⟧'", 'mysql', null],
  ["SELECT a FROM t WHERE x = '⟦a\\\\⟧' AND y = 1", 'mysql', null],
  ["SELECT a FROM t WHERE x = '⟦it\\'s⟧'", 'clickhouse', null],
  ["SELECT a FROM t WHERE x = '⟦it\\'s⟧'", 'postgresql', "it\\'s"],
  ['SELECT a FROM t WHERE x = "⟦a" OR 1 = 1⟧"', 'mysql', 'a" OR 1 = 1'],
  ['SELECT a FROM t WHERE x = "⟦it\'s⟧"', 'mysql', null],
  // A name behind IN is a table, with space around it too and where IN itself is a value.
  ['SELECT a FROM t WHERE x IN ⟦secret⟧', 'duckdb', 'secret'],
  ['SELECT a FROM t WHERE x IN ⟦ secret ⟧', 'duckdb', ' secret '],
  ['SELECT a FROM t WHERE x IN (⟦secret⟧)', 'clickhouse', 'secret'],
  ['SELECT a FROM t WHERE x IN (⟦ secret⟧)', 'clickhouse', ' secret'],
  ['SELECT a FROM t WHERE x IN ((⟦secret⟧))', 'clickhouse', 'secret'],
  ['SELECT a FROM t WHERE x ⟦IN⟧ (⟦secret⟧)', 'clickhouse', 'secret'],
  ['SELECT a FROM t WHERE x ⟦ NOT IN ⟧ (⟦ secret⟧)', 'clickhouse', ' secret'],
  ['SELECT a FROM t WHERE x ⟦IN⟧ (⟦a⟧, ⟦b⟧, ⟦c⟧)', 'clickhouse', null],
  ['SELECT a FROM t WHERE in(x, ⟦secret⟧)', 'clickhouse', 'secret'],
  ['SELECT a FROM t WHERE `in`((x, y), ((⟦secret⟧)))', 'clickhouse', 'secret'],
  ['SELECT a FROM t WHERE globalNotNullIn(f(x, y), db.⟦secret⟧)', 'clickhouse', 'secret'],
  ['SELECT a FROM t WHERE ⟦in⟧(x, ⟦secret⟧)', 'clickhouse', 'secret'],
  ['SELECT a FROM t WHERE x IN (db.⟦secret⟧)', 'clickhouse', 'secret'],
  ['SELECT a FROM t WHERE x IN (⟦db⟧.secret)', 'clickhouse', 'db'],
  ['SELECT a FROM t WHERE x IN db.⟦secret⟧', 'clickhouse', 'secret'],
  ['SELECT a FROM t WHERE x IN (sec⟦ret⟧)', 'clickhouse', 'ret'],
  ['SELECT a FROM t WHERE x IN (`⟦secret⟧`)', 'clickhouse', 'secret'],
  ['SELECT a FROM t WHERE x IN (⟦secret⟧ AS s)', 'clickhouse', 'secret'],
  // A name that is given by WITH is a table as well.
  ['WITH ⟦secret⟧ AS s, s AS z SELECT a FROM t WHERE x IN (z)', 'clickhouse', 'secret'],
  ["WITH '⟦secret⟧' AS s, ⟦1⟧ AS z SELECT a FROM t WHERE x IN (z) ORDER BY a ⟦DESC⟧", 'clickhouse', null],
  ['SELECT ⟦a⟧ FROM t WHERE x IN (SELECT y FROM ⟦u⟧) AND in(x, (1, 2)) AND y IN (lower(z))', 'clickhouse', null],
  ['SELECT a FROM t WHERE x IN "⟦secret⟧"', 'sqlite', 'secret'],
  ['SELECT a FROM t WHERE x IN main.⟦secret⟧', 'sqlite', 'secret'],
  ['SELECT ⟦a⟧ FROM t WHERE x IN u AND y IN (⟦a⟧)', 'sqlite', null],
  ['SELECT a FROM t WHERE x IN (⟦1⟧)', 'clickhouse', null],
  ["SELECT a FROM t WHERE x IN ('⟦a⟧', '⟦b⟧')", 'clickhouse', null],
  ['SELECT a FROM t WHERE x IN (⟦a⟧)', 'postgresql', null],
] as const)('%s, as %s reads it', (marked, dialect, untrusted) => {
  expect(untrustedIn(marked, dialect)).toBe(untrusted);
});

test('SQL fragments stand outside of texts, and whole', () => {
  const list = "('a', 'b''c')";
  expect(untrustedIn(`SELECT a FROM t WHERE x IN ⟦${list}⟧`, 'duckdb', [list])).toBe(null);
  expect(untrustedIn(`SELECT a FROM t WHERE x IN⟦${list}⟧`, 'duckdb', [list])).toBe(null);
  expect(untrustedIn(`SELECT a FROM t WHERE x IN ⟦${list}⟧`)).toBe(list);
  expect(untrustedIn(`SELECT a FROM t WHERE x = '⟦${list}⟧'`, 'duckdb', [list])).toBe(list);
  expect(untrustedIn(`SELECT a FROM t WHERE x = -- ⟦${list}⟧`, 'duckdb', [list])).toBe(list);
  for (const open of ['1) UNION SELECT (2', '(1', '[1)'])
    expect(untrustedIn(`SELECT a FROM t WHERE x IN (⟦${open}⟧)`, 'duckdb', [open])).toBe(open);
  const tail = '1 -- and so on';
  expect(untrustedIn(`SELECT a FROM t WHERE x = ⟦${tail}⟧ AND y = 2`, 'duckdb', [tail])).toBe(tail);
});

// Each by a look at all others would take minutes.
test('looking at a hundred thousand values ends', () => {
  const values = Array.from({ length: 100_000 }, (_, index) => `'⟦value of ${index}⟧'`);
  expect(untrustedIn(`SELECT a FROM t WHERE x IN (${values.join(', ')})`, 'duckdb')).toBe(null);
});
