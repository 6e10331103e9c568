import { queryOptions } from '@tanstack/react-query';
import type { ValuesBody } from '@tessera/server/contract';
import { request } from '../api/client.ts';
import type { DatasetFields } from './fields.ts';

export type ColumnValue = ValuesBody['result'][number];

/** The distinct values of a column, for typeahead; the server bounds how many come. */
export function columnValues(dataset: Pick<DatasetFields, 'id' | 'type'>, column: string) {
  return queryOptions({
    queryKey: ['column-values', dataset.type, dataset.id, column],
    queryFn: ({ signal }) => loadValues(dataset, column, signal),
    staleTime: 5 * 60_000,
    retry: false,
  });
}

async function loadValues(
  dataset: Pick<DatasetFields, 'id' | 'type'>,
  column: string,
  signal: AbortSignal,
): Promise<readonly ColumnValue[]> {
  const { result } = await request<ValuesBody>(
    `/datasource/${dataset.type}/${dataset.id}/column/${encodeURIComponent(column)}/values/`,
    { signal },
  );
  return result;
}
