import { runs } from '@tessera/core/fixtures/runs';
import { AppError } from '@tessera/core/errors/app-error';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dialects } from '../dialects/registry.ts';
import { checkExpression } from './check.ts';
import { checkStatement } from './statement.ts';

const outcome = (run: () => string): string => {
  try {
    return run();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

const accepted = [
  'SUM(num)/COUNT(*)',
  'COUNT(DISTINCT "user id")',
  "CASE WHEN state = 'CA' THEN num ELSE 0 END",
  "name LIKE '%;--%' OR name = 'it''s'",
  'num BETWEEN 1 AND 2 AND (a IN (1, 2) OR b IS NOT DISTINCT FROM c)',
  'EXTRACT(year FROM ts) > 1.5e3',
  "SUM(num) FILTER (WHERE gender = 'boy')",
  'SUM(SUM(num)) OVER (PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)',
  'CAST(num AS DECIMAL(10, 2)) * -1',
  'größe > 3',
  't.select > 1',
];

const refusedAsClause = [
  '',
  '  ',
  '-- nothing',
  '1; DROP TABLE t',
  '(1',
  '1)',
  ') OR (1 = 1',
  '1 /* open',
  "'open",
  '"open',
  'a /* /* */ b',
  'a */ b',
  'a, b',
  '1 = 1 GROUP BY a',
  '1 LIMIT 5',
  'a AS b',
  'a ORDER BY b',
  '*',
  'SUM(*)',
  't.*',
  'DROP',
  'INSERT',
  'x INTO y',
  "'t'::regclass",
  "read_csv('/etc/passwd')",
  "READ_TEXT('x')",
  '"read_blob"(\'x\')',
  'main.read_csv(1)',
  "pg_read_file('x')",
  'pg_catalog.pg_sleep(10)',
  "query_to_xml('q', true, true, '')",
  "dblink('x', 'y')",
  "lo_import('x')",
  'load_extension(1)',
  "writefile('x', 'y')",
  "getenv('HOME')",
  "glob('/*') OR current_setting('x') = 1",
  "nextval('s')",
  'unknown_function(1)',
  'a\u00a0b',
  'a \\ b',
  '$$x$$',
  '$1',
  'U&"x"',
  '1e5x',
  '`a`;',
  'a\rb -- c\rd',
];

const subQueries = [
  '(SELECT 1)',
  'EXISTS (SELECT 1 FROM t)',
  'a IN (SELECT b FROM c)',
  '(WITH x AS (SELECT 1) SELECT * FROM x)',
  '(VALUES (1))',
  '(TABLE secret)',
  '(FROM secret)',
  '(DESCRIBE t)',
  'a UNION b',
  '(SE/**/LECT 1) UNION (select 2)',
  '1 = 1 UNION SELECT password FROM users',
  'SELECT',
  'num FROM t',
  'COUNT(FROM t)',
  '(SUMMARIZE t)',
];

for (const dialect of Object.values(dialects)) {
  describe(`dialect ${dialect.name}`, () => {
    test.each(accepted)('accepts %s', (sql) => expect(checkExpression(sql, dialect.grammar)).toBe(sql));

    test.each(refusedAsClause)('refuses %s', (sql) =>
      expect(outcome(() => checkExpression(sql, dialect.grammar))).toBe('invalid_sql_clause'),
    );

    test.each(subQueries)('[8.6-01] a sub-query is refused by its own name: %s', (sql) => {
      expect(outcome(() => checkExpression(sql, dialect.grammar))).toMatch(/^(adhoc_subquery|invalid_sql_clause)$/);
    });

    test('comments are dropped, so no text of a user stays in one', () => {
      expect(checkExpression('a /* x */ > 1 -- trailing', dialect.grammar)).toBe('a   > 1');
    });

    test('length and depth are bounded', () => {
      expect(outcome(() => checkExpression(`1 = ${'1'.repeat(30_000)}`, dialect.grammar))).toBe('invalid_sql_clause');
      expect(outcome(() => checkExpression('('.repeat(200) + '1' + ')'.repeat(200), dialect.grammar))).toBe(
        'invalid_sql_clause',
      );
    });

    test('whatever is accepted stays closed: a bracket around it ends where it was put', () => {
      const piece = fc.constantFrom(
        'a',
        '1',
        '(',
        ')',
        '[',
        ']',
        "'",
        '"',
        '`',
        '--',
        '/*',
        '*/',
        ';',
        ',',
        ' ',
        '\n',
        '\r',
        'SELECT',
        'FROM',
        'x',
        '\\',
        '$',
        '$$',
        'E',
        '*',
        '=',
        ' OR ',
        'é',
        '{',
        '}',
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
          const result = outcome(() => checkExpression(pieces.join(''), dialect.grammar));
          if (result === 'invalid_sql_clause' || result === 'adhoc_subquery') return;
          // Read again inside of brackets and with a tail: the tail must still be read as what it is.
          expect(checkExpression(`(${result}) = 1`, dialect.grammar)).toBe(`(${result}) = 1`);
          expect(outcome(() => checkExpression(`(${result}); x`, dialect.grammar))).toBe('invalid_sql_clause');
        }),
        { numRuns: runs(3000) },
      );
    });

    test('a dataset query is one statement that reads', () => {
      expect(checkStatement('SELECT 1; ', dialect.grammar)).toBe('SELECT 1');
      expect(checkStatement('(SELECT a FROM b) UNION ALL (SELECT c FROM d)', dialect.grammar)).toBe(
        '(SELECT a FROM b) UNION ALL (SELECT c FROM d)',
      );
      const refused = [
        'SELECT 1; SELECT 2',
        'DROP TABLE t',
        'WITH x AS (UPDATE t SET a = 1 RETURNING *) SELECT * FROM x',
        'SELECT * INTO y FROM t',
        'SELECT (1',
        'SELECT 1) AS x, (SELECT 2',
        '',
        'EXPLAIN ANALYZE DELETE FROM t',
        'SELECT 1 /* open',
      ];
      expect(
        refused.filter((sql) => outcome(() => checkStatement(sql, dialect.grammar)) !== 'invalid_sql_clause'),
      ).toEqual([]);
    });
  });
}

test.each(['postgresql', 'duckdb'] as const)(
  '%s goes on with a text behind a line break as it began, so that a quote may not end it',
  (name) => {
    const { grammar } = dialects[name];
    const attack = "max(E'a'\n'\\' || ' || (SELECT secret FROM others)) -- ')";
    for (const sql of [
      attack,
      attack.replace('\n', ' -- x\n'),
      attack.replace('\n', ' /* x */ \n '),
      "'a'\n'b'",
      "E'a' 'b'",
    ])
      expect(outcome(() => checkExpression(sql, grammar))).toBe('invalid_sql_clause');
    expect(outcome(() => checkStatement(`SELECT ${attack}`, grammar))).toBe('invalid_sql_clause');
    expect(checkExpression("E'a\\'b' || 'c'", grammar)).toBe("E'a\\'b' || 'c'");
  },
);

test.each(['postgresql', 'mysql', 'trino', 'duckdb', 'sqlite'] as const)(
  'TABLE names a query of %s wherever it stands',
  (name) => {
    for (const sql of ['a ALL TABLE secret', 'ROW TABLE secret', '(a) TABLE secret'])
      expect(outcome(() => checkExpression(sql, dialects[name].grammar))).toBe('adhoc_subquery');
    expect(checkExpression('t.table', dialects[name].grammar)).toBe('t.table');
  },
);

test('a bare name behind IN is a whole table in SQLite, and refused', () => {
  expect(outcome(() => checkExpression('a IN secret', dialects.sqlite.grammar))).toBe('invalid_sql_clause');
});

describe('names inside of an expression', () => {
  const named = [
    "sum(n) + 0 * length(('EU' AS region))",
    "substring('EU' AS region, 1)",
    "CAST('EU' AS region, 'String')",
    "CAST('EU', 'String' AS region)",
    "CAST('EU' AS region AS String)",
    'count(*) OVER (PARTITION BY a AS b)',
  ];
  test.each(Object.values(dialects))(
    'a metric that names a value would change what a row-level rule reads: $name refuses it',
    (dialect) => {
      expect(
        named.filter((sql) => outcome(() => checkExpression(sql, dialect.grammar)) !== 'invalid_sql_clause'),
      ).toEqual([]);
    },
  );

  const clickhouse = (sql: string) => outcome(() => checkExpression(sql, dialects.clickhouse.grammar));

  test.each([
    "['EU' AS region]",
    "CAST('EU' region AS String) = 'EU'",
    "CAST('EU' `region` AS String)",
    "CAST('EU' region, 'String')",
    'CAST((a) region AS String)',
    "CAST(case when 1 then 'EU' end region AS String)",
    'CAST(a b AS String)',
    "upper(CAST(tuple('EU') AS Tuple(all String)).all tenant)",
    'upper(t.range tenant)',
    'substring(any tenant FROM 1)',
    "CAST('EU' rows AS String)",
    'trim(and tenant)',
    "CASE WHEN 'EU' xor THEN 1 END",
    'INTERVAL n rows DAY',
    'ltrim(DISTINCT tenant)',
  ])('ClickHouse names a value by %s', (sql) => {
    expect(clickhouse(sql)).toBe('invalid_sql_clause');
  });

  test.each([
    "'x' IN (secret)",
    "'x' IN ((secret))",
    "'x' IN (other.secret)",
    "'x' IN (+secret)",
    "'x' IN (`secret`)",
    "'x' NOT IN (secret)",
    "'x' GLOBAL IN (secret)",
    "in('x', secret)",
    "NOT in('x', secret)",
    "if(in('x', secret), 1, 0)",
    "CASE WHEN in('x', secret) THEN 1 END",
  ])('ClickHouse reads a whole table in %s', (sql) => {
    expect(clickhouse(sql)).toBe('invalid_sql_clause');
  });

  test.each([
    "region IN ('EU', 'US')",
    'n IN (1)',
    'n NOT IN (1, m)',
    "lower(region) GLOBAL IN ('eu')",
    '(a, b) IN ((1, 2))',
    'n IN (NULL)',
    'flag IN (true)',
    'CAST(n AS Decimal(10, 2))',
    'CAST(a AND b AS Bool)',
    'CAST(CASE WHEN a THEN b END AS String)',
    'sum(n) FILTER (WHERE n > 1)',
    'sum(n) OVER (PARTITION BY a ORDER BY b DESC NULLS LAST ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)',
    'ts + INTERVAL 5 DAY',
    'EXTRACT(YEAR FROM ts)',
    "trim(BOTH ' ' FROM a)",
    'count(DISTINCT a)',
    'a IS NOT NULL AND NOT b',
    "a NOT LIKE 'x%'",
    'a BETWEEN 1 AND 2',
    "DATE '2024-01-01'",
    'arrayMap(x -> x + 1, list)',
  ])('ClickHouse still accepts %s', (sql) => {
    expect(clickhouse(sql)).toBe(sql);
  });
});

test.each([
  "'t'::pg_catalog.regclass",
  '\'t\'::"regclass"',
  "CAST('t' AS pg_catalog.regproc)",
  '\'r\'::pg_catalog."regrole"',
])('PostgreSQL tells of no objects by their names: %s', (sql) => {
  expect(outcome(() => checkExpression(sql, dialects.postgresql.grammar))).toBe('invalid_sql_clause');
});

test('names in brackets are names in SQLite only, and backticks not in PostgreSQL', () => {
  expect(checkExpression('[a b] + `c;`', dialects.sqlite.grammar)).toBe('[a b] + `c;`');
  expect(outcome(() => checkExpression('`c`', dialects.postgresql.grammar))).toBe('invalid_sql_clause');
});

describe('quotes, comments and functions of single databases', () => {
  const mysql = (sql: string) => outcome(() => checkExpression(sql, dialects.mysql.grammar));
  const trino = (sql: string) => outcome(() => checkExpression(sql, dialects.trino.grammar));
  const clickhouse = (sql: string) => outcome(() => checkExpression(sql, dialects.clickhouse.grammar));

  test.each([
    "name = 'it\\'s' OR 1",
    `name = "a\\"b" OR 1`,
    "GROUP_CONCAT(name SEPARATOR ', ')",
    'a <=> b',
    '`a``b` > 1',
    'a DIV (b + 1)',
    "JSON_EXTRACT(doc, '$.a')",
    "doc ->> '$.a'",
    'a - -1',
  ])('MySQL accepts %s', (sql) => expect(mysql(sql)).toBe(sql));

  test('a hash begins a comment of MySQL, and is a letter of its texts', () => {
    expect(mysql("a # it's\n + 1")).toBe('a  \n + 1');
    expect(mysql("name = '# no comment' # one (")).toBe("name = '# no comment'");
    expect(mysql('`#` > 1')).toBe('`#` > 1');
    expect(clickhouse('a # comment')).toBe('invalid_sql_clause');
  });

  test.each([
    "name = 'x\\'; DROP TABLE t; -- '; DROP TABLE t",
    "'x\\' OR 1 = 1 -- ",
    `"x\\" OR 1`,
    'a--1',
    'a /*!50000 + (SELECT 1) */',
    'a /*!99999 + 1 */',
    'a /*M!100100 + 1 */',
    'a /*+ SET_VAR(x = 1) */',
    'a # comment\n) UNION (SELECT 1',
    "a # '\n; DROP TABLE t -- '",
    'a # comment\r + (SELECT 1)',
    "'# ' + LOAD_FILE('/etc/passwd')",
    '@a := 1',
    '@@version',
    "LOAD_FILE('/etc/passwd')",
    '`LOAD_FILE`(1)',
    '"LOAD_FILE"(1)',
    'SLEEP(1)',
    'BENCHMARK(1, 1)',
    "GET_LOCK('a', 1)",
    'NEXT VALUE FOR s',
    '(NEXT VALUE FOR s)',
    'NEXTVAL(s)',
    'LAST_INSERT_ID(1)',
    'VERSION()',
    'sys.format_path(1)',
    'a INTO @b',
    '\\N',
    '[a]',
    "{d '2024-01-01'}",
  ])('MySQL refuses %s', (sql) => expect(mysql(sql)).toBe('invalid_sql_clause'));

  test.each([
    "name = 'back\\' OR 1 = 1",
    'approx_distinct(x)',
    'TRY_CAST(a AS bigint)',
    "element_at(m, 'k')",
    'a[1]',
    'transform(a, x -> x + 1)',
    "date_add('day', 1, ts)",
  ])('Trino accepts %s', (sql) => expect(trino(sql)).toBe(sql));

  test.each([
    "'it\\'s'",
    '`a`',
    "U&'x'",
    "query(query => 'x')",
    "system.query('x')",
    "http_get('x')",
    'current_groups()',
    '? = 1',
    'a $$ b',
  ])('Trino refuses %s', (sql) => expect(trino(sql)).toBe('invalid_sql_clause'));

  test.each([
    "name = 'it\\'s' OR 1",
    'uniqExact(user)',
    '`a\\`b` > 1',
    'quantile(0.9)(x)',
    'sumIf(a, b > 1)',
    'arrayMap(x -> x + 1, list)',
    'a ? b : c',
    'toStartOfInterval(ts, INTERVAL 5 MINUTE)',
  ])('ClickHouse accepts %s', (sql) => expect(clickhouse(sql)).toBe(sql));

  test.each([
    "'x\\' OR 1 = 1 -- ",
    "'x\\'; DROP TABLE t; -- '; DROP TABLE t",
    "file('/etc/passwd')",
    "`file`('/etc/passwd')",
    "url('http://example.com')",
    "remote('a', b)",
    "s3('x')",
    "dictGet('d', 'a', 1)",
    "joinGet('j', 'a', 1)",
    'sleep(3)',
    'sleepEachRow(1)',
    "getSetting('x')",
    'hostName()',
    "getMacro('x')",
    '$$x$$',
    'a # x',
    '{p:String}',
    'currentUser()',
    'showCertificate()',
    '“a” = 1',
    '‘a’',
  ])('ClickHouse refuses %s', (sql) => expect(clickhouse(sql)).toBe('invalid_sql_clause'));
});

describe('what is written every day', () => {
  const check = (name: keyof typeof dialects, sql: string) =>
    outcome(() => checkExpression(sql, dialects[name].grammar));

  test.each(['postgresql', 'mysql', 'trino'] as const)(
    '%s looks for a text in another by POSITION, and takes no name behind any other IN',
    (name) => {
      expect(check(name, "POSITION('n' IN name) > 0")).toBe("POSITION('n' IN name) > 0");
      for (const sql of [
        'a IN secret',
        "POSITION(('n' IN secret) IN name)",
        "POSITION('n' IN (SELECT a FROM b))",
        "POSITION('n' IN (TABLE secret))",
      ])
        expect(check(name, sql)).toMatch(/^(invalid_sql_clause|adhoc_subquery)$/);
    },
  );

  test.each(['sqlite', 'clickhouse'] as const)('to %s the name behind IN may be a table also there', (name) => {
    expect(check(name, "POSITION('n' IN secret)")).toBe('invalid_sql_clause');
  });

  test('functions of MySQL are called as statements begin', () => {
    for (const sql of ['TRUNCATE(price, 2)', "INSERT(name, 1, 1, 'x')", 'RAND()'])
      expect(check('mysql', sql)).toBe(sql);
    expect(outcome(() => checkStatement('SELECT TRUNCATE(price, 2) FROM t', dialects.mysql.grammar))).toBe(
      'SELECT TRUNCATE(price, 2) FROM t',
    );
    for (const sql of ['TRUNCATE t', 'INSERT t', 'DELETE (a)', 'COPY (a)'])
      expect(check('mysql', sql)).toBe('invalid_sql_clause');
    for (const sql of [
      'TRUNCATE TABLE t',
      'WITH x AS (INSERT INTO t VALUES (1)) SELECT 1',
      'SELECT 1 FROM (DELETE (a))',
    ])
      expect(outcome(() => checkStatement(sql, dialects.mysql.grammar))).toBe('invalid_sql_clause');
  });

  test('aggregates of ClickHouse have endings', () => {
    for (const sql of [
      'sumMerge(n)',
      'uniqMerge(u)',
      'quantileMerge(0.5)(q)',
      'countMergeIf(n, a)',
      'avgOrNull(n)',
      'sumIfOrNull(n, a > 1)',
      'sumDistinct(n)',
    ])
      expect(check('clickhouse', sql)).toBe(sql);
  });
});
