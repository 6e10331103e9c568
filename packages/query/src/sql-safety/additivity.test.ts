import { describe, expect, test } from 'vitest';
import { additivityOf } from './additivity.ts';
import { clickhouseGrammar, duckdbGrammar } from './grammars.ts';

const additive = [
  'SUM(a)',
  'sum ( "delay" * 2 + 1 )',
  'COUNT(*)',
  'COUNT(x)',
  '-SUM(a)',
  '(SUM(a) - SUM(b)) / 1000.0',
  '100 * SUM(a) / 2',
  'COALESCE(SUM(a), 0)',
  "SUM(CASE WHEN a = 'AVG(x)' THEN 1 ELSE 0 END)",
  'COUNT(*) FILTER (WHERE a > 3)',
  'CAST(SUM(a) AS DECIMAL(10, 2))',
  'SUM(a) /* AVG */ + COUNT(*)',
];
const nonAdditive = [
  'AVG(a)',
  'COUNT(DISTINCT a)',
  'SUM(DISTINCT a)',
  'MAX(a) - MIN(a)',
  'SUM(a) / COUNT(*)',
  'SUM(a) / NULLIF(SUM(b), 0)',
  '1.0 * SUM(a) / COUNT(*)',
  'SUM(a) + 1',
  'median(a)',
  'approx_count_distinct(a)',
  'SUM(a) * SUM(b)',
];
const unknown = [
  '1',
  'a',
  'ROUND(SUM(a), 2)',
  'my_aggregate(a)',
  'SUM(a) OVER (PARTITION BY b)',
  'SUM(SUM(a)) OVER ()',
  'CASE WHEN SUM(a) > 1 THEN 1 ELSE 0 END',
  'COALESCE(SUM(a), 7)',
  'SUM(a',
  'SUM(a) b',
  'SUM(a) > 3',
  "'SUM(a)'",
  '{{ metric }}',
  '',
];

describe('additivity of SQL', () => {
  test.each(additive)('%s is additive', (sql) => expect(additivityOf(sql, duckdbGrammar)).toBe('additive'));
  test.each(nonAdditive)('%s is non-additive', (sql) => expect(additivityOf(sql, duckdbGrammar)).toBe('non_additive'));
  test.each(unknown)('%s is unknown', (sql) => expect(additivityOf(sql, duckdbGrammar)).toBe('unknown'));

  test('functions of one database are read in its grammar', () => {
    expect([
      additivityOf('countIf(a > 3)', clickhouseGrammar),
      additivityOf('sumIf(a, b = 1)', clickhouseGrammar),
      additivityOf('uniq(a)', clickhouseGrammar),
      additivityOf('uniqExact(a)', clickhouseGrammar),
    ]).toEqual(['additive', 'additive', 'non_additive', 'non_additive']);
  });
});
