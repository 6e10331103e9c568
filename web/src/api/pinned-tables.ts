import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { PinnedTables, Result } from '@tessera/server/contract';
import type { ListedTable } from './catalog.ts';
import { request } from './client.ts';

/** Tables that the user keeps at the top of the schema bar. What was pinned last is there without the server too. */
export function pinnedTables(databaseId: number) {
  return queryOptions({
    queryKey: ['database', databaseId, 'pinned'] as const,
    queryFn: async ({ signal }): Promise<readonly ListedTable[]> => {
      const { result } = await request<Result<PinnedTables>>(`/database/${databaseId}/pinned_tables/`, { signal });
      retain(databaseId, result.tables);
      return result.tables;
    },
    initialData: () => retained(databaseId),
    initialDataUpdatedAt: 0,
    staleTime: 5 * 60_000,
    retry: false,
  });
}

/** Shown at once, and put back when the server refuses. */
export async function setPinnedTables(
  client: QueryClient,
  databaseId: number,
  tables: readonly ListedTable[],
): Promise<void> {
  const { queryKey } = pinnedTables(databaseId);
  await client.cancelQueries({ queryKey });
  const before = client.getQueryData(queryKey);
  client.setQueryData(queryKey, tables);
  try {
    const body = {
      tables: tables.map(({ catalog, schema, name, kind }) => ({ catalog, schema, name, kind })),
    } satisfies PinnedTables;
    await request(`/database/${databaseId}/pinned_tables/`, { method: 'PUT', body });
    retain(databaseId, tables);
  } catch (error) {
    client.setQueryData(queryKey, before);
    throw error;
  }
}

const STORED = 'tessera.sql.pinned';

function retain(databaseId: number, tables: readonly ListedTable[]): void {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Readonly<Record<string, unknown>>;
    localStorage.setItem(STORED, JSON.stringify({ ...stored, [databaseId]: tables }));
  } catch {
    // Without it they come with the server's answer alone.
  }
}

function retained(databaseId: number): readonly ListedTable[] | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Readonly<Record<string, unknown>>;
    const tables = stored[databaseId];
    return Array.isArray(tables) ? (tables as readonly ListedTable[]) : undefined;
  } catch {
    return undefined;
  }
}
