import { groupBy } from '@tessera/core/group-by';
import type { Catalog, ForeignKeyInfo, TableInfo, TableRef } from '../../engine.ts';
import type { Rows } from '../file-engine.ts';
import { functionsNamed } from '../functions.ts';
import { pageOf } from '../own-query.ts';
import { openFunctions } from './closed.ts';

/** Names and structure from the schema table and its pragmas. A file is one schema, `main`. */
export function sqliteCatalog(rows: Rows): Catalog {
  return {
    catalogs: async () => [],
    schemas: async () => ['main'],
    tables: async (_catalog, _schema, signal) => (await rows(TABLES, [], signal)).map(tableOf),
    everyTable: async (_catalog, page, signal) =>
      (await rows(`${TABLES} ${pageOf(page)}`, [], signal)).map((row) => ({ ...tableOf(row), schema: 'main' })),
    details: (table, signal) => details(rows, table, signal),
    functions: async (signal) => functionsOf(await rows(FUNCTIONS, [], signal)),
  };
}

const FUNCTIONS =
  "SELECT DISTINCT name, narg FROM pragma_function_list WHERE name NOT GLOB '*[^a-z0-9_]*' AND name GLOB '[a-z]*' " +
  'ORDER BY name, narg';

function functionsOf(rows: readonly Readonly<Record<string, unknown>>[]) {
  const counts = new Map<string, number[]>();
  for (const row of rows) {
    const name = String(row['name']);
    if (openFunctions.has(name)) counts.set(name, [...(counts.get(name) ?? []), Number(row['narg'])]);
  }
  return functionsNamed([...counts].map(([name, found]) => ({ name, counts: found })));
}

const TABLES =
  "SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' " +
  "ESCAPE '\\' ORDER BY name";

function tableOf(row: Readonly<Record<string, unknown>>): TableInfo {
  return { name: String(row['name']), kind: row['type'] === 'view' ? 'view' : 'table' };
}

async function details(rows: Rows, { table }: TableRef, signal: AbortSignal) {
  const [columns, foreign, indexes] = await Promise.all([
    rows('SELECT name, type, "notnull" AS required, pk FROM pragma_table_info(?) ORDER BY cid', [table], signal),
    rows(
      'SELECT id, "table" AS referred, "from" AS column_name, "to" AS referred_column FROM ' +
        'pragma_foreign_key_list(?) ORDER BY id, seq',
      [table],
      signal,
    ),
    rows(
      'SELECT il.name AS name, il."unique" AS is_unique, ii.name AS column_name FROM pragma_index_list(?) il ' +
        'JOIN pragma_index_info(il.name) ii ORDER BY il.seq, ii.seqno',
      [table],
      signal,
    ),
  ]);
  const key = columns
    .filter((row) => Number(row['pk']) > 0)
    .sort((a, b) => Number(a['pk']) - Number(b['pk']))
    .map((row) => String(row['name']));
  return {
    columns: columns.map((row) => ({
      name: String(row['name']),
      type: String(row['type'] ?? '').toUpperCase(),
      nullable: Number(row['required']) === 0,
      comment: null,
    })),
    primaryKey: key,
    foreignKeys: [...groupBy(foreign, (row) => row['id']).values()].map((parts): ForeignKeyInfo => ({
      name: null,
      columns: parts.map((part) => String(part['column_name'])),
      referredSchema: 'main',
      referredTable: String(parts[0]?.['referred']),
      // A reference that names no column means the primary key of the other table.
      referredColumns: parts.flatMap((part) =>
        part['referred_column'] === null ? [] : [String(part['referred_column'])],
      ),
    })),
    indexes: [...groupBy(indexes, (row) => row['name']).values()].map((parts) => ({
      name: String(parts[0]?.['name']),
      columns: parts.map((part) => String(part['column_name'])),
      unique: Number(parts[0]?.['is_unique']) === 1,
    })),
    partitionedBy: [],
    comment: null,
  };
}
