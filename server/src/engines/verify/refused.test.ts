import { expect, test } from 'vitest';
import { assertOpenText } from './closed/postgresql.ts';
import { refusedStatement } from './refused.ts';

test('[8.6-01] a statement that would change something is distinguished from one whose text is refused', () => {
  const kinds = (texts: readonly string[]) =>
    texts.map((sql) => {
      const { code, type, status, message } = refusedStatement(sql, 'No.');
      return `${code} ${type} ${status} ${message}`;
    });
  const writing = [
    'DELETE FROM t',
    '/* a */ -- b\n (insert into t values (1))',
    'Create Table t (a int)',
    'DROP TABLE t',
    'TRUNCATE t',
    'GRANT ALL ON t TO x',
    'WITH a AS (DELETE FROM t RETURNING *) SELECT * FROM a',
    'WITH a AS (SELECT 1) UPDATE t SET b = 1',
  ];
  expect(new Set(kinds(writing))).toEqual(new Set(['statement_writes DML_NOT_ALLOWED_ERROR 403 No.']));
  const others = [
    '',
    '/* DELETE',
    'SELECT 1; DROP TABLE t',
    'SELECT delete FROM t',
    "WITH a AS (SELECT '(delete') SELECT pg_sleep(1)",
    'SET x = 1',
    'CALL x()',
    'updated',
    'EXPLAIN ANALYZE DELETE FROM t',
  ];
  expect(new Set(kinds(others))).toEqual(new Set(['statement_refused INVALID_SQL_ERROR 403 No.']));
});

test('texts so long that only a look at each place once comes to their end', () => {
  for (const sql of [
    '/*'.repeat(2_000_000),
    ' ('.repeat(2_000_000),
    `WITH ${'( '.repeat(2_000_000)}`,
    `WITH a${' '.repeat(4_000_000)}`,
    `--${'-'.repeat(4_000_000)}`,
  ]) {
    expect(refusedStatement(sql, '')).toBeDefined();
  }
  // This one is looked at where everybody else is served.
  expect(() => assertOpenText(`SELECT '${'/* '.repeat(2_000_000)}'`)).not.toThrow();
});
