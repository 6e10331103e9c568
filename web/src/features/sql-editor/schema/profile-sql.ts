import type { Cell, ColumnKind } from '@tessera/core/table';
import { assistDialectOf } from '@tessera/query/sql-assist/dialects';
import { quoteName } from '@tessera/query/sql-assist/writing';

export type ProfiledColumn = { readonly name: string; readonly kind: ColumnKind };

/** Names in quotes whatever they are, so that nothing in them is read as SQL. */
function writer(engine: string) {
  const dialect = assistDialectOf(engine);
  return (name: string) => quoteName(name, dialect);
}

/** `"status" = 'shipped'`, as the database reads it. */
export function equalsSql(engine: string, name: string, value: Cell): string {
  const column = writer(engine)(name);
  if (value === null) return `${column} IS NULL`;
  return `${column} = ${literal(engine, value)}`;
}

type Range = { readonly from: number; readonly to: number; readonly isLast: boolean };

/** From the start of a bar up to the end of one. */
export function rangeSql(engine: string, { name, kind }: ProfiledColumn, { from, to, isLast }: Range): string {
  const column = writer(engine)(name);
  const end = (at: number): string => (kind === 'temporal' ? instant(engine, at) : String(at));
  return `${column} >= ${end(from)} AND ${column} ${isLast ? '<=' : '<'} ${end(to)}`;
}

/** An instant as the database writes it, in UTC as results show it. */
function instant(engine: string, epochMs: number): string {
  const text = new Date(epochMs).toISOString().replace('T', ' ').replace('Z', '');
  // Times are texts in SQLite.
  if (engine === 'sqlite') return `'${text.replace('.000', '')}'`;
  return engine === 'clickhouse' ? `toDateTime64('${text}', 3, 'UTC')` : `TIMESTAMP '${text}'`;
}

function literal(engine: string, value: Exclude<Cell, null>): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const { grammar } = assistDialectOf(engine);
  const escaped = grammar.backslashNames || engine === 'mysql' ? text.replaceAll('\\', '\\\\') : text;
  return `'${escaped.replaceAll("'", "''")}'`;
}
