import { queryOptions } from '@tanstack/react-query';
import type { Additivity } from '@tessera/core/additivity';
import type { TextPosition } from '@tessera/core/text-position';
import { call, request, requestAnswer } from './client.ts';
import { parseExactJson } from '@tessera/core/exact-json';
import { listAddress, type ListAnswer } from './list.ts';

export type Person = { readonly id: number; readonly first_name: string; readonly last_name: string };
export type DatasetColumn = {
  readonly id: number;
  readonly column_name: string;
  readonly verbose_name: string | null;
  readonly type: string | null;
  /** 0 numeric, 1 text, 2 temporal, 3 boolean. */
  readonly type_generic: number | null;
  readonly is_dttm: boolean;
  readonly is_active: boolean;
  readonly groupby: boolean;
  readonly filterable: boolean;
  /** SQL of a calculated column. */
  readonly expression: string | null;
  readonly description: string | null;
  readonly python_date_format: string | null;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly warning_text: string | null;
};
export type DatasetMetric = {
  readonly id: number;
  readonly metric_name: string;
  readonly verbose_name: string | null;
  readonly expression: string;
  readonly description: string | null;
  readonly d3format: string | null;
  /** JSON object; its key `additivity` is what the author says of sums. */
  readonly extra: string | null;
  /** Whether its values may be summed: as the author says, else as the server reads the SQL. */
  readonly additivity: Additivity;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly warning_text: string | null;
};
export type Dataset = {
  readonly id: number;
  readonly table_name: string;
  readonly kind: 'physical' | 'virtual';
  readonly schema: string | null;
  readonly sql: string | null;
  /** JSON object: names that the templates of the query may use. */
  readonly template_params: string | null;
  readonly description: string | null;
  readonly main_dttm_col: string | null;
  readonly time_zone: string | null;
  readonly default_endpoint: string | null;
  readonly cache_timeout: number | null;
  readonly filter_select_enabled: boolean;
  readonly fetch_values_predicate: string | null;
  readonly always_filter_main_dttm: boolean;
  readonly certified_by: string | null;
  readonly certification_details: string | null;
  readonly database: { readonly id: number; readonly database_name: string; readonly backend: string };
  readonly columns: readonly DatasetColumn[];
  readonly metrics: readonly DatasetMetric[];
  readonly owners: readonly Person[];
  readonly changed_on_humanized: string;
  readonly changed_by: Person | null;
  readonly version: number;
};
export type DatasetRow = {
  readonly id: number;
  readonly table_name: string;
  readonly kind: 'physical' | 'virtual';
  readonly schema: string | null;
  readonly database: { readonly id: number; readonly database_name: string };
  readonly owners: readonly Person[];
  readonly certified_by: string | null;
  readonly description: string | null;
  readonly changed_on_delta_humanized: string;
};

/** One dataset with its columns and metrics. */
export function dataset(id: number) {
  return queryOptions({
    queryKey: ['dataset', id] as const,
    queryFn: ({ signal }) => fetchDataset(id, signal),
  });
}

export async function fetchDataset(id: number, signal?: AbortSignal): Promise<Dataset> {
  return (await request<{ readonly result: Dataset }>(`/dataset/${id}`, signal ? { signal } : {})).result;
}

export type NewDataset = {
  readonly database: number;
  readonly table_name: string;
  readonly schema?: string | null;
  readonly sql?: string;
  readonly template_params?: string | null;
};

/** A table becomes a dataset, or a query does ([7.2-04]). */
export async function createDataset(input: NewDataset): Promise<number> {
  return (await request<{ readonly id: number }>('/dataset/', { method: 'POST', body: input })).id;
}

/** @returns the version after the change; 412 when `version` is not the stored one */
export async function updateDataset(id: number, body: unknown, version: number | null): Promise<number | null> {
  return (await requestAnswer(`/dataset/${id}`, { method: 'PUT', body, ifMatch: version })).version;
}

export function deleteDataset(id: number): Promise<unknown> {
  return request(`/dataset/${id}`, { method: 'DELETE' });
}

export type ColumnChanges = {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly name: string; readonly from: string | null; readonly to: string }[];
};

/** Read the columns of the source again; says what differs now. */
export async function syncDataset(id: number): Promise<ColumnChanges | null> {
  const answer = await request<{ readonly result?: ColumnChanges }>(`/dataset/${id}/refresh`, { method: 'PUT' });
  return answer.result ?? null;
}

export type DatasetUsage = {
  readonly charts: {
    readonly count: number;
    readonly result: readonly { readonly id: number; readonly slice_name: string; readonly viz_type: string }[];
  };
  readonly dashboards: {
    readonly count: number;
    readonly result: readonly { readonly id: number; readonly title: string; readonly slug: string | null }[];
  };
};

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
        await request<ListAnswer<{ readonly id: number; readonly table_name: string }>>(
          listAddress('dataset', { columns: ['id', 'table_name'], filters, page: 0, pageSize: -1 }),
          { signal },
        )
      ).result;
    },
  });
}

type ExpressionComplaint = {
  readonly message: string;
  readonly line_number: number | null;
  readonly start_column: number | null;
};

/** What is wrong with an expression, as the database sees it, and where in it; `null` when nothing is. */
export async function expressionComplaint(
  id: number,
  expression: string,
  type: 'column' | 'metric' | 'where' | 'having',
): Promise<{ readonly message: string; readonly place: TextPosition | null } | null> {
  const body = { expression, expression_type: type };
  const { result } = await request<{ readonly result: readonly ExpressionComplaint[] }>(
    `/datasource/table/${id}/validate_expression/`,
    { method: 'POST', body, csrf: false },
  );
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
      parseExactJson(await (await call(`/datasource/external_metadata/table/${id}`, { signal })).text()) as {
        readonly changes: ColumnChanges;
      },
    select: ({ changes }) => changes,
    staleTime: 0,
    gcTime: 0,
  });
}
