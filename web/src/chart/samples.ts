import { queryOptions } from '@tanstack/react-query';
import type { Table } from '@tessera/core/table';
import { call } from '../api/client.ts';
import { parseExactJson } from '@tessera/core/exact-json';
import type { WireTable } from '@tessera/viz/read-table';
import { readShownTable } from '@tessera/viz/shown-table';

/** So many rows of a dataset are shown as samples. */
export const SAMPLE_ROWS = 1000;

/**
 * Rows of the dataset as they are, before any setting of the chart ([7.1-08]).
 *
 * @param version  of the dataset, where its query may have changed while the page is open
 */
export function samples(dataset: { readonly id: number; readonly type: string }, version: number | null = null) {
  return queryOptions({
    queryKey: ['samples', dataset.type, dataset.id, version],
    queryFn: async ({ signal }): Promise<Table> => {
      const response = await call(
        `/datasource/samples?datasource_type=${dataset.type}&datasource_id=${dataset.id}&force=false&per_page=` +
          `${SAMPLE_ROWS}&page=1`,
        { method: 'POST', body: {}, signal },
      );
      return readShownTable((parseExactJson(await response.text()) as { readonly result: WireTable }).result);
    },
    staleTime: 5 * 60_000,
    retry: false,
  });
}
