import { groupBy } from '@tessera/core/group-by';
import type { Catalog, TableRef } from '../../engine.ts';
import { pageOf, textOrNull, type Row, type Rows } from '../own-query.ts';
import { functionsNamed } from '../functions.ts';

/** Names and structure from information_schema, in the rights of the connection's user. A schema is a database here. */
export function mysqlCatalog(rows: Rows, defaultSchema: string): Catalog {
  return {
    catalogs: async () => [],
    schemas: async (_catalog, signal) => (await rows(SCHEMAS, [], signal)).map((row) => String(row['name'])),
    tables: async (_catalog, schema, signal) =>
      (await rows(TABLES, [schema ?? defaultSchema], signal)).map((row) => ({
        name: String(row['name']),
        kind: row['kind'] === 'VIEW' ? 'view' : 'table',
      })),
    everyTable: async (_catalog, page, signal) =>
      (await rows(`${EVERY_TABLE} ${pageOf(page)}`, [], signal)).map((row) => ({
        schema: String(row['table_schema']),
        name: String(row['name']),
        kind: row['kind'] === 'VIEW' ? 'view' : 'table',
      })),
    details: (table, signal) => details(rows, { ...table, schema: table.schema ?? defaultSchema }, signal),
    // MySQL itself lists none; MariaDB does.
    functions: async (signal) =>
      functionsNamed((await rows(FUNCTIONS, [], signal).catch(() => [])).map((row) => ({ name: String(row['name']) }))),
  };
}

const FUNCTIONS =
  'SELECT LOWER(function) AS name FROM information_schema.sql_functions WHERE function REGEXP ' +
  "'^[A-Za-z_][A-Za-z0-9_]*$' ORDER BY 1";
const SCHEMAS =
  "SELECT schema_name AS name FROM information_schema.schemata WHERE schema_name NOT IN ('information_schema', " +
  "'mysql', 'performance_schema', 'sys') ORDER BY 1";
const TABLES =
  'SELECT table_name AS name, table_type AS kind FROM information_schema.tables WHERE table_schema = ? AND ' +
  "table_type <> 'SEQUENCE' ORDER BY 1";
const EVERY_TABLE =
  'SELECT table_schema AS table_schema, table_name AS name, table_type AS kind FROM information_schema.tables WHERE ' +
  "table_schema NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys') AND table_type <> 'SEQUENCE' " +
  'ORDER BY 1, 2';
const COLUMNS =
  'SELECT column_name AS name, column_type AS type, is_nullable AS nullable, column_comment AS comment FROM ' +
  'information_schema.columns WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position';
const INDEXES =
  'SELECT index_name AS name, column_name AS column_name, non_unique AS non_unique FROM ' +
  'information_schema.statistics WHERE table_schema = ? AND table_name = ? ORDER BY index_name, seq_in_index';
const KEYS = `
SELECT constraint_name AS name, column_name AS column_name, referenced_table_schema AS referred_schema,
referenced_table_name AS referred_table, referenced_column_name AS referred_column
FROM information_schema.key_column_usage WHERE table_schema = ? AND table_name = ? AND referenced_table_name IS NOT NULL
ORDER BY constraint_name, ordinal_position`;
/** The same in each row of a table; without a name it has no partitions. */
const PARTITIONS =
  'SELECT partition_expression AS outer_key, subpartition_expression AS inner_key FROM ' +
  'information_schema.partitions WHERE table_schema = ? AND table_name = ? AND partition_name IS NOT NULL LIMIT 1';
const COMMENT =
  'SELECT table_comment AS comment FROM information_schema.tables WHERE table_schema = ? AND table_name = ? ' +
  "AND table_type <> 'VIEW'";

async function details(rows: Rows, { schema, table }: TableRef, signal: AbortSignal) {
  const of = [schema, table];
  const [columns, indexes, keys, partitions, comments] = await Promise.all([
    rows(COLUMNS, of, signal),
    rows(INDEXES, of, signal),
    rows(KEYS, of, signal),
    rows(PARTITIONS, of, signal),
    rows(COMMENT, of, signal),
  ]);
  const byIndex = groupBy(indexes, nameOf);
  return {
    columns: columns.map((row) => ({
      name: String(row['name']),
      type: String(row['type']).toUpperCase(),
      nullable: row['nullable'] === 'YES',
      comment: textOrNull(row['comment']),
    })),
    primaryKey: (byIndex.get('PRIMARY') ?? []).map((row) => String(row['column_name'])),
    foreignKeys: [...groupBy(keys, nameOf)].map(([name, parts]) => ({
      name,
      columns: parts.map((row) => String(row['column_name'])),
      referredSchema: textOrNull(parts[0]?.['referred_schema']),
      referredTable: String(parts[0]?.['referred_table']),
      referredColumns: parts.map((row) => String(row['referred_column'])),
    })),
    indexes: [...byIndex].map(([name, parts]) => ({
      name,
      columns: parts.map((row) => textOrNull(row['column_name']) ?? ''),
      unique: Number(parts[0]?.['non_unique']) === 0,
    })),
    partitionedBy: [partitions[0]?.['outer_key'], partitions[0]?.['inner_key']].flatMap(partitionKeys),
    comment: textOrNull(comments[0]?.['comment']),
  };
}

/** Columns come quoted and with commas between them; anything else is one expression. */
function partitionKeys(text: unknown): readonly string[] {
  if (typeof text !== 'string' || text === '') return [];
  const names = /^(`[^`]+`)(,`[^`]+`)*$/.test(text) ? text.split(',') : [text];
  return names.map((name) => name.replace(/^`([^`]+)`$/, '$1'));
}

function nameOf(row: Row): string {
  return String(row['name']);
}
