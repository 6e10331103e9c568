import { expect, test } from 'vitest';
import { withoutEnd } from './statement-text.ts';

test.each([
  ['SELECT 1', 'SELECT 1'],
  [' SELECT 1 ;\n; ', ' SELECT 1'],
  ["SELECT ';' ", "SELECT ';'"],
  ['; ', ''],
  ['', ''],
])('%j without its end', (sql, text) => {
  expect(withoutEnd(sql)).toBe(text);
});

test('a text so long that only a look at each place once comes to its end', () => {
  const sql = `SELECT 1${' '.repeat(4_000_000)}, 2`;
  expect(withoutEnd(`${sql};`)).toBe(sql);
});
