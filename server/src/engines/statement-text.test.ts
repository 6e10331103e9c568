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

test('a long text with blanks in it is looked at in time', () => {
  const sql = `SELECT 1${' '.repeat(199_000)}, 2`;
  const began = performance.now();
  expect(withoutEnd(`${sql};`)).toBe(sql);
  expect(performance.now() - began).toBeLessThan(1000);
});
