import { expect, test } from 'vitest';
import { assistDialectOf } from './dialects.ts';
import { readScript } from './script.ts';
import { placeInScript, stepsAt } from './steps.ts';

function steps(marked: string) {
  const at = marked.indexOf('|');
  return stepsAt(readScript(marked.replace('|', ''), assistDialectOf('duckdb')), at);
}

const innermost = (marked: string) => steps(marked)?.trail.at(-1);

test.each([
  ['SELECT 1; SELECT |2', 'SELECT 2'],
  ['WITH a AS (SELECT |1) SELECT * FROM a', 'WITH a AS (SELECT 1)\n\nSELECT * FROM a'],
  [
    'WITH a AS (SELECT 1), x AS (SELECT 2), b AS (SELECT * FROM |a) SELECT * FROM b',
    'WITH a AS (SELECT 1),\nb AS (SELECT * FROM a)\n\nSELECT * FROM b',
  ],
  ['WITH a AS (SELECT 1) SELECT * FROM (SELECT | * FROM a) s', 'WITH a AS (SELECT 1)\nSELECT  * FROM a'],
  [
    'WITH a AS (SELECT 1) SELECT * FROM (WITH b AS (SELECT * FROM a) SELECT |* FROM b) s',
    'WITH a AS (SELECT 1),\nb AS (SELECT * FROM a) SELECT * FROM b',
  ],
  [
    'WITH RECURSIVE r AS (SELECT 1 n UNION ALL SELECT n + 1 FROM |r) SELECT * FROM r',
    'WITH RECURSIVE r AS (SELECT 1 n UNION ALL SELECT n + 1 FROM r)\n\nSELECT * FROM r',
  ],
  ['SELECT * FROM t WHERE a IN ( SELECT b FROM |u )', 'SELECT b FROM u'],
  ['SELECT * FROM (SELECT a FROM |t', 'SELECT a FROM t'],
])('what runs at the cursor: %s', (marked, sql) => {
  expect(innermost(marked)?.sql).toBe(sql);
});

test('the way from the statement to the cursor has names, and all queries of WITH can be chosen', () => {
  const found = steps('WITH a AS (SELECT 1), b AS (SELECT * FROM (SELECT |* FROM a) inner_one) SELECT * FROM b');
  expect(found?.trail.map(({ kind, name }) => `${kind} ${name ?? ''}`)).toEqual([
    'statement ',
    'cte b',
    'query inner_one',
  ]);
  expect(found?.all.map(({ kind, name }) => `${kind} ${name ?? ''}`)).toEqual(['cte a', 'cte b', 'statement ']);
});

test.each([
  ['SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = |t.a)', true],
  ['SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u t WHERE t.a = |1)', false],
  ['SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u WHERE EXISTS (SELECT |1 FROM w WHERE w.a = u.a))', true],
])('a query that reads the one around it cannot run alone: %s', (marked, expected) => {
  expect(innermost(marked)?.isCorrelated).toBe(expected);
});

test.each([
  ['SELECT |1', true],
  ['(SELECT 1) UNION |(SELECT 2)', true],
  ['FROM |t', true],
  ['VALUES (|1)', true],
  ['INSERT INTO t |SELECT 1', false],
  ['DELETE FROM t|', false],
  ['UPDATE t| SET a = 1', false],
  ['CREATE TABLE a AS |SELECT 1', false],
  ['DROP TABLE |t', false],
  ['SET a| = 1', false],
])('only what reads has a preview: %s', (marked, expected) => {
  expect(steps(marked)?.trail[0]?.isReading).toBe(expected);
});

test('a place in what runs is a place in the script', () => {
  const text = 'SELECT 0;\nWITH a AS (SELECT 1), b AS (SELECT oops FROM a) SELECT * FROM b';
  const at = text.indexOf('oops');
  const step = stepsAt(readScript(text, assistDialectOf('duckdb')), at)?.trail.at(-1);
  expect(step && placeInScript(step, step.sql.indexOf('oops'))).toBe(at);
  expect(step && placeInScript(step, step.sql.indexOf('\nSELECT *') + 3)).toBeNull();
});
