import { chartsInScope, type FilterScope } from '../effective-query/scope.ts';
import type { RawForm } from '../form-data.ts';
import { chartIdsOf } from '../layout/charts.ts';
import type { Layout } from '../layout/types.ts';
import { WHOLE_DASHBOARD } from './definition.ts';

/** What a selection on one chart reaches. */
export type CrossFilterScope = {
  readonly scope: 'global' | FilterScope;
  readonly chartsInScope: readonly number[];
  /** Charts of other datasets take part by the names of their columns. */
  readonly otherDatasets: boolean;
  /** The dimensions that a selection sends; null for all. */
  readonly columns: readonly string[] | null;
};

/** A chart as far as cross-filters care. */
export type CrossFilterChart = { readonly id: number; readonly emits: boolean; readonly datasetId: number | null };

/** What an author sets for one chart, or for all. */
export type CrossFilterSetting = {
  readonly scope: FilterScope;
  readonly otherDatasets: boolean;
  readonly columns: readonly string[] | null;
};

/** How selections are scoped on a dashboard: for all charts, and for those that have a scoping of their own. */
export type CrossFilterConfig = {
  readonly everywhere: CrossFilterSetting;
  readonly charts: ReadonlyMap<number, CrossFilterSetting>;
};

/** On unless a dashboard says otherwise; null and '' say so. */
export function areCrossFiltersOn(settings: RawForm): boolean {
  const { cross_filters_enabled: setting } = settings;
  return setting === undefined || Boolean(setting);
}

/** The scope that holds where a chart has none of its own. */
export function globalScope(settings: RawForm): FilterScope {
  return readScope(recordOf(settings['global_chart_configuration'])['scope']) ?? WHOLE_DASHBOARD;
}

/**
 * What selections reach, by the id of the chart that emits them: never the chart itself (ruling 42 c). A dashboard
 * that brings a configuration from elsewhere filters by names of columns; a new one within a dataset, until its author
 * says otherwise.
 */
export function crossFilterScopes(
  settings: RawForm,
  layout: Layout,
  charts: readonly CrossFilterChart[],
): ReadonlyMap<number, CrossFilterScope> {
  const { everywhere, charts: own } = crossFilterConfig(settings);
  const placed = chartIdsOf(layout);
  return new Map(
    charts
      .filter(({ id, emits }) => emits && placed.includes(id))
      .map(({ id }) => {
        const setting = own.get(id) ?? everywhere;
        return [
          id,
          {
            scope: own.has(id) ? setting.scope : 'global',
            otherDatasets: setting.otherDatasets,
            columns: setting.columns,
            chartsInScope: reachedCharts(setting, id, layout, charts),
          },
        ];
      }),
  );
}

/** The scoping as it is stored. */
export function crossFilterConfig(settings: RawForm): CrossFilterConfig {
  const stored = recordOf(settings['chart_configuration']);
  const global = recordOf(settings['global_chart_configuration']);
  const byDefault = otherDatasets(global) ?? (Object.keys(stored).length > 0 || global['scope'] !== undefined);
  const everywhere = { scope: globalScope(settings), otherDatasets: byDefault, columns: textsOf(global['columns']) };
  const charts = Object.entries(stored).flatMap(([id, entry]): [number, CrossFilterSetting][] => {
    const own = recordOf(recordOf(entry)['crossFilters']);
    const scope = readScope(own['scope']);
    if (scope === null || !/^\d+$/.test(id)) return [];
    return [[Number(id), { scope, otherDatasets: otherDatasets(own) ?? byDefault, columns: textsOf(own['columns']) }]];
  });
  return { everywhere, charts: new Map(charts) };
}

/**
 * The settings that hold a scoping, with the charts that it comes to, as other clients read them. What is stored of
 * charts that do not emit now, or are not known here, stays.
 */
export function configureCrossFilters(
  config: CrossFilterConfig,
  settings: RawForm,
  layout: Layout,
  charts: readonly CrossFilterChart[],
): RawForm {
  const before = recordOf(settings['chart_configuration']);
  const global = recordOf(settings['global_chart_configuration']);
  const emitting = charts.filter(({ emits }) => emits);
  const withoutOwn = ({ crossFilters: _, ...entry }: RawForm) => entry;
  const entries = emitting.map(({ id }) => {
    const stored = recordOf(before[String(id)]);
    const own = config.charts.get(id);
    const crossFilters = {
      ...(own === undefined ? {} : withoutColumns(recordOf(stored['crossFilters']))),
      scope: own?.scope ?? 'global',
      ...written(own ?? config.everywhere),
      chartsInScope: reachedCharts(own ?? config.everywhere, id, layout, charts),
    };
    return [String(id), { ...withoutOwn(stored), id, crossFilters }] as const;
  });
  const { everywhere } = config;
  const placed = chartIdsOf(layout);
  return {
    chart_configuration: { ...before, ...Object.fromEntries(entries) },
    global_chart_configuration: {
      ...withoutColumns(global),
      scope: everywhere.scope,
      ...written(everywhere),
      chartsInScope: chartsInScope(everywhere.scope, placed, layout),
    },
  };
}

function written({ otherDatasets, columns }: CrossFilterSetting): RawForm {
  return { otherDatasets, ...(columns === null ? {} : { columns }) };
}

function withoutColumns({ columns: _, ...stored }: RawForm): RawForm {
  return stored;
}

/** What a selection on a chart reaches: never itself, other datasets only where its author says so. */
function reachedCharts(
  { scope, otherDatasets }: CrossFilterSetting,
  id: number,
  layout: Layout,
  charts: readonly CrossFilterChart[],
): readonly number[] {
  const datasets = new Map(charts.map((chart) => [chart.id, chart.datasetId]));
  return chartsInScope(scope, chartIdsOf(layout), layout).filter(
    (one) => one !== id && (otherDatasets || datasets.get(one) === datasets.get(id)),
  );
}

function otherDatasets(stored: RawForm): boolean | null {
  return typeof stored['otherDatasets'] === 'boolean' ? stored['otherDatasets'] : null;
}

function readScope(value: unknown): FilterScope | null {
  if (typeof value !== 'object' || value === null) return null;
  const scope = recordOf(value);
  const rootPath = textsOf(scope['rootPath']);
  const selectedLayers = textsOf(scope['selectedLayers']);
  return {
    ...(rootPath === null ? {} : { rootPath }),
    excluded: Array.isArray(scope['excluded']) ? scope['excluded'] : [],
    ...(selectedLayers === null ? {} : { selectedLayers }),
  };
}

function textsOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null;
}

function recordOf(value: unknown): RawForm {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RawForm) : {};
}
