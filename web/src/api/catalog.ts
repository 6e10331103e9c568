import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeepReadonly } from '@tessera/core/deep-readonly';
import { toRison, type RisonInput } from '@tessera/core/rison';
import type {
  DatabaseRow,
  FoundTables,
  ProfileAnswer,
  SchemaNames,
  TableColumns,
  TableColumnsBody,
  TableExtra,
  TableMetadata,
  TableNames,
} from '@tessera/server/contract';
import { request } from './client.ts';
import { listAddress, type ListAnswer } from './list.ts';

/** Where a table is. */
export type TablePath = {
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly name: string;
};
export type TableKind = 'table' | 'view' | 'materialized_view';
export type ListedTable = TablePath & { readonly kind: TableKind };
export type ColumnDetail = {
  readonly name: string;
  /** As the database writes it, with its length. */
  readonly type: string;
  readonly isNullable: boolean;
  readonly comment: string | null;
};
/** A key to another table. */
export type Reference = {
  readonly columns: readonly string[];
  readonly to: TablePath;
  readonly toColumns: readonly string[];
};
export type TableIndex = { readonly name: string; readonly columns: readonly string[]; readonly isUnique: boolean };
/** What a table is made of. */
export type TableDetail = {
  readonly comment: string | null;
  readonly columns: readonly ColumnDetail[];
  readonly primaryKey: readonly string[];
  readonly references: readonly Reference[];
  readonly indexes: readonly TableIndex[];
  readonly selectStar: string;
};
/** What separates the rows of a table, and the newest of these parts. */
export type TablePartitions = {
  readonly columns: readonly string[];
  readonly newest: Readonly<Record<string, string>> | null;
};

/** A database that the editor offers, with what may be done there. */
export type EditorDatabase = DeepReadonly<
  Pick<
    DatabaseRow,
    | 'id'
    | 'database_name'
    | 'backend'
    | 'allow_dml'
    | 'allow_ctas'
    | 'allow_cvas'
    | 'allow_run_async'
    | 'allow_multi_catalog'
    | 'force_ctas_schema'
    | 'allows_cost_estimate'
    | 'cost_threshold'
    | 'instant_preview'
    | 'disable_data_preview'
  >
>;

const databaseColumns: readonly (keyof EditorDatabase)[] = [
  'id',
  'database_name',
  'backend',
  'allow_dml',
  'allow_ctas',
  'allow_cvas',
  'allow_run_async',
  'allow_multi_catalog',
  'force_ctas_schema',
  'allows_cost_estimate',
  'cost_threshold',
  'instant_preview',
  'disable_data_preview',
];

/** Databases that the SQL editor offers to the user, by name. */
export const editorDatabases = queryOptions({
  queryKey: ['database', 'editor'] as const,
  queryFn: async ({ signal }) =>
    (
      await request<ListAnswer<EditorDatabase>>(
        listAddress('database', {
          columns: databaseColumns,
          filters: [{ col: 'expose_in_sqllab', opr: 'eq', value: true }],
          orderColumn: 'database_name',
          page: 0,
          pageSize: -1,
        }),
        { signal },
      )
    ).result,
});

/** Names and structure change seldom; a refresh asks the database again. */
const STALE_MS = 5 * 60_000;

function asked(q: RisonInput): string {
  return `?q=${encodeURIComponent(toRison(q))}`;
}

/** Catalogs of a database; empty where it has none. */
export function catalogsOf(databaseId: number) {
  return queryOptions({
    queryKey: ['database', databaseId, 'catalogs'] as const,
    queryFn: async ({ signal }) =>
      (await request<SchemaNames>(`/database/${databaseId}/catalogs/${asked({})}`, { signal })).result,
    staleTime: STALE_MS,
  });
}

/** Schemas of a catalog ([7.2-01]). `force` asks the database again. */
export function schemasIn(databaseId: number, catalog: string | null, force = false) {
  return queryOptions({
    queryKey: ['database', databaseId, 'catalog', catalog, 'schemas'] as const,
    queryFn: async ({ signal }) =>
      (
        await request<SchemaNames>(
          `/database/${databaseId}/schemas/${asked({ force, catalog: catalog ?? undefined })}`,
          { signal },
        )
      ).result,
    staleTime: STALE_MS,
  });
}

/** What the first rows of a column hold; its question ends in the database when nobody looks any more. */
export function columnFactsOf(databaseId: number, { catalog, schema, name }: TablePath, column: string) {
  return queryOptions({
    queryKey: ['database', databaseId, 'catalog', catalog, 'profile', schema, name, column] as const,
    queryFn: async ({ signal }) =>
      (
        await request<ProfileAnswer>(
          `/database/${databaseId}/column_profile/${asked({
            catalog: catalog ?? undefined,
            schema: schema ?? undefined,
            table: name,
            column,
          })}`,
          { signal },
        )
      ).result,
    staleTime: 10 * 60_000,
    retry: false,
  });
}

/** Tables and views of a schema ([7.2-02]). */
export function tablesIn(databaseId: number, catalog: string | null, schema: string, force = false) {
  return queryOptions({
    queryKey: ['database', databaseId, 'catalog', catalog, 'tables', schema] as const,
    queryFn: async ({ signal }): Promise<readonly ListedTable[]> => {
      const q = asked({ force, schema_name: schema, catalog_name: catalog ?? undefined });
      const { result } = await request<TableNames>(`/database/${databaseId}/tables/${q}`, { signal });
      return result.map(({ value, type }) => ({ catalog, schema, name: value, kind: readKind(type) }));
    },
    staleTime: STALE_MS,
  });
}

function readKind(type: string): TableKind {
  return type === 'view' || type === 'materialized_view' ? type : 'table';
}

/** What a database answers of several tables at once: those that are not there are null. */
export async function tableColumns(
  databaseId: number,
  tables: readonly TablePath[],
  signal?: AbortSignal,
): Promise<readonly (TableColumns['result'][number] | null)[]> {
  const body = { tables: [...tables] } satisfies TableColumnsBody;
  const { result } = await request<TableColumns>(`/database/${databaseId}/columns/`, {
    method: 'POST',
    body,
    ...(signal && { signal }),
  });
  return tables.map((_, asked) => result.find(({ at }) => at === asked) ?? null);
}

/** What a search found, the best first. */
export type SearchedTables = { readonly tables: readonly ListedTable[]; readonly isCut: boolean };

/** Tables over all schemas whose name holds a text. Those of the text before stay until they are there. */
export function searchTables(databaseId: number, catalog: string | null, text: string) {
  return queryOptions({
    queryKey: ['database', databaseId, 'catalog', catalog, 'search', text] as const,
    queryFn: async ({ signal }): Promise<SearchedTables> => {
      const q = asked({ text, catalog: catalog ?? undefined, limit: 200 });
      const { result, isCut } = await request<FoundTables>(`/database/${databaseId}/search_tables/${q}`, { signal });
      return { tables: result.map((table) => ({ ...table, kind: readKind(table.kind) })), isCut };
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
}

function tableAddress(databaseId: number, call: string, { catalog, schema, name }: TablePath, force: boolean): string {
  const parameters = new URLSearchParams({
    name,
    ...(catalog !== null && { catalog }),
    ...(schema !== null && { schema }),
    ...(force && { force: 'true' }),
  });
  return `/database/${databaseId}/${call}/?${parameters}`;
}

/** Columns, keys and indexes of a table ([7.2-03]). */
export function tableDetail(databaseId: number, table: TablePath, force = false) {
  const { catalog, schema, name } = table;
  return queryOptions({
    queryKey: ['database', databaseId, 'catalog', catalog, 'table', schema, name] as const,
    queryFn: async ({ signal }) =>
      readDetail(
        table,
        await request<TableMetadata>(tableAddress(databaseId, 'table_metadata', table, force), { signal }),
      ),
    staleTime: STALE_MS,
  });
}

export function readDetail({ catalog }: TablePath, body: TableMetadata): TableDetail {
  return {
    comment: body.comment,
    columns: body.columns.map(({ name, longType, nullable, comment }) => ({
      name,
      type: longType,
      isNullable: nullable,
      comment,
    })),
    primaryKey: body.primaryKey.constrained_columns,
    references: body.foreignKeys.flatMap((key) => readReference(catalog, key)),
    indexes: body.indexes.map(({ name, column_names: columns, unique }) => ({
      name: name ?? '',
      columns,
      isUnique: unique,
    })),
    selectStar: body.selectStar,
  };
}

function readReference(catalog: string | null, key: Readonly<Record<string, unknown>>): readonly Reference[] {
  const { column_names: columns, referred_schema: schema, referred_table: name, referred_columns: toColumns } = key;
  if (typeof name !== 'string') return [];
  return [
    {
      columns: textsOf(columns),
      to: { catalog, schema: typeof schema === 'string' ? schema : null, name },
      toColumns: textsOf(toColumns),
    },
  ];
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** How the rows of a table are separated; `null` for one that is one chunk. */
export function tablePartitions(databaseId: number, table: TablePath, force = false) {
  const { catalog, schema, name } = table;
  return queryOptions({
    queryKey: ['database', databaseId, 'catalog', catalog, 'partitions', schema, name] as const,
    queryFn: async ({ signal }): Promise<TablePartitions | null> => {
      const address = tableAddress(databaseId, 'table_metadata/extra', table, force);
      const { partitions } = await request<TableExtra>(address, { signal });
      return partitions === undefined ? null : { columns: partitions.cols, newest: partitions.latest };
    },
    staleTime: STALE_MS,
    retry: false,
  });
}

/** The schema that is meant where none is named. */
export function firstSchema(schemas: readonly string[]): string | null {
  return (
    ['public', 'main', 'default', 'dbo'].find((name) => schemas.includes(name)) ??
    schemas.find((name) => !isOfSystem(name)) ??
    schemas[0] ??
    null
  );
}

/** Schemas in which the database describes itself. */
function isOfSystem(name: string): boolean {
  return /^(information_schema|pg_|sys$|system$|mysql$|performance_schema$)/i.test(name);
}
