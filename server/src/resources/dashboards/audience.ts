import { AppError } from '@tessera/core/errors/app-error';
import type { Static } from 'typebox';
import type { Principal } from '../../principal.ts';
import { mayEditDashboard, mayViewDashboard } from '../access/policy.ts';
import type { AudienceBody, SeenByBody } from './schema.ts';
import type { Needs } from './needs.ts';
import { editable } from './read.ts';

/** Who a dashboard is open to, for who may edit it. @throws AppError not_found, dashboard_edit_denied */
export async function audience(needs: Needs, principal: Principal, key: string): Promise<Static<typeof AudienceBody>> {
  const row = await editable(needs, principal, key);
  const [full] = await needs.dashboards.complete(principal, [row]);
  if (!full) throw new AppError('not_found', {});
  return {
    published: row.published === 1,
    by_roles: needs.dashboards.hasRoles,
    roles: full.roles.map(({ id, name }) => ({ id, name })),
    owners: full.owners.map(({ id, first_name, last_name }) => ({ id, first_name, last_name })),
    folders: (await needs.dashboards.foldersAround(row.folder_id)).map(({ owners, roles, ...folder }) => ({
      ...folder,
      owners: owners.map(({ id, first_name, last_name }) => ({ id, first_name, last_name })),
      roles: [...roles],
    })),
    charts: (await needs.dashboards.linkedCharts(row.id)).length,
  };
}

/**
 * What another user sees of a dashboard: decided by the policies that decide when they open it. Roles of theirs that
 * would open it are named, where roles decide.
 * @throws AppError not_found, dashboard_edit_denied
 */
export async function seenBy(
  needs: Needs,
  principal: Principal,
  key: string,
  userId: number,
): Promise<Static<typeof SeenByBody>> {
  const row = await editable(needs, principal, key);
  const other = await needs.person(userId);
  if (other === null) throw new AppError('not_found', {});
  const facts = await needs.dashboards.facts(row);
  const sees = mayViewDashboard(other, facts);
  const mine = await needs.dashboards.charts(principal, row.id);
  const theirs = sees ? new Set((await needs.dashboards.charts(other, row.id)).map(({ id }) => id)) : new Set<number>();
  const all = await needs.dashboards.linkedCharts(row.id);
  const known = await needs.dashboards.roleNames(other.roleIds);
  return {
    sees,
    edits: mayEditDashboard(other, facts),
    charts: all.length,
    seen: all.filter((id) => theirs.has(id)).length,
    // Charts that the asking user may not see themselves are counted, and not named.
    unseen: mine.filter(({ id }) => !theirs.has(id)).map(({ id, slice_name }) => ({ id, slice_name })),
    roles: needs.dashboards.hasRoles
      ? known.filter(({ id }) => !facts.roleIds.includes(id)).map(({ id, name }) => ({ id, name }))
      : [],
  };
}
