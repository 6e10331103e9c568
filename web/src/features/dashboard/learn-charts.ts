import { t } from '@tessera/core/messages';
import { request } from '../../api/client.ts';
import { datasetNames, type ChartItem } from '../../api/dashboards.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useDashboard } from './dashboard-store.ts';

/**
 * Fetch what a chart needs to be drawn.
 * @returns false after a message when it has no definition any more ([8.3-04])
 */
export async function learnChart(chartId: number): Promise<boolean> {
  const { charts, dispatch } = useDashboard.getState();
  if (charts.has(chartId)) return true;
  try {
    const chart = await fetchChart(chartId);
    if (chart === null) throw new Error(noDefinition());
    await learnNames([chart]);
    dispatch({ type: 'chart_known', chart });
    return true;
  } catch (error) {
    toast.danger(isGone(error) ? noDefinition() : describeError(error).title);
    return false;
  }
}

/** The same for all charts of a layout that came from elsewhere; those that are gone show as such. */
export async function learnCharts(chartIds: readonly number[]): Promise<void> {
  const { charts, dispatch } = useDashboard.getState();
  const unknown = chartIds.filter((id) => !charts.has(id));
  const found = (await Promise.all(unknown.map((id) => fetchChart(id).catch(() => null)))).filter(
    (chart) => chart !== null,
  );
  await learnNames(found);
  for (const chart of found) dispatch({ type: 'chart_known', chart });
}

async function fetchChart(chartId: number): Promise<ChartItem | null> {
  return (await request<{ readonly result: ChartItem | null }>(`/chart/${chartId}`)).result;
}

/**
 * A chart is drawn with the names of its columns from the start. Without them it is drawn as well, with the raw ones.
 */
async function learnNames(charts: readonly ChartItem[]): Promise<void> {
  const { verboseNames, dispatch } = useDashboard.getState();
  const unknown = new Set(charts.flatMap(({ datasource_id: id }) => (id === null || verboseNames.has(id) ? [] : id)));
  await Promise.all(
    [...unknown].map(async (id) => {
      const dataset = await datasetNames(id).catch(() => null);
      if (dataset !== null) dispatch({ type: 'dataset_known', dataset });
    }),
  );
}

function noDefinition(): string {
  return t('Sorry, there is no chart definition associated with the chart trying to be added.');
}

function isGone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 404;
}
