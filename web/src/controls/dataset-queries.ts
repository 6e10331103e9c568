import { queryOptions } from '@tanstack/react-query';
import type { DatasetRow as Dataset, ExploreStartBody } from '@tessera/server/contract';
import { request } from '../api/client.ts';
import { listOf, type ListFilter } from '../api/list.ts';
import { readDatasetFields } from './fields.ts';

/** A dataset with its fields, as explore starts with it. */
export function datasetFields(id: number) {
  return queryOptions({
    queryKey: ['explore', 'dataset', id],
    queryFn: async ({ signal }) => {
      const { result } = await request<ExploreStartBody>(`/explore/?datasource_id=${id}&datasource_type=table`, {
        signal,
      });
      return readDatasetFields(result.dataset);
    },
    staleTime: 60_000,
  });
}

export type DatasetRow = Pick<Dataset, 'id' | 'table_name' | 'schema' | 'description' | 'kind'> & {
  readonly database: Pick<Dataset['database'], 'database_name'> | null;
};

export function datasetsByName(search: string) {
  return listOf<DatasetRow>('dataset', {
    columns: ['id', 'table_name', 'schema', 'description', 'database.database_name', 'kind'],
    filters: search === '' ? [] : [{ col: 'table_name', opr: 'ct', value: search } satisfies ListFilter],
    orderColumn: 'table_name',
    orderDirection: 'asc',
    pageSize: 200,
  });
}
