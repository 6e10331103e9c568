import type { QueryClient } from '@tanstack/react-query';
import type { FunctionEntry, TableEntry, TableRef, TableShape } from '@tessera/query/sql-assist/catalog';
import { commonFunctions } from '@tessera/query/sql-assist/common-functions';
import { ApiError } from '../../../../api/api-error.ts';
import {
  schemasIn,
  searchTables,
  tableDetail,
  tablesIn,
  type ListedTable,
  type TableDetail,
} from '../../../../api/catalog.ts';
import { functionNames } from '../../../../api/databases.ts';
import type { CatalogCalls } from './catalog-core.ts';

/** What the editor asks of a database, by the calls and the cache of the page. */
export function catalogCalls(queries: QueryClient, databaseId: number, catalog: string | null): CatalogCalls {
  return {
    now: () => Date.now(),
    schemas: () => queries.fetchQuery(schemasIn(databaseId, catalog)),
    tables: async (schema) => (await queries.fetchQuery(tablesIn(databaseId, catalog, schema))).map(entryOf),
    search: async (text) => (await queries.fetchQuery(searchTables(databaseId, catalog, text))).tables.map(entryOf),
    shapes: (tables) => Promise.all(tables.map((table) => readShape(queries, databaseId, catalog, table))),
    functions: async () => functionsOf(await queries.fetchQuery(functionNames(databaseId))),
  };
}

/** The editor tells tables by schema and name; the catalogue is that of the tab. */
export function entryOf({ schema, name, kind }: ListedTable): TableEntry {
  return { catalog: null, schema, name, kind: kind === 'table' ? 'table' : 'view' };
}

export function shapeOfDetail({ columns, primaryKey, references, comment }: TableDetail): TableShape {
  return {
    kind: 'table',
    comment,
    columns: columns.map(({ name, type, comment: note }) => ({
      name,
      type,
      comment: note,
      isKey: primaryKey.includes(name),
    })),
    foreignKeys: references.map((reference) => ({
      columns: reference.columns,
      to: { ...reference.to, catalog: null },
      toColumns: reference.toColumns,
    })),
  };
}

async function readShape(
  queries: QueryClient,
  databaseId: number,
  catalog: string | null,
  table: TableRef,
): Promise<TableShape | null> {
  const path = { catalog: table.catalog ?? catalog, schema: table.schema, name: table.name };
  try {
    return shapeOfDetail(await queries.fetchQuery(tableDetail(databaseId, path)));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function functionsOf(names: readonly string[]): ReadonlyMap<string, FunctionEntry> {
  const common = commonFunctions();
  return new Map(
    names.map((name): [string, FunctionEntry] => {
      const known = common.get(name.toLowerCase());
      return [
        name.toLowerCase(),
        known ? { ...known, name } : { name, kind: 'scalar', description: null, signatures: [] },
      ];
    }),
  );
}
