import { expect, test } from 'vitest';
import {
  clickhouseGrammar,
  duckdbGrammar,
  mysqlGrammar,
  postgresqlGrammar,
  trinoGrammar,
} from '../sql-safety/grammars.ts';
import { countOfAffected } from './affected.ts';
import { boundNames } from './bound-names.ts';
import { classify } from './classify.ts';
import { limitingFactor, ownLimit, withLimit } from './limit.ts';
import { splitStatements, type Statement } from './split.ts';

function split(sql: string, grammar = duckdbGrammar): readonly Statement[] {
  const read = splitStatements(sql, grammar);
  if (!read.ok) throw new Error(read.reason);
  return read.statements;
}

function only(sql: string, grammar = duckdbGrammar): Statement {
  const [statement] = split(sql, grammar);
  if (!statement) throw new Error('no statement');
  return statement;
}

test('a script is cut at its semicolons, and at none in texts, names and comments', () => {
  const sql = `-- first; one\nSELECT ';' AS "a;b" /* ; */ FROM t;\n;\n  SELECT 2 -- last`;
  expect(split(sql).map(({ text, at, end }) => [text, at, end])).toEqual([
    [`SELECT ';' AS "a;b" /* ; */ FROM t`, 14, 48],
    ['SELECT 2', 54, 62],
  ]);
  expect(split(' ;; -- nothing')).toEqual([]);
});

test.each([
  ["SELECT 'open", 'a text literal is not closed', 7],
  ['SELECT (1; SELECT 2)', 'Unclosed parenthesis', 7],
  ['SELECT 1;\nSELECT 2)', 'Unmatched parenthesis', 18],
  ['SELECT 1 /* open', 'a comment is not closed', 9],
])('%s is refused: %s', (sql, reason, at) => {
  expect(splitStatements(sql, duckdbGrammar)).toEqual({ ok: false, reason, at });
});

test.each([
  ['SELECT 1', 'read'],
  ['(SELECT 1) UNION SELECT 2', 'read'],
  ['WITH a AS (SELECT 1) SELECT * FROM a', 'read'],
  ['FROM t', 'read'],
  ["SELECT replace(a, 'x', 'y') FROM t", 'read'],
  ['SELECT "insert" FROM t', 'read'],
  ['SELECT 1 AS delete', 'read'],
  ['SELECT a AS delete, b AS merge, (SELECT 1 AS insert) FROM t', 'read'],
  ['SELECT t.a AS insert FROM t', 'read'],
  ['UNPIVOT (SELECT 1 AS a, 2 AS b) ON a, b INTO NAME n VALUE v', 'read'],
  ['SELECT 1 AS delete FROM t', 'write'],
  ['SELECT t.as INTO other FROM t', 'write'],
  ['SELECT 1 AS as INTO other FROM t', 'write'],
  ['SELECT 1 AS into FROM t', 'write'],
  ['SELECT * INTO name n value v FROM t', 'write'],
  ['UNPIVOT t ON a INTO other', 'write'],
  ['UNPIVOT (SELECT 1 AS a) ON a INTO NAME n VALUE v INTO other', 'write'],
  ['FROM as INSERT OVERWRITE TABLE t SELECT 1', 'write'],
  ['WITH a AS (SELECT 1 AS insert) DELETE FROM t', 'write'],
  ['WITH a AS (DELETE FROM t) SELECT 1 AS delete', 'write'],
  ['WITH a AS MATERIALIZED (DELETE FROM t) SELECT 1 AS delete', 'write'],
  ['SELECT * INTO other FROM t', 'write'],
  ['WITH gone AS (DELETE FROM t RETURNING *) SELECT * FROM gone', 'write'],
  ['WITH a AS (UPDATE t SET a = 1) SELECT 1', 'write'],
  ['INSERT INTO t VALUES (1)', 'write'],
  ['DROP TABLE t', 'write'],
  ['CREATE TABLE t AS SELECT 1', 'write'],
  ['CREATE OR REPLACE VIEW v AS SELECT 1', 'write'],
  ['CREATE UNIQUE INDEX i ON t (a)', 'write'],
  ['CREATE SCHEMA s', 'write'],
  ['ALTER TABLE t ADD COLUMN b INT', 'write'],
  ["COMMENT ON TABLE t IS 'x'", 'write'],
  ['CREATE TEMP TABLE t (a INT)', 'command'],
  ['CREATE FUNCTION f() RETURNS INT AS 1', 'command'],
  ['CREATE EXTENSION dblink', 'command'],
  ['CREATE TRIGGER g', 'command'],
  ['CREATE USER u', 'command'],
  ['DROP DATABASE d', 'command'],
  ['ALTER SYSTEM SET a = 1', 'command'],
  ["INSERT INTO FUNCTION file('x') SELECT 1", 'command'],
  ["INSERT INTO TABLE FUNCTION file('x') SELECT 1", 'command'],
  ["SELECT * INTO OUTFILE 'x' FROM t", 'command'],
  ['SELECT * INTO TEMP t FROM u', 'command'],
  ['SET search_path = x', 'command'],
  ["ATTACH 'x.db'", 'command'],
  ["COPY t TO 'x.csv'", 'command'],
  ['CALL f()', 'command'],
  ['BEGIN', 'command'],
  ['END', 'command'],
  ['FLUSH TABLES WITH READ LOCK', 'command'],
  ['REINDEX TABLE t', 'command'],
  ['ANALYZE FORMAT=JSON UPDATE t SET a = 1', 'write'],
  ['ANALYZE t', 'unknown'],
  ['SHOW TABLES', 'show'],
  ['SHOW COLUMNS FROM t', 'show'],
  ['SHOW CREATE TABLE s.t', 'show'],
  ['SHOW data_directory', 'unknown'],
  ['DESCRIBE s.t', 'show'],
  ['DESCRIBE SELECT 1', 'unknown'],
  ["SUMMARIZE 'file.csv'", 'unknown'],
  ['EXPLAIN SELECT 1', 'explain'],
  ['EXPLAIN ANALYZE SELECT 1', 'explain'],
  ['EXPLAIN DELETE FROM t', 'write'],
  ['EXPLAIN (ANALYZE) DELETE FROM t', 'write'],
  ['EXPLAIN (ANALYZE, FORMAT JSON) SELECT 1', 'explain'],
  ['EXPLAIN FORMAT=JSON SELECT 1', 'explain'],
  ['EXPLAIN (SELECT 1)', 'explain'],
  ['EXPLAIN SET a = 1', 'unknown'],
  ['FLY me', 'unknown'],
])('%s is of the kind %s', (sql, kind) => {
  expect(classify(only(sql), duckdbGrammar).kind).toBe(kind);
});

test('a schema that is a database is none that a statement makes', () => {
  expect(classify(only('CREATE SCHEMA s', mysqlGrammar), mysqlGrammar)).toEqual({
    kind: 'command',
    verb: 'CREATE SCHEMA',
  });
});

test('an explained query and a described table are distinguished from what stands before them', () => {
  expect(classify(only('EXPLAIN ANALYZE\nSELECT 1'), duckdbGrammar)).toEqual({
    kind: 'explain',
    prefix: 'EXPLAIN ANALYZE\n',
    query: 'SELECT 1',
    isRun: true,
  });
  expect(classify(only('DESCRIBE TABLE s."a b"'), duckdbGrammar)).toEqual({ kind: 'show', table: 's."a b"' });
});

test.each([
  ['SELECT 1', 'SELECT 1\nLIMIT 11'],
  ['SELECT * FROM (SELECT 1 LIMIT 2) t -- end', 'SELECT * FROM (SELECT 1 LIMIT 2) t\nLIMIT 11'],
  ['SELECT 1 LIMIT 5', 'SELECT 1 LIMIT 5'],
  ['SELECT 1 FETCH FIRST 3 ROWS ONLY', 'SELECT 1 FETCH FIRST 3 ROWS ONLY'],
  ['SHOW TABLES', 'SHOW TABLES'],
])('%s is bounded as %s', (sql, bounded) => {
  expect(withLimit(only(sql), 11, duckdbGrammar)).toBe(bounded);
});

test.each([
  ['SELECT a FROM t EXCEPT SELECT b FROM u', clickhouseGrammar],
  ['SELECT a FROM t UNION DISTINCT SELECT b FROM u', clickhouseGrammar],
  ['(SELECT a FROM t) UNION ALL (SELECT b FROM u)', clickhouseGrammar],
  ['(SELECT a FROM t)', clickhouseGrammar],
  ['SELECT a FROM t LIMIT 1 BY a', clickhouseGrammar],
  ['SELECT a FROM t ORDER BY a LIMIT 1 WITH TIES', clickhouseGrammar],
  ['SELECT a FROM t LIMIT 10%', duckdbGrammar],
  ['SELECT a FROM t LIMIT 5*10', postgresqlGrammar],
])('%s takes no limit at its end', (sql, grammar) => {
  expect(withLimit(only(sql, grammar), 11, grammar)).toBe(sql);
});

test('a limit at the end of a UNION bounds all of it everywhere else', () => {
  for (const grammar of [duckdbGrammar, mysqlGrammar, postgresqlGrammar, trinoGrammar])
    expect(withLimit(only('SELECT 1 UNION ALL SELECT 2', grammar), 11, grammar)).toBe(
      'SELECT 1 UNION ALL SELECT 2\nLIMIT 11',
    );
});

test.each([
  [postgresqlGrammar, 'SELECT 1', null],
  [postgresqlGrammar, 'SELECT 1 LIMIT 5', 5],
  [postgresqlGrammar, 'SELECT 1 LIMIT 5 -- all of them', 5],
  [postgresqlGrammar, 'SELECT 1 LIMIT /* few */ 5 /* rows */', 5],
  [postgresqlGrammar, 'SELECT * FROM (SELECT 1 LIMIT 2) t', null],
  [postgresqlGrammar, 'SELECT 1 LIMIT 5 OFFSET 3', 5],
  [postgresqlGrammar, 'SELECT 1 OFFSET 3 LIMIT 5', 5],
  [postgresqlGrammar, 'SELECT 1 LIMIT 5 OFFSET 3*2', 5],
  [postgresqlGrammar, 'SELECT 1 LIMIT 5 FOR SHARE', 5],
  [postgresqlGrammar, 'SELECT 1 UNION SELECT 2 LIMIT 5', 5],
  [postgresqlGrammar, 'SELECT 1 LIMIT ALL', null],
  [postgresqlGrammar, 'SELECT 1 LIMIT NULL', null],
  [postgresqlGrammar, 'SELECT 1 LIMIT 5*10', null],
  [postgresqlGrammar, 'SELECT 1 LIMIT 5+5', null],
  [postgresqlGrammar, 'SELECT 1 LIMIT 2::bigint*3', null],
  [postgresqlGrammar, 'SELECT 1 LIMIT (5)', null],
  [postgresqlGrammar, 'SELECT 1 LIMIT 2.5', null],
  [postgresqlGrammar, 'SELECT 1 FETCH FIRST 5 ROWS ONLY', 5],
  [postgresqlGrammar, 'SELECT 1 FETCH NEXT ROW ONLY', 1],
  [postgresqlGrammar, 'SELECT 1 FETCH FIRST 5 ROWS WITH TIES', null],
  [duckdbGrammar, 'SELECT 1 LIMIT 10%', null],
  [duckdbGrammar, 'SELECT 1 LIMIT 10 PERCENT', null],
  [duckdbGrammar, 'SELECT 1 LIMIT 10 % 4', null],
  [duckdbGrammar, 'SELECT 1 LIMIT 5*10', null],
  [mysqlGrammar, 'SELECT 1 LIMIT 3, 7', 7],
  [mysqlGrammar, 'SELECT 1 LIMIT 7 OFFSET 3', 7],
  [mysqlGrammar, 'SELECT 1 LIMIT 7 LOCK IN SHARE MODE', 7],
  [clickhouseGrammar, 'SELECT 1 LIMIT 3, 7', 7],
  [clickhouseGrammar, 'SELECT 1 LIMIT 7 SETTINGS max_threads = 1', 7],
  [clickhouseGrammar, 'SELECT 1 LIMIT 2 BY k', null],
  [clickhouseGrammar, 'SELECT 1 LIMIT 1, 2 BY k', null],
  [clickhouseGrammar, 'SELECT 1 LIMIT 2 OFFSET 1 BY k', null],
  [clickhouseGrammar, 'SELECT 1 LIMIT 2 BY k LIMIT 7', 7],
  [clickhouseGrammar, 'SELECT 1 LIMIT 2 BY k SETTINGS limit = 7', null],
  [clickhouseGrammar, 'SELECT 1 LIMIT 1 WITH TIES', null],
  [clickhouseGrammar, 'SELECT 1 LIMIT 1 OFFSET 1 WITH TIES', null],
  [clickhouseGrammar, 'SELECT 1 LIMIT 5*10', null],
  [clickhouseGrammar, 'SELECT 1 UNION ALL SELECT 2 LIMIT 1', null],
  [clickhouseGrammar, 'SELECT 1 LIMIT 1 UNION ALL SELECT 2', null],
  [trinoGrammar, 'SELECT 1 OFFSET 2 ROWS FETCH FIRST 5 ROWS ONLY', 5],
  [trinoGrammar, 'SELECT 1 LIMIT 5', 5],
] as const)('of $name the query %s has the limit %s of its own', (grammar, sql, own) => {
  expect(ownLimit(only(sql, grammar).tokens, grammar)).toBe(own);
});

test.each([
  [null, 10, 3, false, 'NOT_LIMITED'],
  [null, 10, 10, true, 'DROPDOWN'],
  [5, 10, 5, false, 'QUERY'],
  [10, 10, 10, false, 'QUERY_AND_DROPDOWN'],
  [50, 10, 10, true, 'DROPDOWN'],
] as const)('own limit %s, chosen %s, rows %s, cut %s: %s', (own, chosen, rows, isCut, factor) => {
  expect(limitingFactor(own, chosen, rows, isCut)).toBe(factor);
});

test.each([
  ['WITH a AS (SELECT 1), b AS (SELECT * FROM a) SELECT * FROM a, b', ['a', 'b']],
  ['WITH a AS (SELECT 1) SELECT * FROM (SELECT * FROM A) x, (SELECT a.n FROM a) y', ['a']],
  ['WITH RECURSIVE a(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM a) SELECT * FROM a', ['a']],
  // Here the table is read, too.
  ['WITH a AS (SELECT * FROM a) SELECT * FROM a', []],
  ['WITH RECURSIVE a AS (SELECT * FROM a) SELECT * FROM a', []],
  ['WITH RECURSIVE a AS (SELECT * FROM a UNION ALL SELECT 1) SELECT * FROM a', []],
  ['WITH b AS (SELECT * FROM a), a AS (SELECT 1) SELECT * FROM b', ['b']],
  ['SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a) x, a', []],
  ['SELECT * FROM a WHERE EXISTS (WITH a AS (SELECT 1) SELECT * FROM a)', []],
  ['WITH "A" AS (SELECT 1) SELECT * FROM a', []],
  ['WITH a AS (SELECT 1) SELECT * FROM s.a', ['a']],
])('of %s the names %j are its own', (sql, names) => {
  expect([...boundNames(only(sql, postgresqlGrammar), postgresqlGrammar)]).toEqual(names);
});

test('[attack 61] names of a megabyte of queries are found at once, and of too many of one name none', () => {
  const many = Array.from({ length: 40_000 }, (_, at) => `c${at} AS (SELECT 1)`).join(', ');
  expect(boundNames(only(`WITH ${many} SELECT * FROM c1`, postgresqlGrammar), postgresqlGrammar).size).toBe(40_000);
  const again = Array.from({ length: 20_000 }, () => '(WITH a AS (SELECT 1) SELECT * FROM a)').join(' UNION ALL ');
  expect(boundNames(only(again, postgresqlGrammar), postgresqlGrammar).size).toBe(0);
});

test('[attack 61] a megabyte of EXPLAIN explains nothing, and its options are passed over once', () => {
  expect(classify(only(`${'EXPLAIN '.repeat(30_000)}SELECT 1`), duckdbGrammar).kind).toBe('unknown');
  expect(classify(only(`${'EXPLAIN ('.repeat(30_000)}SELECT 1${')'.repeat(30_000)}`), duckdbGrammar).kind).toBe(
    'unknown',
  );
  const options = only(`EXPLAIN ${'(ANALYZE) '.repeat(20_000)}SELECT 1`);
  expect(classify(options, duckdbGrammar)).toMatchObject({ kind: 'explain', query: 'SELECT 1', isRun: true });
});

test('where an inner WITH may mean a table, no name is bound', () => {
  const sql = 'WITH a AS (SELECT 1) SELECT * FROM (WITH b AS (SELECT * FROM a) SELECT * FROM b) x';
  expect([...boundNames(only(sql, mysqlGrammar), mysqlGrammar)]).toEqual([]);
});

test.each([
  ['UPDATE t SET a = 1', 'SELECT count(*) FROM t'],
  [
    'UPDATE "s"."t" AS x SET a = (SELECT max(b) FROM u) WHERE x.b IN (SELECT c FROM v) RETURNING a',
    'SELECT count(*) FROM "s"."t" AS x\nWHERE x.b IN (SELECT c FROM v)',
  ],
  ["DELETE FROM t WHERE a = 'SET' -- all", "SELECT count(*) FROM t\nWHERE a = 'SET'"],
  ['DELETE FROM t RETURNING a', 'SELECT count(*) FROM t'],
  ['DELETE FROM t USING u WHERE t.a = u.a', null],
  ['UPDATE t SET a = 1 FROM u', null],
  ['UPDATE t SET a = 1 ORDER BY b LIMIT 3', null],
  ['UPDATE t, u SET t.a = u.a', null],
  ['UPDATE ONLY t SET a = 1', null],
  ['INSERT INTO t VALUES (1)', null],
  ['WITH x AS (SELECT 1) DELETE FROM t', null],
  ['ALTER TABLE t DELETE WHERE a = 1', null],
])('%s counts the rows that it changes by %s, where it is plain which', (sql, count) => {
  expect(countOfAffected(only(`/* a note */ ${sql};`, postgresqlGrammar))).toBe(count);
});

test('a semicolon behind a hash is no end of a statement of MySQL', () => {
  const split = splitStatements("SELECT 1 # it's; DROP TABLE a\n, 2;\n# nothing; here\nSELECT '# 3'", mysqlGrammar);
  expect(split.ok && split.statements.map(({ text }) => text)).toEqual([
    "SELECT 1 # it's; DROP TABLE a\n, 2",
    "SELECT '# 3'",
  ]);
});
