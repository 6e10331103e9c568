import { keepPreviousData, useQueries, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { chartIdsOf } from '@tessera/core/layout/charts';
import type { LeastSize } from '@tessera/core/layout/types';
import { createContext, useCallback, useContext, useMemo, type ReactNode } from 'react';
import {
  chartDefinition,
  dashboardCharts,
  dashboardDatasets,
  datasetNames,
  type ChartItem,
  type DatasetNames,
} from '../../api/dashboards.ts';
import { leastCardSize } from './card-size.ts';
import { useLayout } from './DashboardProvider.tsx';

/** What the server knows of the charts on a dashboard, from the query cache. */
export type DashboardData = {
  readonly charts: ReadonlyMap<number, ChartItem>;
  readonly datasets: ReadonlyMap<number, DatasetNames>;
};

const DataContext = createContext<DashboardData>({ charts: new Map(), datasets: new Map() });

/**
 * Gives the charts of a dashboard to what is in it: those that are stored with it come in one answer; those that were
 * added since were asked for one by one when they were added, and are only read here.
 *
 * @param dashboardKey id or slug; null for a dashboard that is not stored yet
 */
export function DashboardDataProvider({
  dashboardKey,
  children,
}: {
  readonly dashboardKey: string | null;
  readonly children: ReactNode;
}) {
  const key = dashboardKey ?? '';
  // The page asks; what is shown here follows.
  const listed = useQuery({ ...dashboardCharts(key), enabled: dashboardKey !== null, refetchOnMount: false }).data;
  // Under a new address the names stay until they are read again.
  const datasets = useQuery({
    ...dashboardDatasets(key),
    enabled: listed !== undefined,
    placeholderData: keepPreviousData,
  }).data;
  const layout = useLayout();
  const added = useMemo(() => {
    const known = new Set((listed ?? []).map(({ id }) => id));
    return chartIdsOf(layout).filter((id) => !known.has(id));
  }, [layout, listed]);
  const addedCharts = useQueries({
    queries: added.map((id) => ({ ...chartDefinition(id), enabled: false })),
    combine: foundOf<ChartItem>,
  });
  const addedDatasetIds = useMemo(() => {
    const known = new Set((datasets ?? []).map(({ id }) => id));
    return datasetIdsOf(addedCharts).filter((id) => !known.has(id));
  }, [addedCharts, datasets]);
  const addedDatasets = useQueries({
    queries: addedDatasetIds.map((id) => ({ ...datasetNames(id), enabled: false })),
    combine: foundOf<DatasetNames>,
  });
  const data = useMemo<DashboardData>(
    () => ({
      charts: byId([...addedCharts, ...(listed ?? [])]),
      datasets: byId<DatasetNames>([...addedDatasets, ...(datasets ?? [])]),
    }),
    [listed, datasets, addedCharts, addedDatasets],
  );
  return <DataContext value={data}>{children}</DataContext>;
}

/** Undefined: the chart is gone, or is not shared with this user. */
export function useChartItem(chartId: number): ChartItem | undefined {
  return useContext(DataContext).charts.get(chartId);
}

/** Every chart on the dashboard that this user may see, by id. */
export function useDashboardCharts(): ReadonlyMap<number, ChartItem> {
  return useContext(DataContext).charts;
}

export function useDatasetNames(datasetId: number | null): DatasetNames | undefined {
  return useContext(DataContext).datasets.get(datasetId ?? 0);
}

/** How small each component may be made: charts as their types declare, those added a moment ago among them. */
export function useLeastSize(): LeastSize {
  const { charts } = useContext(DataContext);
  const client = useQueryClient();
  return useCallback(
    ({ type, meta }) => {
      const id = meta.chartId ?? 0;
      const chart = charts.get(id) ?? client.getQueryData(chartDefinition(id).queryKey);
      return leastCardSize(type === 'CHART' ? (chart?.viz_type ?? '') : '');
    },
    [charts, client],
  );
}

export function useHasCharts(): boolean {
  return useContext(DataContext).charts.size > 0;
}

/** The charts of the open dashboard under the address that it has from now on, too. */
export function useCarryCharts(from: string): (to: string) => void {
  const client = useQueryClient();
  return useCallback((to: string) => carryCharts(client, from, to), [client, from]);
}

function carryCharts(client: QueryClient, from: string, to: string): void {
  const charts = client.getQueryData(dashboardCharts(from).queryKey);
  if (charts) client.setQueryData(dashboardCharts(to).queryKey, charts);
}

export function datasetIdsOf(charts: readonly ChartItem[]): readonly number[] {
  return [...new Set(charts.flatMap(({ datasource_id: id }) => id ?? []))];
}

function foundOf<Item>(results: readonly { readonly data?: Item | null | undefined }[]): readonly Item[] {
  return results.flatMap(({ data }) => data ?? []);
}

function byId<Item extends { readonly id: number }>(items: readonly Item[]): ReadonlyMap<number, Item> {
  return new Map(items.map((item) => [item.id, item]));
}
