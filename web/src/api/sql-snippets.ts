import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Result, SqlSnippet, SqlSnippets } from '@tessera/server/contract';
import { request } from './client.ts';

/** Texts that the user stores under names. Those of before are there without the server too. */
export const sqlSnippets = queryOptions({
  queryKey: ['sql-snippets'] as const,
  queryFn: async ({ signal }): Promise<readonly SqlSnippet[]> => {
    const { result } = await request<Result<SqlSnippets>>('/sqllab/snippets/', { signal });
    retain(result.snippets);
    return result.snippets;
  },
  initialData: retained,
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
  retain(body.snippets);
}

const STORED = 'tessera.sql.snippets';

function retain(snippets: readonly SqlSnippet[]): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(snippets));
  } catch {
    // Without it they come with the server's answer alone.
  }
}

function retained(): readonly SqlSnippet[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? 'null');
    return Array.isArray(stored) ? (stored as readonly SqlSnippet[]) : undefined;
  } catch {
    return undefined;
  }
}
