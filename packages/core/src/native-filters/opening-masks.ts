import { appliedMasks, chartsInScope, type MaskOwners } from '../effective-query/scope.ts';
import { reaches, type AppliedMask } from '../effective-query/sources.ts';
import type { RawForm } from '../form-data.ts';
import { chartIdsOf } from '../layout/charts.ts';
import type { Layout } from '../layout/types.ts';
import { filtersOf, readFilterEntries } from './definition.ts';
import { areCrossFiltersOn, crossFilterScopes, type CrossFilterChart } from './cross-filters.ts';
import { isMissing } from './emit.ts';
import { openFilterState } from './filter-state.ts';

/** What a link brings, and the charts of which a selection in it may be. */
export type Brought = {
  readonly masks: Readonly<Record<string, unknown>>;
  readonly charts: readonly (CrossFilterChart & { readonly name: string })[];
};

/**
 * The masks that reach a chart when its dashboard is opened; null for a chart that waits for a value, which only the
 * page can settle.
 *
 * @param brought  null for an address without masks: the defaults act
 */
export function openingMasks(
  settings: RawForm,
  layout: Layout,
  brought: Brought | null = null,
): (chartId: number) => readonly AppliedMask[] | null {
  const filters = filtersOf(readFilterEntries(settings));
  const ids = chartIdsOf(layout);
  const { masks, awaited } = openFilterState(filters, brought?.masks ?? null, ids);
  const reach = new Map(filters.map(({ id, scope }) => [id, new Set(chartsInScope(scope, ids, layout))]));
  const acting = appliedMasks(masks, {
    filters: filters.map(({ id, name, datasetId }) => ({
      id,
      name,
      datasetId,
      chartsInScope: [...(reach.get(id) ?? [])],
    })),
    ...selectionOwners(settings, layout, brought?.charts ?? []),
  });
  return (chartId) => {
    const waits = filters.some(
      (filter) =>
        reach.get(filter.id)?.has(chartId) === true &&
        (awaited.has(filter.id) || isMissing(filter, masks[filter.id]?.filterState ?? {})),
    );
    return waits ? null : acting.filter((mask) => reaches(mask, chartId));
  };
}

/** Whom selections on charts come from, and what they reach. */
function selectionOwners(
  settings: RawForm,
  layout: Layout,
  charts: Brought['charts'],
): Pick<MaskOwners, 'placements' | 'chartConfiguration'> {
  if (!areCrossFiltersOn(settings)) return { placements: [], chartConfiguration: {} };
  const names = new Map(charts.map(({ id, name }) => [id, name]));
  const placements = Object.values(layout).flatMap(({ id, type, meta: { chartId } }) => {
    const name = chartId === undefined ? undefined : names.get(chartId);
    return type === 'CHART' && chartId !== undefined && name !== undefined ? [{ id, chartId, name }] : [];
  });
  const scopes = [...crossFilterScopes(settings, layout, charts)];
  return {
    placements,
    chartConfiguration: Object.fromEntries(
      scopes.map(([id, { chartsInScope: reached }]) => [id, { crossFilters: { chartsInScope: reached } }]),
    ),
  };
}
