import type { TableRef } from '../engine.ts';
import type { SqlReading } from './reading.ts';
import { lowered } from './statement-text.ts';

/** Whether a path in a query is a table that rules are about. `unknown`: it may be. */
export type Match = 'same' | 'other' | 'unknown';

type Database = { readonly dialect: string; readonly defaultSchema: string | null };

/** Databases to which names that differ in their letters alone are different tables. */
export const exactNames: ReadonlySet<string> = new Set(['postgresql', 'clickhouse', 'mysql']);

/** Databases compare letters beyond ASCII each in their own way: those are left alone. */
export function fold(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** One text for all spellings of a name that are certainly, or may be, one table to a database. */
export function keyOf(name: string, dialect: string): string {
  return dialect === 'postgresql' || dialect === 'clickhouse' ? name : fold(name);
}

/** The paths of a query in the letters that tell its tables from others. */
export function exactPaths(
  { tables, exactTables }: Pick<SqlReading, 'tables' | 'exactTables'>,
  dialect: string,
): SqlReading['tables'] {
  return exactNames.has(dialect) ? (exactTables ?? tables) : tables;
}

/**
 * Whether two names are one, as the database takes them: other letters are another name where names are exact. MySQL
 * decides by a setting of its server, and PostgreSQL may have folded letters beyond ASCII that its parser here leaves.
 */
function matchNames(path: string, table: string, dialect: string): Match {
  if (!exactNames.has(dialect)) return fold(path) === fold(table) ? 'same' : 'other';
  if (path === table) return 'same';
  if (dialect === 'mysql') return lowered(path) === lowered(table) ? 'unknown' : 'other';
  if (dialect === 'clickhouse') return 'other';
  return beyondAscii.test(path) && path.toLowerCase() === table.toLowerCase() ? 'unknown' : 'other';
}

const beyondAscii = /[\u0080-\uffff]/;

/**
 * Compare a path as its database takes it (`exactPaths`) with the place of a table. Where names are not exact, those
 * that differ in their case alone are the same.
 */
export function matchPath(path: readonly string[], table: TableRef, { dialect, defaultSchema }: Database): Match {
  const [name = '', schema, catalog] = path.toReversed();
  const named = matchNames(name, table.table, dialect);
  if (named === 'other') return 'other';
  const own = table.schema || defaultSchema || null;
  const isUsual = own === null || matchNames(own, defaultSchema ?? '', dialect) === 'same';
  if (schema === undefined) {
    if (isUsual) return named;
    // PostgreSQL looks for a bare name in a list of schemas, DuckDB also in its usual one.
    if (dialect === 'postgresql' || (dialect === 'duckdb' && fold(own) === 'main')) return 'unknown';
    return dialect === 'mysql' ? least(named, matchNames(defaultSchema ?? '', own, dialect)) : 'other';
  }
  if (own === null) return 'unknown';
  const within = matchNames(schema, own, dialect);
  if (within === 'other') return dialect === 'duckdb' && catalog === undefined ? 'unknown' : 'other';
  if (catalog === undefined || dialect !== 'trino') return least(named, within);
  if (table.catalog === null || table.catalog === '') return 'unknown';
  return fold(catalog) === fold(table.catalog) ? 'same' : 'other';
}

/** What is certain of a path whose parts are as certain as this. */
function least(one: Match, other: Match): Match {
  return one === 'other' || other === 'other' ? 'other' : one === 'unknown' ? one : other;
}

/** Whether two datasets read one table. */
export function isSamePlace(one: TableRef, other: TableRef, database: Database): boolean {
  const schema = one.schema || database.defaultSchema;
  const path = schema ? [...(one.catalog ? [one.catalog] : []), schema, one.table] : [one.table];
  return matchPath(path, other, database) !== 'other';
}
