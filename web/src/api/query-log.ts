import { queryOptions } from '@tanstack/react-query';
import { request } from './client.ts';

export const queriesResource = 'query';

/**
 * A query of the log as lists read it. Names are those of the time it ran; objects inside are as they are today, null
 * where there never was such a one.
 */
export type QueryRow = {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly start_time: number;
  readonly duration_ms: number;
  readonly username: string;
  readonly user: { readonly first_name: string; readonly last_name: string } | null;
  readonly source: string;
  readonly kind: string;
  readonly database_id: number | null;
  readonly database_name: string | null;
  readonly dataset_id: number | null;
  readonly dataset_name: string | null;
  readonly dataset: { readonly is_deleted: boolean } | null;
  readonly chart_id: number | null;
  readonly chart: { readonly slice_name: string; readonly is_deleted: boolean } | null;
  readonly dashboard_id: number | null;
  readonly dashboard: { readonly dashboard_title: string; readonly is_deleted: boolean } | null;
  readonly status: string;
  readonly error_code: string | null;
  /** What the person was told; null for a fault of the server. */
  readonly error: string | null;
  readonly rows: number | null;
  readonly is_cached: boolean;
};

/** One query of the log, by the number that it has there. Its SQL is null where none was written before it ended. */
export type LoggedQuery = QueryRow & { readonly sql: string | null };

/** An entry is written once and stays as it is. */
export function loggedQuery(id: number) {
  return queryOptions({
    queryKey: [queriesResource, id] as const,
    queryFn: async ({ signal }) =>
      (await request<{ readonly result: LoggedQuery }>(`/${queriesResource}/${id}`, { signal })).result,
  });
}
