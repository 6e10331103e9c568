import { isObject, type JsonObject } from './json-metadata.ts';
import { components } from './positions.ts';

/** What a copied dashboard is made of: its layout and its settings. */
export type DashboardContent = { readonly positions: JsonObject; readonly metadata: JsonObject };

/**
 * A dashboard's content with other chart ids.
 *
 * @param charts Old id → new id. A chart that is not in it is not copied: its card goes, and with it every row and
 *   column that holds nothing else; settings forget it too. So a copy never reaches more than its maker saw.
 */
export function remapCharts(
  { positions, metadata }: DashboardContent,
  charts: ReadonlyMap<number, number>,
): DashboardContent {
  return { positions: remapPositions(positions, charts), metadata: remapMetadata(metadata, charts) };
}

function remapPositions(positions: JsonObject, charts: ReadonlyMap<number, number>): JsonObject {
  const dropped = droppedComponents(positions, charts);
  return Object.fromEntries(
    Object.entries(positions).flatMap(([id, value]): [string, unknown][] => {
      if (dropped.has(id)) return [];
      if (!isObject(value)) return [[id, value]];
      const children = Array.isArray(value['children'])
        ? value['children'].filter((child) => !dropped.has(String(child)))
        : [];
      const meta = isObject(value['meta']) ? value['meta'] : null;
      const chartId = meta ? charts.get(Number(meta['chartId'])) : undefined;
      // The uuid in the layout is that of the old chart; the id alone names the new one.
      const { uuid: _, ...rest } = meta ?? {};
      return [[id, { ...value, children, ...(meta && chartId !== undefined ? { meta: { ...rest, chartId } } : {}) }]];
    }),
  );
}

function droppedComponents(positions: JsonObject, charts: ReadonlyMap<number, number>): ReadonlySet<string> {
  const all = components(positions);
  const dropped = new Set(
    all.filter(({ type, meta }) => type === 'CHART' && !charts.has(Number(meta['chartId']))).map(({ id }) => id),
  );
  for (let size = -1; size !== dropped.size;) {
    size = dropped.size;
    for (const { id, type, children } of all) {
      if ((type === 'ROW' || type === 'COLUMN') && children.length > 0 && children.every((child) => dropped.has(child)))
        dropped.add(id);
    }
  }
  return dropped;
}

function remapMetadata(metadata: JsonObject, charts: ReadonlyMap<number, number>): JsonObject {
  const ids = (value: unknown) => (Array.isArray(value) ? value.flatMap((id) => charts.get(Number(id)) ?? []) : value);
  const keys = (value: unknown) =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([id, entry]) =>
            charts.has(Number(id)) ? [[String(charts.get(Number(id))), entry]] : [],
          ),
        )
      : value;
  const scoped = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    const scope = isObject(value['scope'])
      ? { ...value['scope'], ...('excluded' in value['scope'] && { excluded: ids(value['scope']['excluded']) }) }
      : value['scope'];
    return {
      ...value,
      ...('scope' in value && { scope }),
      ...('chartsInScope' in value && { chartsInScope: ids(value['chartsInScope']) }),
    };
  };
  const configuration = (value: unknown): unknown => {
    const moved = keys(value);
    if (!isObject(moved)) return moved;
    return Object.fromEntries(
      Object.entries(moved).map(([id, entry]) => [
        id,
        isObject(entry) ? { ...entry, id: Number(id), crossFilters: scoped(entry['crossFilters']) } : entry,
      ]),
    );
  };
  const change: Readonly<Record<string, (value: unknown) => unknown>> = {
    expanded_slices: keys,
    filter_scopes: keys,
    timed_refresh_immune_slices: ids,
    chart_configuration: configuration,
    global_chart_configuration: scoped,
    native_filter_configuration: (value) => (Array.isArray(value) ? value.map(scoped) : value),
  };
  return Object.fromEntries(
    Object.entries(metadata).map(([key, value]) => [key, Object.hasOwn(change, key) ? change[key]?.(value) : value]),
  );
}
