import type { TableRef } from '../engine.ts';
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

/**
 * Compare a path as a query writes it with the place of a table. Names that differ in their case alone count as the
 * same: a rule then holds for one table too many, never for one too few.
 */
export function matchPath(path: readonly string[], table: TableRef, { dialect, defaultSchema }: Database): Match {
  // Where the letters of names do not count, MySQL takes more of them for one.
  const plain = dialect === 'mysql' ? lowered : fold;
  const [name = '', schema, catalog] = path.map(plain).toReversed();
  if (name !== plain(table.table)) return 'other';
  const usual = defaultSchema === null ? null : plain(defaultSchema);
  const own = table.schema === null || table.schema === '' ? usual : plain(table.schema);
  if (schema === undefined) {
    if (own === null || own === usual) return 'same';
    // PostgreSQL looks for a bare name in a list of schemas, DuckDB also in its usual one.
    return dialect === 'postgresql' || (dialect === 'duckdb' && own === 'main') ? 'unknown' : 'other';
  }
  if (own === null) return 'unknown';
  if (schema !== own) return dialect === 'duckdb' && catalog === undefined ? 'unknown' : 'other';
  if (catalog === undefined || dialect !== 'trino') return 'same';
  if (table.catalog === null || table.catalog === '') return 'unknown';
  return catalog === fold(table.catalog) ? 'same' : 'other';
}

/** Whether two datasets read one table. */
export function isSamePlace(one: TableRef, other: TableRef, database: Database): boolean {
  const schema = one.schema || database.defaultSchema;
  const path = schema ? [...(one.catalog ? [one.catalog] : []), schema, one.table] : [one.table];
  return matchPath(path, other, database) !== 'other';
}
