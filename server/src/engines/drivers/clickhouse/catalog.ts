import type { Catalog, TableRef } from '../../engine.ts';
import { functionsFrom } from '../functions.ts';
import { pageOf, textOrNull, type Row, type Rows } from '../own-query.ts';
import { membersOf } from './keys.ts';

/**
 * Names and structure from the system tables, in the rights of the connection's user. A schema is a database here; keys
 * order rows and indexes leave out blocks: neither is unique.
 */
export function clickhouseCatalog(rows: Rows, defaultSchema: string): Catalog {
  return {
    catalogs: async () => [],
    schemas: async (_catalog, signal) =>
      (
        await rows(
          "SELECT name FROM system.databases WHERE lower(name) NOT IN ('system', 'information_schema') ORDER BY name",
          [],
          signal,
        )
      ).map((row) => String(row['name'])),
    // What a materialized view keeps is a table with a name of the database's own making.
    tables: async (_catalog, schema, signal) =>
      (
        await rows(
          'SELECT name, engine FROM system.tables WHERE database = {p1:String} AND NOT is_temporary AND NOT ' +
            "startsWith(name, '.inner') ORDER BY name",
          [schema ?? defaultSchema],
          signal,
        )
      ).map((row) => ({ name: String(row['name']), kind: kindOf(String(row['engine'])) })),
    everyTable: async (_catalog, page, signal) =>
      (await rows(`${EVERY_TABLE} ${pageOf(page)}`, [], signal)).map((row) => ({
        schema: String(row['database']),
        name: String(row['name']),
        kind: kindOf(String(row['engine'])),
      })),
    details: (table, signal) => details(rows, { ...table, schema: table.schema ?? defaultSchema }, signal),
    functions: async (signal) => functionsFrom(await functionRows(rows, signal)),
  };
}

const EVERY_TABLE =
  "SELECT database, name, engine FROM system.tables WHERE lower(database) NOT IN ('system', 'information_schema') " +
  "AND NOT is_temporary AND NOT startsWith(name, '.inner') ORDER BY database, name";

/** Older versions tell names alone. */
async function functionRows(rows: Rows, signal: AbortSignal): Promise<readonly Row[]> {
  const named = "name, if(is_aggregate = 1, 'aggregate', 'scalar') AS kind";
  const told = (more: string) =>
    rows(`SELECT ${named}${more} FROM system.functions WHERE match(name, '^[a-zA-Z]') ORDER BY name`, [], signal);
  return told(', description').catch(() => told(''));
}

async function details(rows: Rows, { schema, table }: TableRef, signal: AbortSignal) {
  const of = [schema ?? '', table];
  const [columns, indexes, tables] = await Promise.all([
    rows(
      'SELECT name, type, comment, is_in_primary_key FROM system.columns WHERE database = {p1:String} AND ' +
        'table = {p2:String} ORDER BY position',
      of,
      signal,
    ),
    rows(
      'SELECT name, expr FROM system.data_skipping_indices WHERE database = {p1:String} AND table = ' +
        '{p2:String} ORDER BY name',
      of,
      signal,
    ),
    rows(
      'SELECT comment, partition_key FROM system.tables WHERE database = {p1:String} AND name = {p2:String}',
      of,
      signal,
    ),
  ]);
  return {
    columns: columns.map((row) => ({
      name: String(row['name']),
      type: String(row['type']),
      nullable: /^(LowCardinality\()?Nullable\(/.test(String(row['type'])),
      comment: textOrNull(row['comment']),
    })),
    primaryKey: columns.filter((row) => Number(row['is_in_primary_key']) === 1).map((row) => String(row['name'])),
    foreignKeys: [],
    indexes: indexes.map((row) => ({
      name: String(row['name']),
      columns: membersOf(String(row['expr'])),
      unique: false,
    })),
    partitionedBy: membersOf(textOrNull(tables[0]?.['partition_key']) ?? ''),
    comment: textOrNull(tables[0]?.['comment']),
  };
}

function kindOf(engine: string): 'table' | 'view' | 'materialized_view' {
  if (engine === 'MaterializedView') return 'materialized_view';
  return engine.endsWith('View') ? 'view' : 'table';
}
