import { message } from '@tessera/core/messages';
import { AppError } from '@tessera/core/errors/app-error';
import { relativeTime } from '@tessera/core/relative-time';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import type { Tables } from '../../metadata/tables.ts';
import { mayEditDashboard, mayReadDataset, mayViewDashboard, type DashboardFacts } from '../access/policy.ts';
import { dashboardUrl } from '../dashboard-url.ts';
import type { DashboardRow, DashboardStore } from '../dashboards/store.ts';
import { asId, isUuid } from '../item-shapes.ts';
import type { AccessDecision, AccessRequestItem } from './schema.ts';
import { joinReaders, shareWithRole, type AccessRequestStore, type OpenRequest } from './store.ts';

type Needs = {
  readonly requests: AccessRequestStore;
  readonly dashboards: DashboardStore;
  /** @throws AppError data_share_denied */
  readonly assertMayShare: (principal: Principal, row: DashboardRow) => Promise<void>;
  /** Is role-based dashboard access on. */
  readonly dashboardRoles: boolean;
  /** Who somebody is and what their roles give; null when gone. */
  readonly person: (userId: number) => Promise<Principal | null>;
  readonly now: () => Date;
  /** Called when grants have changed. */
  readonly onChange: () => void;
};

/** So many requests of one user in an hour, whatever they ask for. */
const MAX_REQUESTS = 20;
const HOUR_MS = 3_600_000;

/** A request with what decides about it. */
type Subject = {
  readonly request: OpenRequest;
  readonly row: DashboardRow;
  readonly facts: DashboardFacts;
  readonly person: Principal;
};

export type AccessRequestService = ReturnType<typeof createAccessRequestService>;

type Context = Needs & {
  readonly asked: LRUCache<number, { count: number }>;
};

/** Users request access to a dashboard; its owners and administrators give access or dismiss the request. */
export function createAccessRequestService(needs: Needs) {
  const context: Context = {
    ...needs,
    asked: new LRUCache<number, { count: number }>({ max: 50_000, ttl: HOUR_MS }),
  };
  return bindAll(context, { ask, open, decide });
}

/**
 * Ask to see a dashboard. It answers the same whether there is one or not, and whether the user sees it already:
 * nobody learns from it which numbers and names exist.
 *
 * @throws AppError forbidden for who is not signed in, too_many_requests
 */
async function ask(context: Context, principal: Principal, key: string): Promise<void> {
  if (principal.userId === null) throw new AppError('forbidden', {});
  countOne(context, principal.userId);
  const id = asId(key);
  const row =
    id !== null
      ? await context.dashboards.find('id', id)
      : isUuid(key)
        ? await context.dashboards.find('uuid', key.toLowerCase())
        : await context.dashboards.find('slug', key);
  if (row && !mayViewDashboard(principal, await context.dashboards.facts(row)))
    await context.requests.ask(row.id, principal.userId, context.now());
}

function countOne(context: Context, userId: number): void {
  const entry = context.asked.get(userId);
  if (entry && entry.count >= MAX_REQUESTS)
    throw new AppError('too_many_requests', {
      seconds: Math.max(1, Math.ceil(context.asked.getRemainingTTL(userId) / 1000)),
    });
  if (entry) entry.count += 1;
  else context.asked.set(userId, { count: 1 });
}

/**
 * Open requests for dashboards that the principal may change, the newest first. Who sees the dashboard by now needs
 * nothing any more.
 */
async function open(context: Context, principal: Principal): Promise<readonly AccessRequestItem[]> {
  if (!principal.isAdmin && principal.userId === null) return [];
  const items: AccessRequestItem[] = [];
  for (const request of await context.requests.open(principal.isAdmin ? 'all' : (principal.userId ?? 0))) {
    const subject = await subjectOf(context, request);
    if (
      subject === null ||
      !mayEditDashboard(principal, subject.facts) ||
      mayViewDashboard(subject.person, subject.facts)
    )
      continue;
    items.push(await present(context, principal, subject));
  }
  return items;
}

/**
 * @returns to whom, and to which dashboard
 * @throws AppError not_found for requests of dashboards that are not the
 * principal's to share; rejected_fields where there is an obstacle
 */
async function decide(
  context: Context,
  principal: Principal,
  id: number,
  { decision, role_id: roleId }: AccessDecision,
): Promise<{ readonly personId: number; readonly dashboardId: number }> {
  const request = await context.requests.find(id);
  const subject = request && (await subjectOf(context, request));
  if (!subject || !mayEditDashboard(principal, subject.facts)) throw new AppError('not_found', {});
  const write = decision === 'dismissed' ? async () => undefined : await writeOf(context, principal, subject, roleId);
  if (!(await context.requests.decide(id, decision, principal.userId, context.now(), write)))
    throw new AppError('not_found', {});
  if (decision === 'given') context.onChange();
  return { personId: subject.request.user_id, dashboardId: subject.row.id };
}

async function writeOf(
  context: Context,
  principal: Principal,
  subject: Subject,
  roleId: number | undefined,
): Promise<(trx: Kysely<Tables>) => Promise<void>> {
  const { way, obstacle, roles } = await present(context, principal, subject);
  if (obstacle !== null) throw new AppError('rejected_fields', { fields: { decision: [obstacleText[obstacle]] } });
  const { row, facts, person: reader } = subject;
  if (way === 'role') {
    const role = roleId === undefined ? roles[0] : roles.find((each) => each.id === roleId);
    if (!role)
      throw new AppError('rejected_fields', { fields: { role_id: [message('The person does not have this role')] } });
    // Whoever lets a role in opens the data of the charts to it.
    await context.assertMayShare(principal, row);
    return (trx) => shareWithRole(trx, row.id, role.id);
  }
  const closed = facts.datasets.flatMap((dataset) =>
    dataset === null || mayReadDataset(reader, dataset) ? [] : dataset.id,
  );
  return (trx) => joinReaders(trx, row.id, subject.request.user_id, closed, principal, context.now());
}

async function subjectOf(context: Context, request: OpenRequest): Promise<Subject | null> {
  const row = await context.dashboards.find('id', request.dashboard_id);
  const reader = await context.person(request.user_id);
  return row && reader ? { request, row, facts: await context.dashboards.facts(row), person: reader } : null;
}

async function present(
  context: Context,
  principal: Principal,
  { request, row, facts }: Subject,
): Promise<AccessRequestItem> {
  // Where roles decide who sees it, more data opens nothing; where none is named, the first one would shut others
  // out.
  const way = context.dashboardRoles && facts.roleIds.length > 0 ? 'role' : 'data';
  const roles = way === 'role' ? [...(await context.requests.rolesOf(request.user_id))] : [];
  return {
    id: request.id,
    dashboard: { id: row.id, title: row.dashboard_title, url: dashboardUrl(row) },
    person: {
      id: request.user_id,
      username: request.username,
      first_name: request.first_name,
      last_name: request.last_name,
    },
    created_on: request.created_on,
    created_on_humanized: relativeTime(request.created_on, context.now().getTime()),
    way,
    obstacle: !facts.published
      ? 'draft'
      : way === 'data' && !principal.isAdmin
        ? 'admin'
        : way === 'role' && roles.length === 0
          ? 'no_role'
          : null,
    roles,
  };
}

const obstacleText = {
  draft: message('The dashboard is a draft: publish it first'),
  admin: message('Only an administrator can open its data to somebody'),
  no_role: message('The person has no role that the dashboard could be shared with'),
} as const;
