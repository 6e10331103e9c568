import { expect, test } from 'vitest';
import { assistDialectOf } from './dialects.ts';
import { aliasFor, writeName } from './writing.ts';

test.each([
  ['duckdb', ['orders'], 'orders'],
  ['duckdb', ['main', 'Order Date'], 'main."Order Date"'],
  ['duckdb', ['Orders'], 'Orders'],
  ['postgresql', ['Orders'], '"Orders"'],
  ['postgresql', ['user'], '"user"'],
  ['duckdb', ['user', 'key'], 'user.key'],
  ['mysql', ['key'], '`key`'],
  ['mysql', ['a`b'], '`a``b`'],
  ['clickhouse', ['a\\b'], '`a\\\\b`'],
  ['trino', ['hive', 'web', '2024'], 'hive.web."2024"'],
  ['sqlite', ['select'], '"select"'],
  ['duckdb', ['say "no"'], '"say ""no"""'],
])('%s reads %j as %s', (engine, parts, written) => {
  expect(writeName(parts, assistDialectOf(engine))).toBe(written);
});

test('an alias is short, free, and no word of SQL', () => {
  const duckdb = assistDialectOf('duckdb');
  expect(aliasFor('orders', [], duckdb)).toBe('o');
  expect(aliasFor('order_items', ['o'], duckdb)).toBe('oi');
  expect(aliasFor('orders', ['O'], duckdb)).toBe('ord');
  expect(aliasFor('AccessSettings', [], duckdb)).toBe('ac');
  expect(aliasFor('2024', [], duckdb)).toBe('t');
});
