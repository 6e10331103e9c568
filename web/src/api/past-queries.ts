import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { DeepReadonly } from '@tessera/core/deep-readonly';
import { isActive, readState } from '@tessera/core/sql-editor/query-states';
import type { Query, QueryItem, QueryRow } from '@tessera/server/contract';
import { request } from './client.ts';
import { listAddress, type ListAnswer, type ListFilter } from './list.ts';

/** The resource of the list, and the key of its queries. */
export const pastQueriesResource = 'query';

/** Pause between two looks at queries that still run, in ms. */
const POLL_MS = 2000;

/** A query that ran in the editor, or runs still. */
export type PastQuery = DeepReadonly<
  Pick<
    QueryRow,
    | 'id'
    | 'client_id'
    | 'changed_on'
    | 'database'
    | 'catalog'
    | 'schema'
    | 'sql'
    | 'executed_sql'
    | 'is_cut'
    | 'tab_name'
    | 'status'
    | 'progress'
    | 'rows'
    | 'limit'
    | 'results_key'
    | 'error_message'
    | 'start_time'
    | 'end_time'
    | 'duration_ms'
    | 'is_data_preview'
    | 'run_async'
    | 'template_params'
    | 'user'
    | 'user_id'
  >
>;

export const pastQueryFields = [
  'id',
  'client_id',
  'changed_on',
  'database.id',
  'database.database_name',
  'catalog',
  'schema',
  'sql',
  'executed_sql',
  'is_cut',
  'tab_name',
  'status',
  'progress',
  'rows',
  'limit',
  'results_key',
  'error_message',
  'start_time',
  'end_time',
  'duration_ms',
  'is_data_preview',
  'run_async',
  'template_params',
  'user.id',
  'user.first_name',
  'user.last_name',
  'user_id',
] as const;

export function pastQuery(id: number | string) {
  return queryOptions({
    queryKey: [pastQueriesResource, id] as const,
    queryFn: async ({ signal }) =>
      (await request<QueryItem>(`/query/${encodeURIComponent(String(id))}`, { signal })).result as PastQuery,
  });
}

/** The query that a browser named so, whole; null where the server knows none. */
export async function pastQueryOf(clientId: string): Promise<PastQuery | null> {
  const { result } = await request<ListAnswer<PastQuery>>(
    listAddress(pastQueriesResource, {
      columns: pastQueryFields,
      filters: [{ col: 'client_id', opr: 'eq', value: clientId }],
      page: 0,
      pageSize: 1,
    }),
  );
  return result[0] === undefined ? null : wholeQuery(result[0]);
}

/** The query with its texts whole: lists cut long ones. */
export async function wholeQuery(row: PastQuery): Promise<PastQuery> {
  return row.is_cut ? (await request<QueryItem>(`/query/${row.id}`)).result : row;
}

/** The last that ran, of those that fit. */
export function lastQueries(filters: readonly ListFilter[], pageSize: number) {
  return queryOptions({
    queryKey: [pastQueriesResource, 'some', filters, pageSize] as const,
    queryFn: ({ signal }) =>
      request<ListAnswer<PastQuery>>(
        listAddress(pastQueriesResource, {
          columns: pastQueryFields,
          filters,
          orderColumn: 'start_time',
          orderDirection: 'desc',
          page: 0,
          pageSize,
        }),
        { signal },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
    // While one of them runs there is something to see.
    refetchInterval: ({ state: { data } }) =>
      data?.result.some(({ status }) => isActive(readState(status))) === true ? POLL_MS : false,
  });
}

/** Brings what changed into every list on screen. @returns ids of queries that no list has */
export function applyUpdates(client: QueryClient, updates: readonly Query[]): readonly number[] {
  const byId = new Map(updates.map((query) => [query.serverId, query]));
  const seen = new Set<number>();
  client.setQueriesData<ListAnswer<PastQuery>>({ queryKey: [pastQueriesResource, 'list'] }, (answer) => {
    if (!answer) return answer;
    return {
      ...answer,
      result: answer.result.map((row) => {
        const query = byId.get(row.id);
        if (!query) return row;
        seen.add(row.id);
        return withUpdate(row, query);
      }),
    };
  });
  for (const query of updates)
    client.setQueryData<PastQuery>([pastQueriesResource, query.serverId], (row) => row && withUpdate(row, query));
  return updates.flatMap(({ serverId }) => (seen.has(serverId) ? [] : serverId));
}

/** A row as the server has it now. */
export function withUpdate(row: PastQuery, query: Query): PastQuery {
  const { state, progress, rows, resultsKey, errorMessage, executedSql, endDttm, startDttm, changed_on } = query;
  return {
    ...row,
    status: state,
    progress,
    rows,
    results_key: resultsKey,
    error_message: errorMessage,
    executed_sql: executedSql,
    end_time: endDttm,
    duration_ms: endDttm === null ? null : endDttm - startDttm,
    changed_on,
  };
}
