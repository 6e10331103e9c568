import { expect, test } from 'vitest';
import { isTable } from './pasted-table.ts';

test('cells of a spreadsheet are a table', () => {
  expect(isTable('Day\tCity\n2024-01-01\tBerlin\n')).toBe(true);
  expect(isTable('Day\tCity\r\n2024-01-01\tBerlin\r\n2024-01-02\t')).toBe(true);
  expect(isTable('Day\tNote\n2024-01-01\t"two\nlines"\n')).toBe(true);
});

test.each(['', 'Day\tCity', 'a sentence, and\nanother one', 'SELECT 1;\n\tSELECT 2', '{"a":\t1}\n{"b": 2}'])(
  '%j is none',
  (text) => {
    expect(isTable(text)).toBe(false);
  },
);
