import type { StoredMetric } from '@tessera/viz/read-metric-formats';
import { queryOptions } from '@tanstack/react-query';
import type { FilterChanges } from '@tessera/core/native-filters/config';
import type { DeepReadonly } from '@tessera/core/deep-readonly';
import type {
  AudienceBody,
  ChartItem,
  DashboardColors as ColorsBody,
  DashboardCopied,
  DashboardCopy,
  DashboardDataset,
  DashboardItem,
  DashboardLinkBody,
  DashboardPut,
  DashboardSaved,
  ExploreStartBody,
  FilterStateValue,
  KeyBody,
  NamedDataset,
  PermalinkState,
  Result,
  SeenByBody,
  VersionBody,
  VersionRow,
} from '@tessera/server/contract';
import { request, requestAnswer } from './client.ts';

export type { ChartItem, DashboardItem } from '@tessera/server/contract';

/** One dashboard by id, uuid or slug. Read anew on every visit: the version decides whether a save may go through. */
export function dashboard(key: string) {
  return queryOptions({
    queryKey: ['dashboard', 'item', key] as const,
    queryFn: async ({ signal }) =>
      (await request<Result<DashboardItem>>(`/dashboard/${encodeURIComponent(key)}`, { signal })).result,
    staleTime: 0,
  });
}

/** The charts of a dashboard that this user may see, with their form data. */
export function dashboardCharts(key: string) {
  return queryOptions({
    queryKey: ['dashboard', 'charts', key] as const,
    queryFn: async ({ signal }) =>
      (
        await request<Result<readonly ChartItem[]>>(`/dashboard/${encodeURIComponent(key)}/charts`, {
          signal,
        })
      ).result,
    staleTime: 0,
  });
}

/** The datasets of those charts, for the names of their columns: of what this user may not read, those in use. */
export function dashboardDatasets(key: string) {
  return queryOptions({
    queryKey: ['dashboard', 'datasets', key] as const,
    queryFn: async ({ signal }) =>
      (
        await request<Result<readonly (DashboardDataset | NamedDataset)[]>>(
          `/dashboard/${encodeURIComponent(key)}/datasets`,
          { signal },
        )
      ).result,
    staleTime: 60_000,
  });
}

/**
 * What a dashboard shows of a dataset: how its columns and metrics are called and written, and, for who may read it,
 * where its rows come from.
 */
export type DatasetNames = Pick<NamedDataset, 'id' | 'verbose_map'> & {
  readonly metrics: readonly StoredMetric[];
  readonly database?: Pick<DashboardDataset['database'], 'id'>;
};

/**
 * The same of one dataset, for a chart that is not saved on the dashboard yet; null when this user may not read it.
 * Asked for when the chart is added; it stays while the page does.
 */
export function datasetNames(id: number) {
  return queryOptions({
    queryKey: ['dashboard', 'dataset-names', id] as const,
    queryFn: async () =>
      (await request<ExploreStartBody>(`/explore/?datasource_id=${id}&datasource_type=table`)).result
        .dataset as DatasetNames | null,
    gcTime: Infinity,
    retry: false,
  });
}

/** One chart with its form data, for one that is not saved on the dashboard yet; null when it has no definition. */
export function chartDefinition(id: number) {
  return queryOptions({
    queryKey: ['dashboard', 'chart-definition', id] as const,
    queryFn: async () => (await request<Result<ChartItem | null>>(`/chart/${id}`)).result,
    gcTime: Infinity,
    retry: false,
  });
}

export type DashboardPatch = DeepReadonly<DashboardPut>;

/**
 * Save ([7.4-03]). `ifMatch` is the version that the changes were made on; null overwrites whatever is there.
 * @throws ApiError 412 when someone else saved in between
 */
export async function saveDashboard(
  id: number,
  patch: DashboardPatch,
  ifMatch: number | null,
): Promise<DashboardSaved> {
  return request<DashboardSaved>(`/dashboard/${id}`, {
    method: 'PUT',
    body: patch,
    ...(ifMatch === null ? {} : { ifMatch }),
  });
}

/** [7.4-01] @returns the id of the new dashboard */
export async function createDashboard(patch: DashboardPatch): Promise<number> {
  return (await request<DashboardSaved>('/dashboard/', { method: 'POST', body: patch })).id;
}

/** [7.4-05] @returns the id of the copy */
export async function copyDashboard(
  id: number,
  title: string,
  duplicateCharts: boolean,
  jsonMetadata: string,
): Promise<number> {
  const answer = await request<DashboardCopied>(`/dashboard/${id}/copy/`, {
    method: 'POST',
    body: {
      dashboard_title: title,
      duplicate_slices: duplicateCharts,
      json_metadata: jsonMetadata,
    } satisfies DashboardCopy,
  });
  return answer.result.id;
}

export async function deleteDashboard(id: number): Promise<void> {
  await request(`/dashboard/${id}`, { method: 'DELETE' });
}

/** What a link keeps. */
export type LinkState = DeepReadonly<PermalinkState>;

/** What a link keeps. `dashboardId` is the uuid of its dashboard. */
export function dashboardLink(key: string) {
  return queryOptions({
    queryKey: ['dashboard', 'link', key] as const,
    queryFn: ({ signal }) => request<DashboardLinkBody>(`/dashboard/permalink/${encodeURIComponent(key)}`, { signal }),
    staleTime: Infinity,
    retry: false,
  });
}

/** A filter state that is stored under a key, as text. */
export function storedFilters(key: string, stateKey: string) {
  return queryOptions({
    queryKey: ['dashboard', 'filters', key, stateKey] as const,
    queryFn: async ({ signal }) =>
      (
        await request<FilterStateValue>(
          `/dashboard/${encodeURIComponent(key)}/filter_state/${encodeURIComponent(stateKey)}`,
          { signal },
        )
      ).value,
    staleTime: Infinity,
    retry: false,
  });
}

/** Store what is set in the filters of a dashboard. @returns the key of it */
export async function keepFilters(id: number, masks: unknown): Promise<string> {
  const { key } = await request<KeyBody>(`/dashboard/${id}/filter_state`, {
    method: 'POST',
    body: { value: JSON.stringify(masks) },
  });
  return key;
}

/**
 * Change the filters of a dashboard ([7.4-04]).
 *
 * @returns the version that it has since
 * @throws ApiError 412 when someone else saved in between
 */
export async function saveFilters(id: number, changes: FilterChanges, ifMatch: number | null): Promise<number | null> {
  const match = ifMatch === null ? {} : { ifMatch };
  return (await requestAnswer(`/dashboard/${id}/filters`, { method: 'PUT', body: changes, ...match })).version;
}

/** The version in the store now, for the choice after a refused save. */
export async function storedDashboard(id: number): Promise<DashboardItem> {
  return (await requestAnswer<Result<DashboardItem>>(`/dashboard/${id}`)).data.result;
}

/** Who a dashboard is open to; for who may edit it. */
export function dashboardAudience(id: number) {
  return queryOptions({
    queryKey: ['dashboard', 'audience', id] as const,
    queryFn: async ({ signal }) =>
      (await request<Result<AudienceBody>>(`/dashboard/${id}/audience`, { signal })).result,
    staleTime: 0,
  });
}

/** What another user sees of it. */
export function dashboardSeenBy(id: number, userId: number) {
  return queryOptions({
    queryKey: ['dashboard', 'audience', id, userId] as const,
    queryFn: async ({ signal }) =>
      (await request<Result<SeenByBody>>(`/dashboard/${id}/audience/${userId}`, { signal })).result,
    staleTime: 0,
  });
}

/** What a dashboard was at each save, the newest first; for who may edit it. */
export function dashboardVersions(id: number) {
  return queryOptions({
    queryKey: ['dashboard', 'versions', id] as const,
    queryFn: async ({ signal }) =>
      (await request<Result<readonly VersionRow[]>>(`/dashboard/${id}/versions`, { signal })).result,
    staleTime: 0,
  });
}

/** One of those whole, with what is missing of it by now. */
export function dashboardVersion(id: number, version: number) {
  return queryOptions({
    queryKey: ['dashboard', 'version', id, version] as const,
    queryFn: async ({ signal }) =>
      (await request<Result<VersionBody>>(`/dashboard/${id}/versions/${version}`, { signal })).result,
    staleTime: 0,
  });
}

/** Make a version the newest. @returns the version that the dashboard has since */
export async function restoreVersion(id: number, version: number): Promise<number> {
  return (await request<DashboardSaved>(`/dashboard/${id}/versions/${version}/restore`, { method: 'POST' })).version;
}

/** Colours by name, and the names that more than one chart has. */
export type DashboardColors = DeepReadonly<Required<Pick<ColorsBody, 'map_label_colors' | 'shared_label_colors'>>>;

/** Keep the colours that the charts have come to ([7.4-06]); the dashboard does not count as changed by that. */
export async function keepDashboardColors(id: number, colors: DashboardColors): Promise<void> {
  await request(`/dashboard/${id}/colors?mark_updated=false`, { method: 'PUT', body: colors });
}
