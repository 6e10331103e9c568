import { readAnnotationLayers } from '@tessera/core/annotations/layer';
import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import { placeMissingCharts } from '@tessera/core/layout/charts';
import { readLayout } from '@tessera/core/layout/stored';
import type { Layout } from '@tessera/core/layout/types';
import type { QueryContext } from '@tessera/core/query-object';
import { stableJson } from '@tessera/core/stable-json';
import { vizEntryOf } from '@tessera/viz/registry';
import type { ChartItem } from './charts/schema.ts';

/** The settings of a dashboard; what cannot be read says nothing. */
export function settingsOf(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(text ?? '{}');
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The layout of a dashboard with a place for each of its charts. */
export function layoutOf(
  stored: string | null,
  charts: readonly Pick<ChartItem, 'id' | 'slice_name' | 'uuid'>[],
): Layout {
  let count = 0;
  const placed = charts.map(({ id, slice_name: name, uuid }) => ({ id, name, uuid }));
  return placeMissingCharts(readLayout(stored), placed, (type) => `${type}-placed-${(count += 1)}`);
}

/** How a page asks for the data of a chart on a dashboard. */
export function wishOf(chartId: number, dashboardId: number) {
  const addressed = { form_data: JSON.stringify({ slice_id: chartId }), dashboard_id: String(dashboardId) };
  return { force: false, staleOkSeconds: 0, addressed };
}

/** What a page asks of a chart, under the name by which the page knows it. */
export type PageQuestion = NonNullable<Awaited<ReturnType<typeof questionOf>>>;

type Asking = Pick<ChartItem, 'id' | 'viz_type' | 'datasource' | 'form_data'>;

/** What the page asks of a chart first; null for one that cannot be asked, or has annotations that are to be drawn. */
export async function questionOf(
  chart: Asking,
  masks: Parameters<typeof effectiveQuery>[0]['masks'],
  withoutLayers = false,
) {
  const entry = vizEntryOf(chart.viz_type);
  const [, id, type] = /^(\d{1,10})__(\w+)$/.exec(chart.datasource ?? '') ?? [];
  if (!entry || id === undefined || type === undefined) return null;
  const datasource = { id: Number(id), type: type.toLowerCase() };
  const viz = await entry.load();
  const { form, queries: full } = effectiveQuery(
    { chartId: chart.id, form: chart.form_data, masks, url: {}, timeOverride: null, ownState: {} },
    viz.buildQueries,
  );
  const layers = readAnnotationLayers(full[0]?.annotation_layers ?? []);
  if (!withoutLayers && layers.some(({ show }) => show)) return null;
  const queries = full.map((query) => ({ ...query, annotation_layers: [] }));
  const context: QueryContext & { readonly datasource: typeof datasource } = {
    datasource,
    force: false,
    queries,
    form_data: { ...form },
    result_format: 'json',
    result_type: 'full',
  };
  return { key: stableJson([datasource, queries]), queries, form, context };
}
