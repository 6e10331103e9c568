import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Result, SqlSnippet, SqlSnippets } from '@tessera/server/contract';
import { request } from './client.ts';
import { ownStore } from './own-storage.ts';

/** Texts that the user stores under names. Those of before are there without the server too. */
export const sqlSnippets = queryOptions({
  queryKey: ['sql-snippets'] as const,
  queryFn: async ({ signal }): Promise<readonly SqlSnippet[]> => {
    const { result } = await request<Result<SqlSnippets>>('/sqllab/snippets/', { signal });
    stored.write(result.snippets);
    return result.snippets;
  },
  initialData: () => stored.read(),
  initialDataUpdatedAt: 0,
  staleTime: 60_000,
});

/**
 * Change the list as the server has it now: another browser may have changed it too.
 * @throws ApiError when it could not be stored; nothing is changed then
 */
export async function changeSnippets(
  client: QueryClient,
  change: (snippets: readonly SqlSnippet[]) => readonly SqlSnippet[],
): Promise<void> {
  const now = await client.fetchQuery({ ...sqlSnippets, staleTime: 0 });
  const body = { snippets: [...change(now)] } satisfies SqlSnippets;
  await request('/sqllab/snippets/', { method: 'PUT', body });
  client.setQueryData(sqlSnippets.queryKey, body.snippets);
  stored.write(body.snippets);
}

const stored = ownStore<readonly SqlSnippet[] | undefined>('tessera.sql.snippets', {
  parse: (value) => (Array.isArray(value) ? value.filter(isSnippet) : undefined),
});

function isSnippet(value: unknown): value is SqlSnippet {
  const { name, description, sql } = (value ?? {}) as Partial<Record<keyof SqlSnippet, unknown>>;
  return [name, description, sql].every((text) => typeof text === 'string');
}
