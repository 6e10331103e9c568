import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../../api/client.ts';
import { chartDataBody } from '../../../../chart/chart-data.ts';
import type { DatasetFields } from '../../../../controls/fields.ts';
import type { Choice } from '@tessera/viz/define';
import type { StatementResult } from '../../runs/run.ts';
import { measuresOf } from './suggest-viz.ts';

/** What is known of the database of a result. */
export type ResultPlace = {
  readonly databaseId: number | null;
  readonly databaseName: string | null;
  readonly engine: string | null;
  readonly schema: string | null;
};

/** The columns of a query that ran, as controls of a chart need them: the query is the dataset of the chart. */
export function fieldsOfResult(
  queryId: number,
  name: string,
  { columns }: Pick<StatementResult, 'columns'>,
  place: ResultPlace,
  grains: readonly Choice[],
): DatasetFields {
  const fields = columns.map(({ name: column, kind, type }) => ({
    name: column,
    label: column,
    kind,
    type,
    groupable: true,
    filterable: true,
    expression: null,
    description: null,
    certifiedBy: null,
  }));
  return {
    ...place,
    id: queryId,
    type: 'query',
    name,
    description: null,
    isVirtual: true,
    columns: fields,
    metrics: [],
    grains,
    mainTimeColumn: fields.find(({ kind }) => kind === 'temporal')?.name ?? null,
    additiveColumns: measuresOf(fields),
  };
}

/** Time grains of the database that a query ran on. Without them times stay as fine as they are. */
export function grainsOfQuery(queryId: number) {
  return queryOptions({
    queryKey: ['sql-result', 'grains', queryId],
    queryFn: async ({ signal }): Promise<readonly Choice[]> => {
      const datasource = { id: queryId, type: 'query' };
      const body = chartDataBody({ datasource, queries: [{}], form: {}, force: false }, 'timegrains');
      const answer = await request<GrainsAnswer>('/chart/data', { method: 'POST', body, signal });
      return (answer.result[0]?.data ?? []).map(({ duration, name }) => ({ value: duration, label: name }));
    },
    staleTime: Infinity,
    retry: false,
  });
}

type GrainsAnswer = {
  readonly result: readonly { readonly data: readonly { readonly duration: string | null; readonly name: string }[] }[];
};
