import type { Catalog, ForeignKeyInfo, TableRef } from '../../engine.ts';
import type { Rows } from '../file-engine.ts';
import { functionsFrom } from '../functions.ts';
import { pageOf, textOrNull, textsOf } from '../own-query.ts';

/** Names and structure from DuckDB's own catalogue. A file is one catalog. */
export function duckdbCatalog(rows: Rows): Catalog {
  return {
    catalogs: async (signal) =>
      (await rows('SELECT current_database() AS name', [], signal)).map((row) => String(row['name'])),
    schemas: async (_catalog, signal) =>
      (
        await rows(
          'SELECT schema_name AS name FROM duckdb_schemas() WHERE database_name = current_database() AND ' +
            "schema_name NOT IN ('information_schema', 'pg_catalog') ORDER BY 1",
          [],
          signal,
        )
      ).map((row) => String(row['name'])),
    tables: async (_catalog, schema, signal) =>
      (await rows(TABLES, [schema ?? 'main'], signal)).map((row) => ({
        name: String(row['name']),
        kind: row['kind'] === 'view' ? 'view' : 'table',
      })),
    everyTable: async (_catalog, page, signal) =>
      (await rows(`${EVERY_TABLE} ${pageOf(page)}`, [], signal)).map((row) => ({
        schema: String(row['schema']),
        name: String(row['name']),
        kind: row['kind'] === 'view' ? 'view' : 'table',
      })),
    details: (table, signal) => details(rows, table, signal),
    functions: async (signal) => functionsFrom(await rows(FUNCTIONS, [], signal)),
  };
}

const FUNCTIONS = `
SELECT function_name AS name, function_type AS kind, description, return_type AS returns,
  to_json(parameters)::VARCHAR AS args, to_json(parameter_types)::VARCHAR AS types, varargs IS NOT NULL AS variadic
FROM duckdb_functions() WHERE function_type IN ('scalar', 'aggregate', 'macro', 'table') AND
  regexp_matches(function_name, '^[a-z]')
ORDER BY ALL`;

const TABLES = `
SELECT table_name AS name, 'table' AS kind FROM duckdb_tables() WHERE database_name = current_database() AND NOT
internal AND schema_name = $1
UNION ALL
SELECT view_name, 'view' FROM duckdb_views() WHERE database_name = current_database() AND NOT internal AND schema_name =
$1
ORDER BY 1`;

const EVERY_TABLE = `
SELECT schema_name AS schema, table_name AS name, 'table' AS kind FROM duckdb_tables() WHERE database_name =
current_database() AND NOT internal
UNION ALL
SELECT schema_name, view_name, 'view' FROM duckdb_views() WHERE database_name = current_database() AND NOT internal
ORDER BY 1, 2`;

async function details(rows: Rows, { schema, table }: TableRef, signal: AbortSignal) {
  const of = [schema ?? 'main', table];
  const [columns, constraints, indexes, comments] = await Promise.all([
    rows(
      'SELECT column_name AS name, data_type AS type, is_nullable AS nullable, comment FROM duckdb_columns() ' +
        'WHERE database_name = current_database() AND schema_name = $1 AND table_name = $2 ORDER BY column_index',
      of,
      signal,
    ),
    rows(
      `SELECT constraint_type AS type, constraint_name AS name, to_json(constraint_column_names)::VARCHAR AS columns,
        referenced_table AS referred, to_json(referenced_column_names)::VARCHAR AS referred_columns
       FROM duckdb_constraints() WHERE database_name = current_database() AND schema_name = $1 AND table_name = $2`,
      of,
      signal,
    ),
    rows(
      'SELECT index_name AS name, is_unique AS is_unique, expressions AS columns FROM duckdb_indexes() WHERE ' +
        'database_name = current_database() AND schema_name = $1 AND table_name = $2 ORDER BY 1',
      of,
      signal,
    ),
    rows(
      `SELECT comment FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = $1 AND table_name
        = $2
       UNION ALL SELECT comment FROM duckdb_views() WHERE database_name = current_database() AND schema_name = $1 AND
       view_name = $2`,
      of,
      signal,
    ),
  ]);
  return {
    columns: columns.map((row) => ({
      name: String(row['name']),
      type: String(row['type']),
      nullable: row['nullable'] === true,
      comment: textOrNull(row['comment']),
    })),
    primaryKey: constraints.filter((row) => row['type'] === 'PRIMARY KEY').flatMap((row) => textsOf(row['columns'])),
    foreignKeys: constraints
      .filter((row) => row['type'] === 'FOREIGN KEY')
      .map((row): ForeignKeyInfo => ({
        name: textOrNull(row['name']),
        columns: textsOf(row['columns']),
        referredSchema: schema ?? 'main',
        referredTable: String(row['referred']),
        referredColumns: textsOf(row['referred_columns']),
      })),
    indexes: indexes.map((row) => ({
      name: String(row['name']),
      columns: indexColumns(row['columns']),
      unique: row['is_unique'] === true,
    })),
    partitionedBy: [],
    comment: textOrNull(comments[0]?.['comment']),
  };
}

/** The catalogue prints index expressions as `[a, "b c"]`. */
function indexColumns(printed: unknown): readonly string[] {
  return (typeof printed === 'string' ? printed : '')
    .replace(/^\[|\]$/g, '')
    .split(/,\s*/)
    .map((part) => part.replace(/^['"]+|['"]+$/g, ''))
    .filter((part) => part !== '');
}
