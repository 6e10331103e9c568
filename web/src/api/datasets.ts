import { queryOptions } from '@tanstack/react-query';
import type { DeepReadonly } from '@tessera/core/deep-readonly';
import type { QueryFilter } from '@tessera/core/query-object';
import type { TextPosition } from '@tessera/core/text-position';
import type {
  ColumnChanges as Changes,
  Complaints,
  DatasetItem,
  DatasetPart,
  DatasetPost,
  DatasetRefreshed,
  DatasetRow as Row,
  AnyOfAnswer,
  AnyOfBody,
  ExpressionBody,
  RelatedBody,
  Result,
  SavedBody,
  SourceColumnsBody,
} from '@tessera/server/contract';
import { call, request, requestAnswer } from './client.ts';
import { parseExactJson } from '@tessera/core/exact-json';
import { toRison } from '@tessera/core/rison';
import { listAddress, type ListAnswer } from './list.ts';

/** A dataset as its editor reads it. */
export type Dataset = DeepReadonly<
  Pick<
    DatasetItem,
    | 'id'
    | 'table_name'
    | 'kind'
    | 'schema'
    | 'sql'
    | 'template_params'
    | 'description'
    | 'main_dttm_col'
    | 'time_zone'
    | 'default_endpoint'
    | 'cache_timeout'
    | 'filter_select_enabled'
    | 'fetch_values_predicate'
    | 'always_filter_main_dttm'
    | 'certified_by'
    | 'certification_details'
    | 'owners'
    | 'changed_on_humanized'
    | 'changed_by'
    | 'version'
  > & { database: Omit<DatasetItem['database'], 'uuid'> }
> & {
  readonly columns: readonly DatasetColumn[];
  readonly metrics: readonly DatasetMetric[];
};
/** `type_generic`: 0 numeric, 1 text, 2 temporal, 3 boolean. */
export type DatasetColumn = Readonly<
  Pick<
    DatasetItem['columns'][number],
    | 'id'
    | 'column_name'
    | 'verbose_name'
    | 'type'
    | 'type_generic'
    | 'is_dttm'
    | 'is_active'
    | 'groupby'
    | 'filterable'
    | 'expression'
    | 'description'
    | 'python_date_format'
    | 'certified_by'
    | 'certification_details'
    | 'warning_text'
  >
>;
/** `additivity`: whether its values add up, as the author says in `extra`, else as the server reads the SQL. */
export type DatasetMetric = Readonly<
  Pick<
    DatasetItem['metrics'][number],
    | 'id'
    | 'metric_name'
    | 'verbose_name'
    | 'expression'
    | 'description'
    | 'd3format'
    | 'currency'
    | 'extra'
    | 'additivity'
    | 'certified_by'
    | 'certification_details'
    | 'warning_text'
  >
>;
export type DatasetRow = DeepReadonly<Row>;
export type NewDataset = DeepReadonly<
  Pick<DatasetPost, 'database' | 'table_name' | 'schema' | 'sql' | 'template_params'>
>;
export type ColumnChanges = DeepReadonly<Changes>;
export type DatasetUsage = DeepReadonly<RelatedBody>;

/** One dataset with its columns and metrics. */
export function dataset(id: number) {
  return queryOptions({
    queryKey: ['dataset', id] as const,
    queryFn: ({ signal }) => fetchDataset(id, signal),
  });
}

export async function fetchDataset(id: number, signal?: AbortSignal): Promise<Dataset> {
  return (await request<Result<Dataset>>(`/dataset/${id}`, signal ? { signal } : {})).result;
}

/** A table becomes a dataset, or a query does ([7.2-04]). */
export async function createDataset(input: NewDataset): Promise<number> {
  return (await request<SavedBody>('/dataset/', { method: 'POST', body: input })).id;
}

/** @returns the version after the change; 412 when `version` is not the stored one */
export async function updateDataset(id: number, body: unknown, version: number | null): Promise<number | null> {
  return (await requestAnswer(`/dataset/${id}`, { method: 'PUT', body, ifMatch: version })).version;
}

export function deleteDataset(id: number): Promise<unknown> {
  return request(`/dataset/${id}`, { method: 'DELETE' });
}

/** Read the columns of the source again; says what differs now. */
export async function syncDataset(id: number): Promise<ColumnChanges> {
  return (await request<DatasetRefreshed>(`/dataset/${id}/refresh`, { method: 'PUT' })).result;
}

/** What stands on a dataset. */
export function datasetUsage(id: number) {
  return queryOptions({
    queryKey: ['dataset', id, 'usage'] as const,
    queryFn: ({ signal }) => request<DatasetUsage>(`/dataset/${id}/related_objects`, { signal }),
    staleTime: 0,
  });
}

/** Names that tables of a schema have as datasets already. */
export function datasetsOn(databaseId: number, schema: string) {
  return queryOptions({
    queryKey: ['dataset', 'on', databaseId, schema] as const,
    queryFn: async ({ signal }) => {
      const filters = [
        { col: 'database', opr: 'rel_o_m', value: databaseId },
        { col: 'schema', opr: 'eq', value: schema },
      ];
      return (
        await request<ListAnswer<Pick<Row, 'id' | 'table_name'>>>(
          listAddress('dataset', { columns: ['id', 'table_name'], filters, page: 0, pageSize: -1 }),
          { signal },
        )
      ).result;
    },
  });
}

/** Conditions of which one must hold, as one condition in the SQL of the dataset's database. */
export async function anyOfSql(id: number, filters: readonly QueryFilter[]): Promise<string> {
  const body = { filters: [...filters] } satisfies AnyOfBody;
  const { result } = await request<AnyOfAnswer>(`/datasource/table/${id}/any_of/`, {
    method: 'POST',
    body,
    csrf: false,
  });
  return result.expression;
}

/** What is wrong with an expression, as the database sees it, and where in it; `null` when nothing is. */
export async function expressionComplaint(
  id: number,
  expression: string,
  type: ExpressionBody['expression_type'],
): Promise<{ readonly message: string; readonly place: TextPosition | null } | null> {
  const body = { expression, expression_type: type } satisfies ExpressionBody;
  const { result } = await request<Complaints>(`/datasource/table/${id}/validate_expression/`, {
    method: 'POST',
    body,
    csrf: false,
  });
  const [found] = result;
  return found
    ? {
        message: found.message,
        place: found.line_number === null ? null : { line: found.line_number, column: found.start_column },
      }
    : null;
}

/** How the source differs from the dataset now; nothing is saved. */
export function sourceChanges(id: number) {
  return queryOptions({
    queryKey: ['dataset', id, 'source'] as const,
    queryFn: async ({ signal }) =>
      parseExactJson(
        await (await call(`/datasource/external_metadata/table/${id}`, { signal })).text(),
      ) as SourceColumnsBody,
    select: ({ changes }) => changes,
    staleTime: 0,
    gcTime: 0,
  });
}

/** What the SQL editor begins with for a dataset: its SQL, or the statement that selects its columns. */
export type SqlSource = {
  readonly name: string;
  readonly databaseId: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly sql: string | null;
  readonly templateParams: string | null;
};

export async function readSqlSource(id: number): Promise<SqlSource> {
  const columns = ['table_name', 'catalog', 'schema', 'select_star', 'template_params', 'database.id'];
  const address = `/dataset/${id}?q=${encodeURIComponent(toRison({ columns }))}`;
  const {
    table_name: name,
    catalog,
    schema,
    select_star: sql,
    template_params,
    database,
  } = (await request<Result<Required<DatasetPart>>>(address)).result;
  return {
    name,
    databaseId: database?.id ?? 0,
    catalog: catalog ?? null,
    schema: schema ?? null,
    sql: sql ?? null,
    templateParams: template_params ?? null,
  };
}
