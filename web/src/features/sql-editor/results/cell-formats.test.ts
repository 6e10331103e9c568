import { expect, test } from 'vitest';
import { cellFormats } from './cell-formats.ts';
import { copyStyleOf } from './copy-style.ts';

test('times are written as the reader writes them, days without an hour, fractions where they are', () => {
  const formatOf = cellFormats(
    [
      { name: 'day', type: 'DATE', kind: 'temporal' },
      { name: 'at', type: 'TIMESTAMP', kind: 'temporal' },
      { name: 'n', type: 'BIGINT', kind: 'numeric' },
    ],
    'de',
  );
  const at = Date.UTC(2024, 0, 2, 3, 4, 5);
  expect([formatOf('day')?.(Date.UTC(2024, 0, 2)), formatOf('at')?.(at), formatOf('at')?.(at + 6)]).toEqual([
    '02.01.2024',
    '02.01.2024, 03:04:05',
    '02.01.2024, 03:04:05,006',
  ]);
  expect(formatOf('at')?.(at + 6.25)).toBe('02.01.2024, 03:04:05,006250');
  // Numbers keep every digit, and what is no instant stays.
  expect([formatOf('n'), formatOf('at')?.('infinity'), formatOf('at')?.(1e15)]).toEqual([null, null, null]);
});

test('rows are copied into the table that they came from', () => {
  const into = (sql: string) => copyStyleOf('postgresql', sql).into;
  expect([
    into('SELECT * FROM shop."Order Lines" o JOIN x ON true'),
    into('select a from `a``b`'),
    into('SELECT * FROM (SELECT 1) q'),
    into('SELECT * FROM range(3)'),
    into('SELECT 1'),
  ]).toEqual(['shop."Order Lines"', '`a``b`', 'my_table', 'my_table', 'my_table']);
  expect(copyStyleOf('mysql', '').sql.quote('a`b')).toBe('`a``b`');
});
