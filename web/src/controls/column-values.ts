import { queryOptions } from '@tanstack/react-query';
import { cellAt, type Column } from '@tessera/core/table';
import type { ValuesBody } from '@tessera/server/contract';
import { request } from '../api/client.ts';
import { fetchChartData } from '../chart/chart-data.ts';
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

/** Values that hold a text, the most frequent first: of a column with more values than are listed. */
export function valuesWith(dataset: Pick<DatasetFields, 'id' | 'type'>, column: string, text: string) {
  return queryOptions({
    queryKey: ['column-values', dataset.type, dataset.id, column, text],
    queryFn: async ({ signal }): Promise<readonly ColumnValue[]> => {
      const count = {
        expressionType: 'SQL',
        sqlExpression: 'COUNT(*)',
        label: 'count',
        hasCustomLabel: false,
      } as const;
      const query = {
        columns: [column],
        metrics: [count],
        filters: [{ col: column, op: 'ILIKE', val: `%${text}%` }],
        orderby: [[count, false] as [typeof count, boolean]],
        row_limit: FOUND_VALUES,
      };
      const asked = { datasource: dataset, queries: [query], form: {}, chartId: null, dashboardId: null, force: false };
      const [result] = await fetchChartData(asked, signal);
      const found = result?.table.columns.get(column);
      return found ? Array.from({ length: result?.table.rowCount ?? 0 }, (_, row) => scalarAt(found, row)) : [];
    },
    staleTime: 5 * 60_000,
    retry: false,
  });
}

const FOUND_VALUES = 100;

function scalarAt(column: Column, row: number): ColumnValue {
  const cell = cellAt(column, row);
  return typeof cell === 'object' ? null : typeof cell === 'bigint' ? String(cell) : cell;
}
