import type { QueryClient } from '@tanstack/react-query';
import type { FunctionNames } from '@tessera/server/contract';
import type { FunctionEntry, TableEntry, TableRef, TableShape } from '@tessera/query/sql-assist/catalog';
import { commonFunctions } from '@tessera/query/sql-assist/common-functions';
import {
  schemasIn,
  searchTables,
  tableColumns,
  tablesIn,
  type ListedTable,
  type TableDetail,
} from '../../../../api/catalog.ts';
import { databaseFunctions } from '../../../../api/databases.ts';
import type { CatalogCalls } from './catalog-core.ts';

/** What the editor asks of a database, by the calls and the cache of the page. */
export function catalogCalls(queries: QueryClient, databaseId: number, catalog: string | null): CatalogCalls {
  return {
    now: () => Date.now(),
    schemas: () => queries.fetchQuery(schemasIn(databaseId, catalog)),
    tables: async (schema) => (await queries.fetchQuery(tablesIn(databaseId, catalog, schema))).map(entryOf),
    search: async (text) => (await queries.fetchQuery(searchTables(databaseId, catalog, text))).tables.map(entryOf),
    shapes: (tables) => readShapes(databaseId, catalog, tables),
    functions: async () => functionsOf(await queries.fetchQuery(databaseFunctions(databaseId))),
  };
}

/** The editor tells tables by schema and name; the catalogue is that of the tab. */
export function entryOf({ schema, name, kind }: ListedTable): TableEntry {
  return { catalog: null, schema, name, kind: kind === 'table' ? 'table' : 'view' };
}

export function shapeOfDetail(detail: TableDetail): TableShape {
  return shapeOf(
    detail,
    detail.references.map(({ columns, to, toColumns }) => ({ columns, to: { ...to, catalog: null }, toColumns })),
  );
}

async function readShapes(
  databaseId: number,
  catalog: string | null,
  tables: readonly TableRef[],
): Promise<readonly (TableShape | null)[]> {
  const paths = tables.map((table) => ({ ...table, catalog: table.catalog ?? catalog }));
  return (await tableColumns(databaseId, paths)).map((found) => found && shapeOfFound(found));
}

type FoundTable = NonNullable<Awaited<ReturnType<typeof tableColumns>>[number]>;

function shapeOfFound(found: FoundTable): TableShape {
  return shapeOf(
    found,
    found.foreignKeys.map(({ columns, schema, name, toColumns }) => ({
      columns,
      to: { catalog: null, schema, name },
      toColumns,
    })),
  );
}

function shapeOf(
  { columns, primaryKey, comment }: Pick<FoundTable | TableDetail, 'columns' | 'primaryKey' | 'comment'>,
  foreignKeys: TableShape['foreignKeys'],
): TableShape {
  return {
    kind: 'table',
    comment,
    columns: columns.map(({ name, type, comment: note }) => ({
      name,
      type,
      comment: note,
      isKey: primaryKey.includes(name),
    })),
    foreignKeys,
  };
}

/** Functions with the words of the database, and with ours where it has none. */
export function functionsOf({ function_names: names, functions }: FunctionNames): ReadonlyMap<string, FunctionEntry> {
  const common = commonFunctions();
  const bare = names.map((name): FunctionEntry => ({ name, kind: 'scalar', description: null, signatures: [] }));
  const known = functions.map(({ signatures, ...one }): FunctionEntry => ({
    ...one,
    signatures: signatures.map(({ args, returns }) => ({
      arguments: args.map(({ name, type, isVariadic = false }) => ({ name, type, isOptional: false, isVariadic })),
      returns,
    })),
  }));
  return new Map(
    [...bare, ...known].map((entry): [string, FunctionEntry] => {
      const key = entry.name.toLowerCase();
      const ours = common.get(key);
      if (!ours) return [key, entry];
      const { description, signatures } = entry;
      const isBare = signatures.length === 0 && description === null;
      return [
        key,
        {
          ...entry,
          kind: isBare ? ours.kind : entry.kind,
          description: description ?? ours.description,
          signatures: signatures.length > 0 ? signatures : ours.signatures,
        },
      ];
    }),
  );
}
