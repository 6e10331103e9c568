import { AppError } from '@tessera/core/errors/app-error';
import type { Static } from 'typebox';
import type { Principal } from '../../principal.ts';
import { mayEditChart, mayEditDashboard, mayReadDataset, mayViewChart, type ChartFacts } from '../access/policy.ts';
import type { ChartSeenBody } from './schema.ts';
import type { ChartStore } from './store.ts';

type Needs = {
  readonly charts: ChartStore;
  /** A user as they are now; null when gone. */
  readonly person: (userId: number) => Promise<Principal | null>;
};

/**
 * What another user sees of a chart, decided by the policies that decide when they open it, and the dashboards by which
 * the asking user could open it to one of their roles.
 * @throws AppError not_found
 */
export async function chartSeenBy(
  { charts, person }: Needs,
  principal: Principal,
  { id, facts }: { readonly id: number; readonly facts: ChartFacts },
  userId: number,
): Promise<Static<typeof ChartSeenBody>> {
  const other = await person(userId);
  if (other === null) throw new AppError('not_found', {});
  const sees = mayViewChart(other, facts);
  const known = await charts.roleNames(other.roleIds);
  const openable = await charts.openable(id);
  const seen = await charts.dashboards(
    principal,
    openable.map((one) => one.id),
  );
  return {
    sees,
    edits: mayEditChart(other, facts),
    way: sees ? wayOf(other, facts) : null,
    dashboards: openable.flatMap(({ id: dashboardId, dashboard_title, roleIds }) => {
      const mine = seen.get(dashboardId);
      const roles = known
        .filter((role) => !roleIds.includes(role.id))
        .map(({ id: role, name }) => ({ id: role, name }));
      return mine && mayEditDashboard(principal, mine) && roles.length > 0
        ? [{ id: dashboardId, dashboard_title, roles }]
        : [];
    }),
  };
}

/** By what somebody sees it, in the order in which that lasts. */
function wayOf(other: Principal, facts: ChartFacts): 'admin' | 'owner' | 'data' | 'dashboard' {
  if (other.isAdmin) return 'admin';
  if (other.userId !== null && facts.ownerIds.includes(other.userId)) return 'owner';
  return mayReadDataset(other, facts.dataset) ? 'data' : 'dashboard';
}
