import { expect, test } from 'vitest';
import { readBins, readFacts } from './column-profile.ts';
import { binsSql, equalsSql, factsSql, rangeSql, type ProfiledColumn } from './profile-sql.ts';

const column = (kind: ProfiledColumn['kind'], name = 'total'): ProfiledColumn => ({
  table: { catalog: null, schema: 'main', name: 'or"ders' },
  name,
  kind,
});

test('a profile reads a bounded part of a table, and names are names whatever they are', () => {
  const sample = '(SELECT "a""; DROP TABLE x; --" AS v FROM "main"."or""ders" LIMIT 100000) AS s';
  expect(factsSql('postgresql', column('numeric', 'a"; DROP TABLE x; --'))).toBe(
    'SELECT count(*) AS n, count(v) AS filled, count(DISTINCT v) AS different, min(v) AS low, max(v) AS high ' +
      `FROM ${sample};\nSELECT v AS value, count(*) AS n FROM ${sample} GROUP BY v ORDER BY n DESC LIMIT 8`,
  );
  expect(factsSql('mysql', column('string'))).not.toContain('min(v)');
  expect(binsSql('sqlite', column('numeric'), 0, 48)).toContain('CAST((v - 0.0) / 2.0 AS INTEGER)');
});

test('conditions are values of the database, whatever is in them', () => {
  expect([
    equalsSql('postgresql', 'status', "o'clock"),
    equalsSql('mysql', 'status', "\\' OR 1=1 -- "),
    equalsSql('duckdb', 'status', null),
    equalsSql('duckdb', 'total', 5),
    rangeSql('duckdb', 'total', 5, 10, false),
    rangeSql('duckdb', 'total', 5, 10, true),
  ]).toEqual([
    `"status" = 'o''clock'`,
    "`status` = '\\\\'' OR 1=1 -- '",
    '"status" IS NULL',
    '"total" = 5',
    '"total" >= 5 AND "total" < 10',
    '"total" >= 5 AND "total" <= 10',
  ]);
});

test('counts, ends and bars are read, and numbers may come as text', () => {
  const profile = readFacts(
    column('numeric'),
    [[10, 8, 4, '1.5', '49.5']],
    [
      ['1.5', 5],
      [null, 2],
    ],
  );
  expect(profile).toMatchObject({ rows: 10, nulls: 2, distinct: 4, range: [1.5, 49.5], isSample: false });
  const bars = readBins(
    [
      [0, 5],
      [24, 1],
      ['23', 2],
    ],
    [1.5, 49.5],
  );
  expect([bars.length, bars[0], bars[23]]).toEqual([
    24,
    { from: 1.5, to: 3.5, count: 5 },
    { from: 47.5, to: 49.5, count: 3 },
  ]);
  expect(readFacts(column('temporal'), [[1, 1, 1, '2026-01-01', '2026-01-02']], []).range).toEqual([
    Date.UTC(2026, 0, 1),
    Date.UTC(2026, 0, 2),
  ]);
});
