import { trino } from '@tessera/query/dialects/trino';
import type { Catalog, TableRef } from '../../engine.ts';
import { functionsFrom } from '../functions.ts';
import { textOrNull } from '../own-query.ts';
import { partitionColumns } from './partitions.ts';

type Rows = (sql: string, signal: AbortSignal) => Promise<readonly Readonly<Record<string, unknown>>[]>;
/** Names of the columns of a query. */
type ColumnNames = (sql: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Names and structure, in the rights of the connection's user. Keys and indexes are not known here. */
export function trinoCatalog(
  rows: Rows,
  columnNames: ColumnNames,
  defaultCatalog: string,
  defaultSchema: string,
): Catalog {
  const names = async (sql: string, signal: AbortSignal) => (await rows(sql, signal)).map((row) => String(row['name']));
  return {
    catalogs: (signal) =>
      names(
        "SELECT catalog_name AS name FROM system.metadata.catalogs WHERE catalog_name <> 'system' ORDER BY 1",
        signal,
      ),
    schemas: (catalog, signal) =>
      names(
        `SELECT schema_name AS name FROM ${quote(catalog ?? defaultCatalog)}.information_schema.schemata WHERE ` +
          `schema_name <> 'information_schema' ORDER BY 1`,
        signal,
      ),
    tables: async (catalog, schema, signal) => {
      const found = await rows(
        `SELECT table_name AS name, table_type AS kind FROM ${quote(catalog ?? defaultCatalog)}` +
          `.information_schema.tables WHERE table_schema = ${text(schema ?? defaultSchema)} ORDER BY 1`,
        signal,
      );
      return found.map((row) => ({
        name: String(row['name']),
        kind: row['kind'] === 'VIEW' ? ('view' as const) : ('table' as const),
      }));
    },
    everyTable: async (catalog, { limit, offset }, signal) => {
      const found = await rows(
        `SELECT table_schema AS name_space, table_name AS name, table_type AS kind FROM ` +
          `${quote(catalog ?? defaultCatalog)}.information_schema.tables WHERE table_schema <> 'information_schema' ` +
          `ORDER BY 1, 2 OFFSET ${Math.trunc(offset)} LIMIT ${Math.trunc(limit)}`,
        signal,
      );
      return found.map((row) => ({
        schema: String(row['name_space']),
        name: String(row['name']),
        kind: row['kind'] === 'VIEW' ? ('view' as const) : ('table' as const),
      }));
    },
    functions: async (signal) => functionsFrom((await rows('SHOW FUNCTIONS', signal)).map(functionOf)),
    details: (table, signal) =>
      details(
        rows,
        columnNames,
        { catalog: table.catalog ?? defaultCatalog, schema: table.schema ?? defaultSchema, table: table.table },
        signal,
      ),
  };
}

/** A row of SHOW FUNCTIONS. */
function functionOf(row: Readonly<Record<string, unknown>>) {
  const types = textOrNull(row['Argument Types']) ?? '';
  return {
    name: row['Function'],
    kind: row['Function Type'],
    description: row['Description'],
    returns: row['Return Type'],
    types: JSON.stringify(types === '' ? [] : types.split(/, (?![^(]*\))/)),
  };
}

async function details(rows: Rows, columnNames: ColumnNames, ref: TableRef, signal: AbortSignal) {
  const { catalog, schema, table } = ref;
  const where = (prefix: string) => `${prefix}_schem = ${text(schema)} AND ${prefix}_name = ${text(table)}`;
  const [columns, comments, partitionedBy] = await Promise.all([
    rows(
      'SELECT column_name AS name, type_name AS type, is_nullable AS nullable, remarks AS comment FROM ' +
        `system.jdbc.columns WHERE table_cat = ${text(catalog)} AND ${where('table')} ORDER BY ordinal_position`,
      signal,
    ),
    rows(
      `SELECT comment FROM system.metadata.table_comments WHERE catalog_name = ${text(catalog)} AND ` +
        `schema_name = ${text(schema)} AND table_name = ${text(table)}`,
      signal,
    ),
    partitionColumns((sql) => columnNames(sql, signal), ref),
  ]);
  return {
    columns: columns.map((row) => ({
      name: String(row['name']),
      type: String(row['type']).toUpperCase(),
      nullable: row['nullable'] !== 'NO',
      comment: textOrNull(row['comment']),
    })),
    primaryKey: [],
    foreignKeys: [],
    indexes: [],
    partitionedBy,
    comment: textOrNull(comments[0]?.['comment']),
  };
}

function quote(name: string | null): string {
  return trino.quote(name ?? '');
}

function text(value: string | null): string {
  return trino.literal(value ?? '');
}
