import { AppError } from '@tessera/core/errors/app-error';
import type { Static } from 'typebox';
import type { Principal } from '../../principal.ts';
import { mayEditChart, mayEditDashboard, mayReadDataset, mayViewChart, type ChartFacts } from '../access/policy.ts';
import type { ChartAudienceBody, ChartSeenBody } from './schema.ts';
import type { ChartRow, ChartStore } from './store.ts';

type Needs = {
  readonly charts: ChartStore;
  /** A user as they are now; null when gone. */
  readonly person: (userId: number) => Promise<Principal | null>;
};

/**
 * To whom a chart is open: its owners, whoever may read its dataset, and the roles and guests of published dashboards
 * with it. Dashboards that the asking user may not see are counted, and not named.
 */
export async function chartAudience(
  { charts }: Pick<Needs, 'charts'>,
  principal: Principal,
  row: ChartRow,
): Promise<Static<typeof ChartAudienceBody>> {
  const [full] = await charts.complete(principal, [row]);
  if (!full) throw new AppError('not_found', {});
  const opening = (await charts.carriers(row.id)).filter(
    ({ ownRoleIds, folderRoleIds, isEmbedded }) => isEmbedded || ownRoleIds.length + folderRoleIds.length > 0,
  );
  const seen = new Set(full.dashboards.map(({ id }) => id));
  const names = await charts.roleNames(
    opening.flatMap(({ ownRoleIds, folderRoleIds }) => [...ownRoleIds, ...folderRoleIds]),
  );
  const named = opening.filter(({ id }) => seen.has(id));
  return {
    owners: full.owners.map(({ id, first_name, last_name }) => ({ id, first_name, last_name })),
    dataset: full.dataset && { id: full.dataset.id, table_name: full.dataset.table_name },
    dashboards: named.map(({ id, dashboard_title, ownRoleIds, folderRoleIds, isEmbedded }) => ({
      id,
      dashboard_title,
      roles: names.filter((role) => ownRoleIds.includes(role.id) || folderRoleIds.includes(role.id)),
      embedded: isEmbedded,
    })),
    others: opening.length - named.length,
  };
}

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
  const openable = charts.hasRoles ? await charts.carriers(id) : [];
  const seen = await charts.dashboards(
    principal,
    openable.map((one) => one.id),
  );
  return {
    sees,
    edits: mayEditChart(other, facts),
    way: sees ? wayOf(other, facts) : null,
    dashboards: openable.flatMap(({ id: dashboardId, dashboard_title, ownRoleIds }) => {
      const mine = seen.get(dashboardId);
      const roles = known
        .filter((role) => !ownRoleIds.includes(role.id))
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
