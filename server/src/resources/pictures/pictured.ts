import { readLayout } from '@tessera/core/layout/stored';
import { chartIdsOf } from '@tessera/core/layout/charts';
import type { Principal } from '../../principal.ts';
import type { ChartItem } from '../charts/schema.ts';
import type { Needs } from './needs.ts';
import type { Pictured } from './plan.ts';

type Source = Pick<Needs, 'dashboards' | 'charts'>;

/** What a reader may see of a dashboard, with the address of its picture. @throws AppError not_found */
export async function picturedDashboard(
  { dashboards }: Source,
  principal: Principal,
  id: number,
): Promise<Pictured & { readonly url: string | null; readonly version: number }> {
  const key = String(id);
  const [item, charts, datasets] = await Promise.all([
    dashboards.read(principal, key),
    dashboards.charts(principal, key),
    dashboards.datasets(principal, key),
  ]);
  return {
    id: item.id,
    title: item.dashboard_title,
    settings: item.json_metadata,
    positions: item.position_json,
    charts,
    datasets,
    url: item.thumbnail_url,
    version: item.version,
  };
}

/** Charts of a version that are not on the dashboard any more are looked up so far. */
const MOST_FORMER = 40;

/** What a dashboard was, for who may edit it. @throws AppError not_found, edit_denied */
export async function picturedVersion(
  source: Source,
  principal: Principal,
  key: string,
  version: number,
): Promise<Pictured> {
  const { dashboards } = source;
  const [was, item, present, datasets] = await Promise.all([
    dashboards.readVersion(principal, key, version),
    dashboards.read(principal, key),
    dashboards.charts(principal, key),
    dashboards.datasets(principal, key),
  ]);
  const placed = chartIdsOf(readLayout(was.position_json));
  const former = placed.filter((id) => !present.some((chart) => chart.id === id)).slice(0, MOST_FORMER);
  const found = await Promise.all(former.map((id) => source.charts.read(principal, id).catch(() => null)));
  const charts = [...present, ...found.filter((chart): chart is ChartItem => chart !== null)];
  return {
    id: item.id,
    title: was.dashboard_title,
    settings: was.json_metadata,
    positions: was.position_json,
    // What came onto the dashboard later was not there.
    charts: charts.filter(({ id }) => placed.includes(id)),
    datasets,
  };
}
