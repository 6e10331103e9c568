import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Calls that found no server are tried twice more; what a server refused stays refused. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && error instanceof ApiError && [0, 502, 503, 504].includes(error.status),
        retryDelay: (count) => 500 * 2 ** count,
      },
      // Without a connection a change fails at once: one that waited for it would be made after its user gave it up.
      mutations: { networkMode: 'always' },
    },
  });
}
