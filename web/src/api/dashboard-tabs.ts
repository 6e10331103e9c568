import { queryOptions, skipToken } from '@tanstack/react-query';
import { type PlacedChart, placeMissingCharts } from '@tessera/core/layout/charts';
import { layoutText } from '@tessera/core/layout/position-text';
import { readLayout } from '@tessera/core/layout/stored';
import { componentOf, type Layout } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import type { ChartItem, DashboardItem, DashboardTab, DashboardTabs, Result } from '@tessera/server/contract';
import { isStaleVersion } from './api-error.ts';
import { request } from './client.ts';
import { newComponentId } from './component-id.ts';
import { saveDashboard } from './dashboards.ts';

/** A tab where charts can go, by the titles of the tabs around it and its own. */
export type TabChoice = { readonly id: string; readonly title: string };

/** The tabs of a dashboard in their order, those inside others behind them. */
export function dashboardTabs(id: number | null) {
  return queryOptions({
    queryKey: ['dashboard', 'tabs', id] as const,
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) =>
            tabChoices((await request<Result<DashboardTabs>>(`/dashboard/${id}/tabs`, { signal })).result.tab_tree),
    staleTime: 0,
  });
}

/** A tree of tabs as a list. */
export function tabChoices(tree: readonly DashboardTab[], around = ''): readonly TabChoice[] {
  return tree.flatMap(({ value, title, children }) => {
    const whole = around + (title || t('Untitled tab'));
    return [{ id: value, title: whole }, ...tabChoices(children, `${whole} › `)];
  });
}

/**
 * A saved chart gets its place in a tab. Charts of the dashboard that stand nowhere yet get theirs as its page would
 * give them, as a layout names all charts that there are.
 * @throws ApiError; Error when the tab is gone
 */
export async function placeInTab(dashboardId: number, tabId: string, chart: PlacedChart): Promise<void> {
  try {
    await placeOnce(dashboardId, tabId, chart);
  } catch (error) {
    // Somebody saved the dashboard meanwhile: the chart gets its place in what they saved.
    if (!isStaleVersion(error)) throw error;
    await placeOnce(dashboardId, tabId, chart);
  }
}

async function placeOnce(dashboardId: number, tabId: string, chart: PlacedChart): Promise<void> {
  const [item, charts] = await Promise.all([
    request<Result<DashboardItem>>(`/dashboard/${dashboardId}`),
    request<Result<readonly ChartItem[]>>(`/dashboard/${dashboardId}/charts`),
  ]);
  const { position_json: stored, version } = item.result;
  const others = charts.result.filter(({ id }) => id !== chart.id);
  const before = readLayout(stored);
  const layout = withChartInTab(before, tabId, chart, others);
  if (layout !== before) await saveDashboard(dashboardId, { position_json: layoutText(layout) }, version);
}

/** A layout with a chart in a tab and others where its page would place them. @throws Error when the tab is gone */
export function withChartInTab(
  layout: Layout,
  tabId: string,
  chart: PlacedChart,
  others: readonly Pick<ChartItem, 'id' | 'slice_name' | 'uuid'>[],
): Layout {
  if (componentOf(layout, tabId)?.type !== 'TAB') throw new Error(t('The tab is not there any more.'));
  const placed = others.map(({ id, slice_name: name, uuid }) => ({ id, name, uuid }));
  return placeMissingCharts(placeMissingCharts(layout, placed, newComponentId), [chart], newComponentId, tabId);
}
