import { can, type Actor, type Guest } from '../../actor.ts';

/** What a decision about a dataset's rows needs to know; null stands for a dataset that is gone. */
export type DatasetFacts = {
  readonly id: number;
  readonly databaseId: number;
  readonly ownerIds: readonly number[];
} | null;

export type ChartFacts = {
  readonly ownerIds: readonly number[];
  readonly dataset: DatasetFacts;
  /**
   * Roles that published dashboards with this chart are shared with; empty while role-based dashboard access is off.
   */
  readonly sharedRoleIds: readonly number[];
  /** Embeddings of published dashboards with this chart, by uuid. */
  readonly embeddings: readonly string[];
};

export type DashboardFacts = {
  readonly ownerIds: readonly number[];
  readonly published: boolean;
  /** Roles that it is shared with; empty while role-based dashboard access is off. */
  readonly roleIds: readonly number[];
  /** The uuid under which other sites show it to guests. */
  readonly embedding: string | null;
  /** One entry per chart on it. */
  readonly datasets: readonly DatasetFacts[];
};

/** May this person read the rows of a dataset: granted itself, through its database, or owned. */
export function mayReadDataset(actor: Actor, dataset: DatasetFacts): boolean {
  if (seesEveryDataset(actor)) return true;
  if (dataset === null) return false;
  return (
    holds(actor.datasetIds, dataset.id) || holds(actor.databaseIds, dataset.databaseId) || owns(actor, dataset.ownerIds)
  );
}

/** True for an admin and for holders of all datasets or all databases. */
export function seesEveryDataset(actor: Actor): boolean {
  return actor.isAdmin || actor.datasetIds === 'all' || actor.databaseIds === 'all';
}

/**
 * A chart is seen by its owners, by whoever may read its dataset, and through a dashboard shared with a role of the
 * person.
 */
export function mayViewChart(actor: Actor, chart: ChartFacts): boolean {
  return (
    actor.isAdmin ||
    owns(actor, chart.ownerIds) ||
    mayReadDataset(actor, chart.dataset) ||
    isShared(actor, chart.sharedRoleIds) ||
    (actor.kind === 'guest' && chart.embeddings.some((uuid) => actor.embeddings.has(uuid)))
  );
}

/** Owners and admins change a chart, if they may write charts at all ([6.0-04], ruling 16). */
export function mayEditChart(actor: Actor, chart: Pick<ChartFacts, 'ownerIds'>): boolean {
  return can(actor, 'can_write', 'Chart') && (actor.isAdmin || owns(actor, chart.ownerIds));
}

/**
 * Owners see their dashboards always. Others see published ones: shared with one of their roles, or, where no role
 * is named, with at least one chart whose dataset they may read (or with no chart at all).
 */
export function mayViewDashboard(actor: Actor, dashboard: DashboardFacts): boolean {
  if (actor.isAdmin || owns(actor, dashboard.ownerIds)) return true;
  if (!dashboard.published) return false;
  if (actor.kind === 'guest') return isOpenToGuest(actor, dashboard.embedding);
  if (dashboard.roleIds.length > 0) return isShared(actor, dashboard.roleIds);
  return dashboard.datasets.length === 0 || dashboard.datasets.some((dataset) => mayReadDataset(actor, dataset));
}

/**
 * Whether a published dashboard opens the data of its charts to somebody, whatever datasets they may read: by one of
 * their roles, or as a guest of its embedding. Owning it does not: whoever makes a dashboard would give themselves
 * data.
 */
export function opensData(
  actor: Actor,
  dashboard: Pick<DashboardFacts, 'published' | 'roleIds' | 'embedding'>,
): boolean {
  if (!dashboard.published) return false;
  return actor.kind === 'guest' ? isOpenToGuest(actor, dashboard.embedding) : isShared(actor, dashboard.roleIds);
}

/** Owners and admins edit a dashboard, if they may write dashboards at all ([6.0-03]). */
export function mayEditDashboard(actor: Actor, dashboard: Pick<DashboardFacts, 'ownerIds'>): boolean {
  return can(actor, 'can_write', 'Dashboard') && (actor.isAdmin || owns(actor, dashboard.ownerIds));
}

/** A guest has what its token names, and nothing by the role that rules see it in. */
function isShared(actor: Actor, roleIds: readonly number[]): boolean {
  return actor.kind !== 'guest' && roleIds.some((id) => actor.roleIds.includes(id));
}

function isOpenToGuest(guest: Guest, embedding: string | null): boolean {
  return embedding !== null && guest.embeddings.has(embedding);
}

function owns(actor: Actor, ownerIds: readonly number[]): boolean {
  return actor.userId !== null && ownerIds.includes(actor.userId);
}

function holds(granted: Actor['datasetIds'], id: number): boolean {
  return granted === 'all' || granted.has(id);
}
