import type { Layout } from '../layout/types.ts';
import { placesOfChart } from '../layout/charts.ts';
import type { DataMask } from '../filters/data-mask.ts';
import type { AppliedMask } from './sources.ts';

/** Which part of a dashboard a filter reaches, as it is saved. */
export type FilterScope = {
  /** Components under which charts are reached; the whole dashboard when missing. */
  readonly rootPath?: readonly string[];
  /** Ids of charts that are left out; none when missing. */
  readonly excluded?: readonly unknown[];
  /** Layers of maps, `chart-<id>-layer-<n>`: their charts are reached wherever they stand. */
  readonly selectedLayers?: readonly string[];
};

/** The charts of `chartIds` that a scope reaches. Of a chart that stands twice, any place counts (ruling 42 c). */
export function chartsInScope(scope: FilterScope, chartIds: readonly number[], layout: Layout): readonly number[] {
  const { rootPath, excluded = [], selectedLayers = [] } = scope;
  const ofLayers = new Set(
    selectedLayers.flatMap((layer) => {
      const [, id] = /^chart-(\d+)-layer-\d+$/.exec(layer) ?? [];
      return id === undefined ? [] : [Number(id)];
    }),
  );
  const roots = new Set(rootPath);
  const isUnder = (place: string) => (layout[place]?.parents ?? []).some((id) => roots.has(id));
  const isReached = (id: number) => {
    const places = placesOfChart(layout, id);
    return !excluded.includes(id) && (rootPath === undefined ? places.length > 0 : places.some(isUnder));
  };
  return [...chartIds.filter((id) => ofLayers.has(id)), ...chartIds.filter((id) => !ofLayers.has(id) && isReached(id))];
}

/** A filter of a dashboard as its metadata keep it; more than this is of no concern here. */
export type ScopedFilter = {
  readonly id: string;
  readonly name?: string;
  readonly datasetId?: number | null;
  /** Computed from the scope when the dashboard was saved. */
  readonly chartsInScope?: readonly number[];
  readonly scope?: FilterScope;
};

/** What a dashboard knows of whom its masks come from. */
export type MaskOwners = {
  readonly filters: readonly ScopedFilter[];
  /** Charts as they stand on the dashboard. */
  readonly placements: readonly { readonly id: string; readonly chartId: number; readonly name: string }[];
  /** `chart_configuration`: what a selection reaches, by chart id; every chart where it says nothing. */
  readonly chartConfiguration: Readonly<
    Record<
      string,
      {
        readonly crossFilters?: { readonly scope?: 'global' | FilterScope; readonly chartsInScope?: readonly number[] };
      }
    >
  >;
};

/**
 * The masks that act on a dashboard, in the order in which they were made. The id of a mask is that of its filter, of
 * the placement that emits it, or of its chart. A mask whose owner is gone acts on nothing (ruling 42 c).
 */
export function appliedMasks(masks: Readonly<Record<string, DataMask>>, owners: MaskOwners): readonly AppliedMask[] {
  return Object.values(masks).flatMap(({ id, extraFormData }) => {
    const owner = filterOwner(id, owners) ?? chartOwner(id, owners);
    return owner ? [{ ...owner, extraFormData }] : [];
  });
}

type Owner = Omit<AppliedMask, 'extraFormData'>;

function filterOwner(id: string, { filters, placements }: MaskOwners): Owner | null {
  const filter = filters.find((one) => one.id === id);
  if (!filter) return null;
  const { chartsInScope: charts, scope, name, datasetId } = filter;
  return {
    source: { kind: 'filter', id, name: name ?? id },
    scope: reachOf(charts, scope, placements),
    ...(typeof datasetId === 'number' ? { datasetId } : {}),
  };
}

function chartOwner(id: string, { placements, chartConfiguration }: MaskOwners): Owner | null {
  const placement = placements.find((one) => one.id === id) ?? placements.find((one) => String(one.chartId) === id);
  if (!placement) return null;
  const { chartId, name } = placement;
  const { scope, chartsInScope: charts } = chartConfiguration[chartId]?.crossFilters ?? {};
  return {
    source: { kind: 'cross_filter', placementId: placement.id, chartId, name },
    scope: reachOf(charts, scope === 'global' ? {} : scope, placements),
  };
}

function reachOf(
  charts: readonly number[] | undefined,
  scope: FilterScope | undefined,
  placements: MaskOwners['placements'],
): ReadonlySet<number> {
  const { excluded = [] } = scope ?? {};
  return new Set((charts ?? placements.map(({ chartId }) => chartId)).filter((id) => !excluded.includes(id)));
}
