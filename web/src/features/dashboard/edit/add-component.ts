import type { QueryClient } from '@tanstack/react-query';
import { chartMeta, contentHome, type PlacedChart } from '@tessera/core/layout/charts';
import { createComponent } from '@tessera/core/layout/drop';
import { isValidChild, needsRow } from '@tessera/core/layout/nesting';
import {
  componentOf,
  newComponent,
  ROOT_ID,
  type ComponentMeta,
  type ComponentType,
  type Layout,
  type LayoutComponent,
} from '@tessera/core/layout/types';
import { availableWidth, occupiedWidth } from '@tessera/core/layout/widths';
import type { Size } from '@tessera/viz/capabilities';
import type { DashboardStore } from '../dashboard-store.ts';
import { learnChart } from '../learn-charts.ts';
import { newComponentId } from '../../../api/component-id.ts';
import { applyChange, applyLayout, presentLayout } from './apply-change.ts';

/** A saved chart at the end of what is open; its form data is fetched first. */
export async function addChartToEnd(
  store: DashboardStore,
  client: QueryClient,
  chart: PlacedChart,
  size?: Size,
): Promise<void> {
  if (await learnChart(client, chart.id)) addToEnd(store, 'CHART', { ...chartMeta(chart), ...size });
}

/**
 * A saved chart in the place that is selected alone, where the chart of that place is gone.
 *
 * @param known  The charts that are there
 * @returns whether it took a place
 */
export async function fillGap(
  store: DashboardStore,
  client: QueryClient,
  chart: PlacedChart,
  known: { readonly has: (chartId: number) => boolean },
): Promise<boolean> {
  const [id, ...others] = store.getState().selected;
  const isGap = ({ type, meta }: LayoutComponent) => type === 'CHART' && !known.has(meta.chartId ?? 0);
  const selected = componentOf(presentLayout(store), id);
  if (!selected || others.length > 0 || !isGap(selected)) return false;
  if (!(await learnChart(client, chart.id))) return true;
  const layout = presentLayout(store);
  const gap = componentOf(layout, selected.id);
  if (!gap) return false;
  const { width, height } = gap.meta;
  const size = { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
  applyLayout(store, { ...layout, [gap.id]: { ...gap, meta: { ...chartMeta(chart), ...size } } });
  return true;
}

/** Put a new component at the end of what is open: into the last row where it fits, else into a row of its own. */
export function addToEnd(store: DashboardStore, type: ComponentType, meta: ComponentMeta): boolean {
  const layout = presentLayout(store);
  const home = openHome(layout, store.getState().activeTabs);
  const children = componentOf(layout, home)?.children ?? [];
  const last = componentOf(layout, children.at(-1));
  const width = newComponent(type, '', meta).meta.width ?? null;
  const fits =
    last?.type === 'ROW' && width !== null && availableWidth(layout, last.id) - occupiedWidth(layout, last.id) >= width;
  const place = fits
    ? { parentId: last.id, index: last.children.length }
    : { parentId: placeFor(layout, home, type), index: children.length };
  const added = applyChange(store, createComponent(layout, type, meta, place, newComponentId));
  if (added) revealNew(store, layout);
  return added;
}

/** The chosen top-level tab, or the grid. */
export function openHome(layout: Layout, activeTabs: Readonly<Record<string, string>>): string {
  const top = componentOf(layout, componentOf(layout, ROOT_ID)?.children[0]);
  const chosen = top?.type === 'TABS' ? activeTabs[top.id] : undefined;
  return chosen !== undefined && componentOf(layout, chosen) ? chosen : contentHome(layout);
}

/** Tabs inside a tab that is too deep for them go to the top of the page. */
function placeFor(layout: Layout, home: string, type: ComponentType): string {
  const parent = componentOf(layout, home);
  if (!parent) return home;
  return isValidChild(parent.type, 1, type) || needsRow(parent.type, type) ? home : ROOT_ID;
}

/** What was added comes into view. */
function revealNew(store: DashboardStore, before: Layout): void {
  const added = Object.keys(presentLayout(store)).find((id) => !Object.hasOwn(before, id));
  if (added === undefined) return;
  requestAnimationFrame(() =>
    document.querySelector(`[data-component-id="${CSS.escape(added)}"]`)?.scrollIntoView({
      block: 'nearest',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    }),
  );
}
