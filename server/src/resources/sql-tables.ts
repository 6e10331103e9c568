import { dialectOf } from '@tessera/query/dialects/registry';
import { namedTables, type NamedTable } from '@tessera/query/sql-statements/named-tables';
import { driverOf } from '../engines/drivers/drivers.ts';

/** The tables that SQL of a database names, for lists and searches. `engine`: null where its database is gone. */
export function tablesIn(sql: string, engine: string | null): NamedTable[] {
  if (engine === null) return [];
  return [...namedTables(sql, dialectOf(driverOf(engine)?.dialect ?? engine).grammar)];
}
