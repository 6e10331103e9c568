import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import { mayEditDashboard, mayViewDashboard, opensData } from '../access/policy.ts';
import { presentChart } from '../charts/present.ts';
import type { ChartItem } from '../charts/schema.ts';
import { asId, isUuid } from '../item-shapes.ts';
import type { DashboardDataset } from './datasets.ts';
import type { NamedDataset } from './named-datasets.ts';
import { presentDashboard } from './present.ts';
import type { DashboardItem } from './schema.ts';
import type { DashboardRow } from './store.ts';
import type { Needs } from './needs.ts';

/** By id, uuid or slug. @throws AppError not_found */
export async function visible(needs: Needs, principal: Principal, key: string | number): Promise<DashboardRow> {
  const text = String(key);
  const id = asId(text);
  const row =
    id !== null
      ? await needs.dashboards.find('id', id)
      : isUuid(text)
        ? await needs.dashboards.find('uuid', text.toLowerCase())
        : await needs.dashboards.find('slug', text);
  if (!row || !mayViewDashboard(principal, await needs.dashboards.facts(row))) throw new AppError('not_found', {});
  return row;
}

/** @throws AppError not_found, dashboard_edit_denied ([6.0-05]) */
export async function editable(needs: Needs, principal: Principal, key: string | number): Promise<DashboardRow> {
  const row = await visible(needs, principal, key);
  if (!mayEditDashboard(principal, await needs.dashboards.facts(row))) throw new AppError('dashboard_edit_denied', {});
  return row;
}

export async function read(needs: Needs, principal: Principal, key: string): Promise<DashboardItem> {
  const [full] = await needs.dashboards.complete(principal, [await visible(needs, principal, key)]);
  if (!full) throw new AppError('not_found', {});
  return presentDashboard(full, principal, needs.now().getTime());
}

/** Its charts that the user may see, with the form data to draw them. */
export async function charts(needs: Needs, principal: Principal, key: string): Promise<readonly ChartItem[]> {
  const row = await visible(needs, principal, key);
  const full = await needs.charts.complete(principal, await needs.dashboards.charts(principal, row.id));
  return full.map((chart) => presentChart(chart, needs.now().getTime()));
}

/**
 * The datasets of those charts that the user may read, with columns and metrics; of the others, where the dashboard
 * opens its data to the user, the names that its charts use.
 */
export async function datasets(
  needs: Needs,
  principal: Principal,
  key: string,
): Promise<readonly (DashboardDataset | NamedDataset)[]> {
  const row = await visible(needs, principal, key);
  const seen = await needs.dashboards.charts(principal, row.id);
  const ids = seen.flatMap((chart) => chart.datasource_id ?? []);
  const readable = await needs.datasets.forDashboard(principal, [...new Set(ids)]);
  // Who opens a dashboard asks these databases as soon as the page has its code.
  for (const id of new Set(readable.map(({ database }) => database.id))) needs.wake(id);
  const known = new Set(readable.map(({ id }) => id));
  const others = seen.filter(({ datasource_id: id }) => id !== null && !known.has(id));
  if (others.length === 0 || !opensData(principal, await needs.dashboards.facts(row))) return readable;
  return [...readable, ...(await needs.datasets.named(needs.legacyQueries, others))];
}

export async function favor(needs: Needs, principal: Principal, key: string, isFavorite: boolean): Promise<void> {
  const row = await visible(needs, principal, key);
  if (principal.userId === null) throw new AppError('forbidden', {});
  if (isFavorite) await needs.favorites.add(principal.userId, 'dashboard', row.id, needs.now());
  else await needs.favorites.remove(principal.userId, 'dashboard', row.id);
}

/** Which of the dashboards are starred; those that are unknown or unseen are not. */
export async function favoriteStatus(
  needs: Needs,
  principal: Principal,
  ids: readonly number[],
): Promise<readonly { readonly id: number; readonly value: boolean }[]> {
  const starred =
    principal.userId === null ? new Set<number>() : await needs.favorites.among(principal.userId, 'dashboard', ids);
  const seen = new Set<number>();
  for (const row of await needs.dashboards.byIds([...starred]))
    if (mayViewDashboard(principal, await needs.dashboards.facts(row))) seen.add(row.id);
  return ids.map((id) => ({ id, value: seen.has(id) }));
}
