import { expect, test } from 'vitest';
import { dialects } from '../dialects/registry.ts';
import { looseValue } from './values.ts';

const find = (sql: string, value: string, own = '', dialect: keyof typeof dialects = 'postgresql') => looseValue(sql, [value], own, dialects[dialect].grammar);

test.each([
  ["SELECT a FROM t WHERE x IN ('y') UNION SELECT pw FROM secret WHERE ('1'='1')", "y') UNION SELECT pw FROM secret WHERE ('1'='1"],
  ['SELECT a FROM t LIMIT 1 UNION SELECT pw FROM secret', '1 UNION SELECT pw FROM secret'],
  ['SELECT a FROM t LIMIT 1 UNION/**/SELECT pw FROM secret', '1 UNION/**/SELECT pw FROM secret'],
  ["SELECT a FROM t WHERE x = 'O' OR 1 = 1 --'", "o' or 1 = 1 --"],
  ['SELECT a -- x\n, (SELECT pw FROM secret) FROM t', 'x\n, (SELECT pw FROM secret)'],
  ["SELECT a FROM t WHERE x = '' OR 'a' = 'a'", "' OR 'a' = 'a"],
  ['SELECT a -- of New York\nFROM t', 'New York'],
  ['SELECT a FROM t ORDER BY a, (SELECT pw FROM secret)', 'a, (SELECT pw FROM secret)'],
])('a value that becomes SQL is found: %s', (sql, value) => {
  expect(find(sql, value)).toBe(value);
});

test.each([
  ["SELECT a FROM t WHERE x = 'New York'", 'New York'],
  ["SELECT a FROM t WHERE x IN ('O''Hara', 'y'') UNION SELECT pw FROM secret')", "y') UNION SELECT pw FROM secret"],
  ["SELECT a FROM t WHERE x = ''') UNION SELECT 1'", "') UNION SELECT 1"],
  ["SELECT a FROM t WHERE x LIKE '%a b%'", 'a b'],
  ['SELECT "Order Date" FROM t', 'Order Date'],
  ['SELECT a FROM t LIMIT 10', '10'],
  ['SELECT a, b FROM t ORDER BY a', 'a'],
  ["SELECT a = 1 FROM t WHERE x = '='", '='],
])('a value inside of a text or a name is held: %s', (sql, value) => {
  expect(find(sql, value)).toBe(null);
});

test('what the author wrote is the author\'s', () => {
  const own = 'SELECT SUM(num) AS n FROM t {{ x }}';
  expect(find('SELECT SUM(num) AS n FROM t', 'SUM(num)', own)).toBe(null);
  expect(find('SELECT SUM(num) AS n FROM t ORDER BY SUM(num)', 'SUM(num)', own)).toBe('SUM(num)');
});

test('a backslash that would take the closing quote along is found where backslashes escape', () => {
  expect(find("SELECT a FROM t WHERE x = 'a\\' AND y = ' OR 1 = 1 -- '", 'a\\', '', 'mysql')).toBe('a\\');
  expect(find("SELECT a FROM t WHERE x = 'a\\\\' AND y = 1", 'a\\', '', 'mysql')).toBe(null);
});

test('many values are looked for in little time', () => {
  const values = Array.from({ length: 10_000 }, (_, index) => `value of ${index}`);
  const began = performance.now();
  expect(looseValue(`SELECT a FROM t WHERE x IN (${values.map((value) => `'${value}'`).join(', ')})`, values, '', dialects.duckdb.grammar)).toBe(null);
  expect(performance.now() - began).toBeLessThan(1500);
});
