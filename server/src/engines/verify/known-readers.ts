import { dialectOf } from '@tessera/query/dialects/registry';
import type { SqlReading } from './reading.ts';

/** Functions in the place of a table that read none. */
const harmless =
  /^(unnest|generate_series|generate_subscripts|range|json_each|json_tree|json_table|jsonb?_array_elements(_text)?|jsonb?_each(_text)?|jsonb?_object_keys|jsonb?_to_recordset|regexp_split_to_table|string_to_table|numbers|sequence|flatten|explode)$/;
/** What the reader of DuckDB tells of a place in FROM that asks about a table, and not for its rows. */
const asksAbout = /^(show_ref|describe|summarize)$/;

/** The first of what a query calls that may read what it is not given; `null` where all of it is known. */
export function unknownReader({ functions, tableFunctions, tables }: SqlReading, dialect: string): string | null {
  // The process of SQLite holds every statement against a list of its own.
  if (dialect === 'sqlite') return null;
  const known = dialectOf(dialect).grammar.functions;
  return (
    functions.find((name) => !known.has(name)) ??
    tableFunctions.find((name) => !harmless.test(name)) ??
    tables.find((path) => path.length === 1 && asksAbout.test(path[0] ?? ''))?.[0] ??
    null
  );
}
