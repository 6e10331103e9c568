import { expect, test } from 'vitest';
import { readProfile } from './column-profile.ts';
import { equalsSql, rangeSql, type ProfiledColumn } from './profile-sql.ts';

const column = (kind: ProfiledColumn['kind'], name = 'total'): ProfiledColumn => ({ name, kind });

test('conditions are values of the database, whatever is in them', () => {
  const bar = { from: 5, to: 10, isLast: false };
  expect([
    equalsSql('postgresql', 'status', "o'clock"),
    equalsSql('mysql', 'status', "\\' OR 1=1 -- "),
    equalsSql('duckdb', 'status', null),
    equalsSql('duckdb', 'total', 5),
    rangeSql('duckdb', column('numeric'), bar),
    rangeSql('duckdb', column('numeric', 'a"; DROP TABLE x; --'), { ...bar, isLast: true }),
  ]).toEqual([
    `"status" = 'o''clock'`,
    "`status` = '\\\\'' OR 1=1 -- '",
    '"status" IS NULL',
    '"total" = 5',
    '"total" >= 5 AND "total" < 10',
    '"a""; DROP TABLE x; --" >= 5 AND "a""; DROP TABLE x; --" <= 10',
  ]);
});

test('a range of times is written as each database writes an instant', () => {
  const range = { from: 0, to: 86_400_500, isLast: false };
  expect(
    ['postgresql', 'sqlite', 'clickhouse'].map((engine) => rangeSql(engine, column('temporal', 'ts'), range)),
  ).toEqual([
    `"ts" >= TIMESTAMP '1970-01-01 00:00:00.000' AND "ts" < TIMESTAMP '1970-01-02 00:00:00.500'`,
    `"ts" >= '1970-01-01 00:00:00' AND "ts" < '1970-01-02 00:00:00.500'`,
    "`ts` >= toDateTime64('1970-01-01 00:00:00.000', 3, 'UTC') AND `ts` < " +
      "toDateTime64('1970-01-02 00:00:00.500', 3, 'UTC')",
  ]);
});

test('a profile without values has no range', () => {
  const facts = { kind: 'numeric', rows: 2, nulls: 2, distinct: 0, isSample: false, bars: [], top: [] } as const;
  expect(readProfile({ ...facts, bars: [], top: [], range: null }).range).toBeNull();
  expect(readProfile({ ...facts, bars: [], top: [], range: [1, 2] }).range).toEqual([1, 2]);
});
