import type { TablePath } from '../../../api/catalog.ts';
import type { Cell, ColumnKind } from '@tessera/core/table';
import { assistDialectOf } from '@tessera/query/sql-assist/dialects';
import { quoteName } from '@tessera/query/sql-assist/writing';

/** So many rows show the shape of a column; more would make a big table wait. */
export const SAMPLE = 100_000;
export const TOP = 8;
export const BINS = 24;

export type ProfiledColumn = { readonly table: TablePath; readonly name: string; readonly kind: ColumnKind };

/** Names in quotes whatever they are, so that nothing in them is read as SQL. */
function writer(engine: string) {
  const dialect = assistDialectOf(engine);
  return (name: string) => quoteName(name, dialect);
}

function sampleOf(engine: string, { table, name }: ProfiledColumn): string {
  const quote = writer(engine);
  const { catalog, schema } = table;
  const path = [catalog, schema, table.name].flatMap((part) => (part === null ? [] : quote(part))).join('.');
  return `(SELECT ${quote(name)} AS v FROM ${path} LIMIT ${SAMPLE}) AS s`;
}

/** Counts and ends of a column, and its most frequent values: two statements of one script. */
export function factsSql(engine: string, column: ProfiledColumn): string {
  const sample = sampleOf(engine, column);
  const ends = column.kind === 'numeric' || column.kind === 'temporal' ? ', min(v) AS low, max(v) AS high' : '';
  return (
    `SELECT count(*) AS n, count(v) AS filled, count(DISTINCT v) AS different${ends} FROM ${sample};\n` +
    `SELECT v AS value, count(*) AS n FROM ${sample} GROUP BY v ORDER BY n DESC LIMIT ${TOP}`
  );
}

/** How numbers are spread between their ends. */
export function binsSql(engine: string, column: ProfiledColumn, low: number, high: number): string {
  const place = `(v - ${decimal(low)}) / ${decimal((high - low) / BINS)}`;
  // A whole number from an embedded file database has no floor everywhere.
  const bin = engine === 'sqlite' ? `CAST(${place} AS INTEGER)` : `floor(${place})`;
  const placed = `SELECT ${bin} AS bin FROM ${sampleOf(engine, column)} WHERE v IS NOT NULL`;
  return `SELECT bin, count(*) AS n FROM (${placed}) AS b GROUP BY bin`;
}

function decimal(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** `"status" = 'shipped'`, as the database reads it. */
export function equalsSql(engine: string, name: string, value: Cell): string {
  const column = writer(engine)(name);
  if (value === null) return `${column} IS NULL`;
  return `${column} = ${literal(engine, value)}`;
}

/** From the start of a bar up to the end of one. */
export function rangeSql(engine: string, name: string, from: number, to: number, isLast: boolean): string {
  const column = writer(engine)(name);
  return `${column} >= ${from} AND ${column} ${isLast ? '<=' : '<'} ${to}`;
}

function literal(engine: string, value: Exclude<Cell, null>): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const { grammar } = assistDialectOf(engine);
  const escaped = grammar.backslashNames || engine === 'mysql' ? text.replaceAll('\\', '\\\\') : text;
  return `'${escaped.replaceAll("'", "''")}'`;
}
