import { queryOptions } from '@tanstack/react-query';
import type { DeepReadonly } from '@tessera/core/deep-readonly';
import type { LoggedQuery, Result } from '@tessera/server/contract';
import { request } from './client.ts';

export type { LoggedQuery } from '@tessera/server/contract';

export const queriesResource = 'querylog';

/** A query as lists read it: one of the log without its SQL. */
export type QueryRow = DeepReadonly<
  Pick<
    LoggedQuery,
    | 'id'
    | 'start_time'
    | 'duration_ms'
    | 'username'
    | 'source'
    | 'kind'
    | 'database_id'
    | 'database_name'
    | 'dataset_id'
    | 'dataset_name'
    | 'chart_id'
    | 'chart'
    | 'dashboard_id'
    | 'dashboard'
    | 'status'
    | 'error_code'
    | 'error'
    | 'rows'
    | 'is_cached'
  > & {
    user: Omit<NonNullable<LoggedQuery['user']>, 'id'> | null;
    dataset: Pick<NonNullable<LoggedQuery['dataset']>, 'is_deleted'> | null;
  }
>;

/** An entry is written once and stays as it is. */
export function loggedQuery(id: number) {
  return queryOptions({
    queryKey: [queriesResource, id] as const,
    queryFn: async ({ signal }) => (await request<Result<LoggedQuery>>(`/${queriesResource}/${id}`, { signal })).result,
  });
}
