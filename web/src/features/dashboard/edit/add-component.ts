import { chartMeta, contentHome, type PlacedChart } from '@tessera/core/layout/charts';
import { createComponent } from '@tessera/core/layout/drop';
import { isValidChild, needsRow } from '@tessera/core/layout/nesting';
import { componentOf, ROOT_ID, type ComponentMeta, type ComponentType, type Layout } from '@tessera/core/layout/types';
import { availableWidth, occupiedWidth } from '@tessera/core/layout/widths';
import { t } from '@tessera/core/messages';
import { request } from '../../../api/client.ts';
import { datasetNames, type ChartItem } from '../../../api/dashboards.ts';
import { describeError } from '../../../ui/describe-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import { useDashboard } from '../dashboard-store.ts';
import { applyChange, newComponentId, presentLayout } from './apply-change.ts';

/** Fetch what a chart needs to be drawn. @returns false after a message when it has no definition any more ([8.3-04]) */
export async function learnChart(chartId: number): Promise<boolean> {
  const { charts, dispatch } = useDashboard.getState();
  if (charts.has(chartId)) return true;
  try {
    const { result } = await request<{ readonly result: ChartItem | null }>(`/chart/${chartId}`);
    if (result === null) throw new Error(t('Sorry, there is no chart definition associated with the chart trying to be added.'));
    await learnNames(result.datasource_id);
    dispatch({ type: 'chart_known', chart: result });
    return true;
  } catch (error) {
    const description = describeError(error);
    toast.danger(isGone(error) ? t('Sorry, there is no chart definition associated with the chart trying to be added.') : description.title);
    return false;
  }
}

/** The chart is drawn with the names of its columns from the start. Without them it is drawn as well, with the raw ones. */
async function learnNames(datasetId: number | null): Promise<void> {
  const { verboseNames, dispatch } = useDashboard.getState();
  if (datasetId === null || verboseNames.has(datasetId)) return;
  const dataset = await datasetNames(datasetId).catch(() => null);
  if (dataset !== null) dispatch({ type: 'dataset_known', dataset });
}

function isGone(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 404;
}

/** A saved chart at the end of what is open; its form data is fetched first. */
export async function addChartToEnd(chart: PlacedChart): Promise<void> {
  if (await learnChart(chart.id)) addToEnd('CHART', chartMeta(chart));
}

/** Put a new component at the end of what is open: into the last row where it fits, else into a row of its own. */
export function addToEnd(type: ComponentType, meta: ComponentMeta): boolean {
  const layout = presentLayout();
  const home = openHome(layout, useDashboard.getState().activeTabs);
  const children = componentOf(layout, home)?.children ?? [];
  const last = componentOf(layout, children.at(-1));
  const width = type === 'CHART' || type === 'MARKDOWN' || type === 'COLUMN' ? 4 : null;
  const fits = last?.type === 'ROW' && width !== null && availableWidth(layout, last.id) - occupiedWidth(layout, last.id) >= width;
  const place = fits ? { parentId: last.id, index: last.children.length } : { parentId: placeFor(layout, home, type), index: children.length };
  const added = applyChange(createComponent(layout, type, meta, place, newComponentId));
  if (added) revealNew(layout);
  return added;
}

/** The chosen top-level tab, or the grid. */
function openHome(layout: Layout, activeTabs: Readonly<Record<string, string>>): string {
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
function revealNew(before: Layout): void {
  const added = Object.keys(presentLayout()).find((id) => !Object.hasOwn(before, id));
  if (added === undefined) return;
  requestAnimationFrame(() => document.querySelector(`[data-component-id="${CSS.escape(added)}"]`)?.scrollIntoView({ block: 'nearest', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' }));
}
