import type { QueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { chartDefinition, datasetNames, type ChartItem } from '../../api/dashboards.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { datasetIdsOf } from './dashboard-data.tsx';

/**
 * Fetch what a chart needs to be drawn; its cards find it in the query cache.
 * @returns false after a message when it has no definition any more ([8.3-04])
 */
export async function learnChart(client: QueryClient, chartId: number): Promise<boolean> {
  try {
    const chart = await client.fetchQuery(chartDefinition(chartId));
    if (chart === null) throw new Error(noDefinition());
    await learnNames(client, [chart]);
    return true;
  } catch (error) {
    toast.danger(isGone(error) ? noDefinition() : describeError(error).title);
    return false;
  }
}

/** The same for all charts of a layout that came from elsewhere; those that are gone show as such. */
export async function learnCharts(client: QueryClient, chartIds: readonly number[]): Promise<void> {
  const found = await Promise.all(chartIds.map((id) => client.fetchQuery(chartDefinition(id)).catch(() => null)));
  await learnNames(
    client,
    found.filter((chart) => chart !== null),
  );
}

/**
 * Before a layout of earlier comes back: a chart that was learned for this page and left it may be deleted by now.
 * Those that stay come with the dashboard; what is on it and not saved is still needed.
 */
export function forgetCharts(client: QueryClient): void {
  client.removeQueries({
    queryKey: chartDefinition(0).queryKey.slice(0, -1),
    predicate: (query) => query.getObserversCount() === 0,
  });
}

/**
 * A chart is drawn with the names of its columns from the start. Without them it is drawn as well, with the raw ones.
 */
async function learnNames(client: QueryClient, charts: readonly ChartItem[]): Promise<void> {
  await Promise.all(datasetIdsOf(charts).map((id) => client.prefetchQuery(datasetNames(id))));
}

function noDefinition(): string {
  return t('Sorry, there is no chart definition associated with the chart trying to be added.');
}

function isGone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 404;
}
