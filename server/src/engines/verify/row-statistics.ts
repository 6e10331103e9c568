import { fold } from './table-places.ts';

type Place = { readonly schema: RegExp | null; readonly table: RegExp };

/** What a database tells of the rows of its tables beside them: their number, their frequent values, their parts. */
const places: Readonly<Record<string, readonly Place[]>> = {
  postgresql: [
    { schema: null, table: /^pg_(class|stat\w*|statio\w*|sequences?)$/ },
    { schema: /^pg_toast/, table: /^/ },
  ],
  duckdb: [{ schema: null, table: /^(duckdb_tables|duckdb_sequences|pg_class|pg_sequences?)$/ }],
  sqlite: [{ schema: null, table: /^sqlite_(stat\d|sequence)$/ }],
  mysql: [
    {
      schema: /^information_schema$/,
      table: /^(tables|partitions|statistics|column_statistics|table_statistics|index_statistics|files|innodb_\w+)$/,
    },
  ],
  // The parts and the history of a table have its name and a word.
  trino: [{ schema: null, table: /\$/ }],
};

/**
 * Whether a path names statistics of rows, which count those that rules hide.
 * @param defaultSchema  where bare names are looked for
 */
export function tellsOfRows(
  path: readonly string[],
  { dialect, defaultSchema }: { readonly dialect: string; readonly defaultSchema: string | null },
): boolean {
  const [table = '', schema = fold(defaultSchema ?? '')] = path.map(fold).toReversed();
  return (places[dialect] ?? []).some((one) => one.table.test(table) && (one.schema?.test(schema) ?? true));
}
