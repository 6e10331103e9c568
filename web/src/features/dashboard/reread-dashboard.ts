import type { QueryClient } from '@tanstack/react-query';

/**
 * Read a dashboard anew after it was written. Its charts come first: the new version with the charts of before would
 * show those that were just added as deleted.
 */
export async function rereadDashboard(client: QueryClient): Promise<void> {
  await Promise.all(['charts', 'datasets'].map((part) => client.invalidateQueries({ queryKey: ['dashboard', part] })));
  await client.invalidateQueries({ queryKey: ['dashboard', 'item'] });
}
