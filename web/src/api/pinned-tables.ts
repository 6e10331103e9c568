import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { PinnedTables, Result } from '@tessera/server/contract';
import type { ListedTable } from './catalog.ts';
import { request } from './client.ts';
import { ownStore, tablesByDatabase } from './own-storage.ts';

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

const stored = ownStore('tessera.sql.pinned', { parse: tablesByDatabase });

function retain(databaseId: number, tables: readonly ListedTable[]): void {
  stored.write({ ...stored.read(), [databaseId]: tables });
}

function retained(databaseId: number): readonly ListedTable[] | undefined {
  return stored.read()[databaseId];
}
