import { settle, withChildren, withComponents } from './tree.ts';
import {
  type ComponentMeta,
  componentOf,
  DEFAULT_WIDTH,
  GRID_COLUMNS,
  GRID_ID,
  type Layout,
  type LayoutComponent,
  newComponent,
  type NewId,
  ROOT_ID,
} from './types.ts';

export type PlacedChart = {
  readonly id: number;
  readonly name: string;
  readonly uuid?: string;
  /** What its type takes when it is dropped; without it the size of any component. */
  readonly size?: { readonly width: number; readonly height: number };
};

/** Ids of the charts on the dashboard, each once, in reading order. */
export function chartIdsOf(layout: Layout): readonly number[] {
  const ids = Object.values(layout).flatMap(({ type, meta }) =>
    type === 'CHART' && typeof meta.chartId === 'number' ? meta.chartId : [],
  );
  return [...new Set(ids)];
}

/**
 * Ids of the charts that stand only in tabs which are not open.
 *
 * @param activeTabs  the open tab of each set of tabs, by id; where nothing is said it is the first one
 */
export function closedChartIds(layout: Layout, activeTabs: Readonly<Record<string, string>> = {}): ReadonlySet<number> {
  const open = new Set<number>();
  const walk = (id: string): void => {
    const component = componentOf(layout, id);
    if (!component) return;
    const { type, children, meta } = component;
    if (type === 'CHART' && typeof meta.chartId === 'number') open.add(meta.chartId);
    const chosen = children.find((child) => child === activeTabs[id]) ?? children[0];
    for (const child of type === 'TABS' ? [chosen] : children) if (child !== undefined) walk(child);
  };
  walk(ROOT_ID);
  return new Set(chartIdsOf(layout).filter((id) => !open.has(id)));
}

/**
 * Give every chart that belongs to the dashboard and stands nowhere a place in new rows at the end, of the grid, of the
 * first tab or of the one that is named; a row is full at twelve columns ([4.5-08]). The same layout comes back if none
 * is missing.
 */
export function placeMissingCharts(
  layout: Layout,
  charts: readonly PlacedChart[],
  newId: NewId,
  home: string = contentHome(layout),
): Layout {
  const there = new Set(chartIdsOf(layout));
  const missing = charts.filter(
    (chart, at) => !there.has(chart.id) && charts.findIndex(({ id }) => id === chart.id) === at,
  );
  if (missing.length === 0) return layout;
  const perRow = Math.floor(GRID_COLUMNS / DEFAULT_WIDTH);
  const added: LayoutComponent[] = [];
  const rows: string[] = [];
  for (let at = 0; at < missing.length; at += perRow) {
    const inRow = missing
      .slice(at, at + perRow)
      .map((chart) => newComponent('CHART', newId('CHART'), chartMeta(chart)));
    const row = newComponent(
      'ROW',
      newId('ROW'),
      {},
      inRow.map(({ id }) => id),
    );
    added.push(row, ...inRow);
    rows.push(row.id);
  }
  return settle(
    withChildren(withComponents(layout, ...added), home, [...(componentOf(layout, home)?.children ?? []), ...rows]),
  );
}

export function chartMeta({ id, name, uuid, size }: PlacedChart): ComponentMeta {
  return { chartId: id, sliceName: name, ...(uuid === undefined ? {} : { uuid }), ...size };
}

/** Layouts never change in place: each is looked through once, however many charts are asked for. */
const placesByLayout = new WeakMap<Layout, ReadonlyMap<number, readonly string[]>>();
const nowhere: readonly string[] = [];

/** Component ids of all places of a chart. */
export function placesOfChart(layout: Layout, chartId: number): readonly string[] {
  const known = placesByLayout.get(layout) ?? placesOfAll(layout);
  placesByLayout.set(layout, known);
  return known.get(chartId) ?? nowhere;
}

function placesOfAll(layout: Layout): ReadonlyMap<number, readonly string[]> {
  const places = new Map<number, string[]>();
  for (const { id, type, meta } of Object.values(layout)) {
    if (type !== 'CHART' || meta.chartId === undefined) continue;
    const known = places.get(meta.chartId);
    if (known) known.push(id);
    else places.set(meta.chartId, [id]);
  }
  return places;
}

/** Where new content goes: the first of the top-level tabs, or the grid. */
export function contentHome(layout: Layout): string {
  const top = componentOf(layout, componentOf(layout, ROOT_ID)?.children[0]);
  return (top?.type === 'TABS' ? top.children[0] : undefined) ?? GRID_ID;
}
