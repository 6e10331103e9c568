import { expect, test } from 'vitest';
import { dialectOf } from './dialects/registry.ts';
import { groupedSums } from './grouped-sums.ts';

const grammar = dialectOf('postgresql').grammar;

test.each([
  ['SELECT region, SUM(amount) AS total FROM sales GROUP BY region', ['total']],
  [
    'SELECT year, region, COUNT(*) AS n, SUM(a * (b + 1)) revenue FROM sales GROUP BY 1, 2 HAVING COUNT(*) > 1 ' +
      'ORDER BY n LIMIT 10',
    ['n', 'revenue'],
  ],
  ['select Region, sum(amount) as "My Total" from sales group by region', ['My Total']],
  [
    'WITH s AS (SELECT a, COUNT(*) AS inner_count FROM t GROUP BY a) SELECT a, SUM(inner_count) AS Total FROM ' +
      's GROUP BY a',
    ['Total'],
  ],
  ['SELECT SUM(amount) AS total FROM sales', ['total']],
  ['SELECT region, SUM(x) AS totals, COUNT(*) AS cube FROM t GROUP BY region', ['totals', 'cube']],
  ['SELECT t.cube, t.minus, SUM(x) rollup FROM t GROUP BY t.cube, t.minus ORDER BY rollup', ['rollup']],
  ['WITH totals AS (SELECT a, x FROM t GROUP BY CUBE (a, x)) SELECT a, SUM(x) AS n FROM totals GROUP BY a', ['n']],
  ['SELECT a, SUM(x) AS n FROM (SELECT a, x FROM t UNION ALL SELECT a, x FROM u) AS both GROUP BY a', ['n']],
  ['SELECT a, SUM(CASE WHEN x IN (1, 2) THEN 1 ELSE 0 END) AS some FROM (SELECT * FROM t) AS s GROUP BY a', ['some']],
])('%s', (sql, columns) => {
  expect(groupedSums(sql, grammar)).toEqual(columns);
});

test.each([
  'SELECT * FROM sales',
  'SELECT year, region FROM sales GROUP BY 1, 2',
  'SELECT a, AVG(x) AS m, MAX(x) AS most, COUNT(DISTINCT x) AS kinds FROM t GROUP BY a',
  'SELECT a, SUM(x) OVER (PARTITION BY a) AS running FROM t',
  'SELECT a, SUM(x) OVER w FROM t WINDOW w AS (ORDER BY a)',
  'SELECT a, SUM(x) / COUNT(*) AS mean FROM t GROUP BY a',
  'SELECT a, SUM(x) FROM t GROUP BY a',
  'SELECT a, SUM(x) AS total FROM t GROUP BY ROLLUP (a)',
  'SELECT a, SUM(x) AS total FROM t GROUP BY a WITH ROLLUP',
  'SELECT a, SUM(x) AS total FROM t GROUP BY a WITH TOTALS ORDER BY a',
  'SELECT a, SUM(x) AS total FROM t GROUP BY b, cube(a)',
  'SELECT a, SUM(x) AS total FROM t GROUP BY GROUPING SETS ((a), ())',
  'SELECT a, SUM(x) AS total FROM t GROUP BY a UNION (SELECT b, SUM(x) FROM t GROUP BY b)',
  "SELECT a, SUM(x) AS total FROM t WHERE b = 'AS' UNION (SELECT b, SUM(x) FROM t GROUP BY b)",
  'SELECT a, SUM(x) AS total FROM t GROUP BY a UNION ALL SELECT b, SUM(x) FROM t GROUP BY b',
  'SELECT a, total FROM (SELECT a, SUM(x) AS total FROM t GROUP BY a) AS s',
  'SELECT a, SUM(x) AS total FROM t GROUP BY a; SELECT 1 FROM t',
  "SELECT a, 'SUM(x) AS total' FROM t GROUP BY a",
  'SELECT a, SUM(x AS total FROM t',
  'SELECT DISTINCT SUM(x) AS total, COUNT(*) AS n FROM t GROUP BY a',
  '',
])('nothing to sum in: %s', (sql) => {
  expect(groupedSums(sql, grammar)).toEqual([]);
});
