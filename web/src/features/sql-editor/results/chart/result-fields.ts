import { queryOptions } from '@tanstack/react-query';
import type { ExploreStartBody } from '@tessera/server/contract';
import { request } from '../../../../api/client.ts';
import { readDatasetFields, type DatasetFields } from '../../../../controls/fields.ts';
import { measuresOf } from './suggest-viz.ts';

/** The columns of a query that ran, as controls of a chart need them: it is the dataset of the chart. */
export function resultFields(queryId: number) {
  return queryOptions({
    queryKey: ['sql-result', 'fields', queryId],
    queryFn: async ({ signal }): Promise<DatasetFields> => {
      const { result } = await request<ExploreStartBody>(`/explore/?datasource_id=${queryId}&datasource_type=query`, {
        signal,
      });
      const fields = readDatasetFields(result.dataset);
      return { ...fields, id: queryId, type: 'query', additiveColumns: measuresOf(fields.columns) };
    },
    staleTime: Infinity,
    retry: false,
  });
}
