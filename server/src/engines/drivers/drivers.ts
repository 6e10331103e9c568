import { clickhouseDriver } from './clickhouse/clickhouse.ts';
import type { Driver } from './driver.ts';
import { duckdbDriver } from './duckdb/duckdb.ts';
import { mysqlDriver } from './mysql/mysql.ts';
import { postgresqlDriver } from './postgresql/postgresql.ts';
import { sqliteDriver } from './sqlite/sqlite.ts';
import { trinoDriver } from './trino/trino.ts';

/** The one list. The engine suite runs over each of them. */
export const drivers = {
  duckdb: duckdbDriver,
  sqlite: sqliteDriver,
  postgresql: postgresqlDriver,
  mysql: mysqlDriver,
  trino: trinoDriver,
  clickhouse: clickhouseDriver,
} as const satisfies Record<string, Driver>;

/** The driver of an engine key; `null` for a key that is not registered. */
export function driverOf(engine: string): Driver | null {
  return Object.hasOwn(drivers, engine) ? drivers[engine as keyof typeof drivers] : null;
}
