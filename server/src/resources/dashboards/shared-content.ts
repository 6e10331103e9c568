import { stableJson } from '@tessera/core/stable-json';
import { filtersOf } from './native-filters.ts';
import type { JsonObject } from './json-metadata.ts';

/** What a dashboard opens to others than those who may read its data anyway. */
export type SharedContent = {
  readonly isPublished: boolean;
  /** Its roles, and `guests` where other sites embed it. */
  readonly audience: readonly (number | 'guests')[];
  readonly charts: readonly number[];
  /** Filters and cross-filters: by what its readers may narrow its charts. */
  readonly filters: ReadonlySet<string>;
  readonly filterDatasets: readonly number[];
};

export function contentOf(dashboard: {
  readonly published: boolean;
  readonly roleIds: readonly number[];
  readonly embedding: string | null;
  readonly charts: readonly number[];
  readonly metadata: JsonObject;
}): SharedContent {
  const filters = filtersOf(dashboard.metadata);
  return {
    isPublished: dashboard.published,
    audience: [...dashboard.roleIds, ...(dashboard.embedding === null ? [] : (['guests'] as const))],
    charts: dashboard.charts,
    filters: new Set([
      ...filters.map((filter) => stableJson(filter)),
      `cross-filters ${stableJson(dashboard.metadata['cross_filters_enabled'] ?? true)}`,
    ]),
    filterDatasets: filters.flatMap(({ datasetId }) => datasetId ?? []),
  };
}

/** Whether a change opens more than was open: to somebody else, of another chart, or by another filter. */
export function widens(before: SharedContent | null, after: SharedContent): boolean {
  if (!after.isPublished || after.audience.length === 0) return false;
  if (before === null || !before.isPublished) return true;
  return (
    after.audience.some((one) => !before.audience.includes(one)) ||
    after.charts.some((id) => !before.charts.includes(id)) ||
    [...after.filters].some((filter) => !before.filters.has(filter))
  );
}
