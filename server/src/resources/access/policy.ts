import { can, type Principal, type Guest } from '../../principal.ts';

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

export type SavedQueryFacts = {
  readonly ownerId: number | null;
  readonly databaseId: number;
  /** With everybody who may use its database. */
  readonly isShared: boolean;
  /** Whom it was given to. */
  readonly userIds: readonly number[];
  readonly roleIds: readonly number[];
};

/** May this user read the rows of a dataset: granted itself, through its database, or owned. */
export function mayReadDataset(principal: Principal, dataset: DatasetFacts): boolean {
  if (seesEveryDataset(principal)) return true;
  if (dataset === null) return false;
  return (
    holds(principal.datasetIds, dataset.id) ||
    holds(principal.databaseIds, dataset.databaseId) ||
    owns(principal, dataset.ownerIds)
  );
}

/** True for an admin and for holders of all datasets or all databases. */
export function seesEveryDataset(principal: Principal): boolean {
  return principal.isAdmin || principal.datasetIds === 'all' || principal.databaseIds === 'all';
}

/**
 * A chart is seen by its owners, by whoever may read its dataset, and through a dashboard shared with a role of the
 * user.
 */
export function mayViewChart(principal: Principal, chart: ChartFacts): boolean {
  return (
    principal.isAdmin ||
    owns(principal, chart.ownerIds) ||
    mayReadDataset(principal, chart.dataset) ||
    isShared(principal, chart.sharedRoleIds) ||
    (principal.kind === 'guest' && chart.embeddings.some((uuid) => principal.embeddings.has(uuid)))
  );
}

/** Owners and admins change a chart, if they may write charts at all ([6.0-04], ruling 16). */
export function mayEditChart(principal: Principal, chart: Pick<ChartFacts, 'ownerIds'>): boolean {
  return can(principal, 'can_write', 'Chart') && (principal.isAdmin || owns(principal, chart.ownerIds));
}

/**
 * A saved query is seen by its owner, and by those who may use its database and whom it is shared with: everybody, by
 * name, or by a role. Guests see none.
 */
export function mayViewSavedQuery(principal: Principal, query: SavedQueryFacts): boolean {
  if (principal.isAdmin || isOwner(principal, query)) return true;
  if (principal.kind === 'guest' || !holds(principal.databaseIds, query.databaseId)) return false;
  return (
    query.isShared ||
    (principal.userId !== null && query.userIds.includes(principal.userId)) ||
    isShared(principal, query.roleIds)
  );
}

/** Its owner and admins change a saved query, if they may write saved queries at all. */
export function mayEditSavedQuery(principal: Principal, query: Pick<SavedQueryFacts, 'ownerId'>): boolean {
  return can(principal, 'can_write', 'SavedQuery') && (principal.isAdmin || isOwner(principal, query));
}

function isOwner(principal: Principal, { ownerId }: Pick<SavedQueryFacts, 'ownerId'>): boolean {
  return principal.userId !== null && ownerId === principal.userId;
}

/** Who made a tag renames, describes and deletes it, and so do admins: the others have it on their objects. */
export function mayEditTag(principal: Principal, tag: { readonly created_by: number | null }): boolean {
  if (!can(principal, 'can_write', 'Tag')) return false;
  return principal.isAdmin || (principal.userId !== null && tag.created_by === principal.userId);
}

/**
 * Owners see their dashboards always. Others see published ones: shared with one of their roles, or, where no role
 * is named, with at least one chart whose dataset they may read (or with no chart at all).
 */
export function mayViewDashboard(principal: Principal, dashboard: DashboardFacts): boolean {
  if (principal.isAdmin || owns(principal, dashboard.ownerIds)) return true;
  if (!dashboard.published) return false;
  if (principal.kind === 'guest') return isOpenToGuest(principal, dashboard.embedding);
  if (dashboard.roleIds.length > 0) return isShared(principal, dashboard.roleIds);
  return dashboard.datasets.length === 0 || dashboard.datasets.some((dataset) => mayReadDataset(principal, dataset));
}

/**
 * Whether a published dashboard opens the data of its charts to somebody, whatever datasets they may read: by one of
 * their roles, or as a guest of its embedding. Owning it does not: whoever makes a dashboard would give themselves
 * data.
 */
export function opensData(
  principal: Principal,
  dashboard: Pick<DashboardFacts, 'published' | 'roleIds' | 'embedding'>,
): boolean {
  if (!dashboard.published) return false;
  return principal.kind === 'guest'
    ? isOpenToGuest(principal, dashboard.embedding)
    : isShared(principal, dashboard.roleIds);
}

/** Owners and admins edit a dashboard, if they may write dashboards at all ([6.0-03]). */
export function mayEditDashboard(principal: Principal, dashboard: Pick<DashboardFacts, 'ownerIds'>): boolean {
  return can(principal, 'can_write', 'Dashboard') && (principal.isAdmin || owns(principal, dashboard.ownerIds));
}

/** A folder, with what it gets from those above it. */
export type FolderFacts = {
  readonly ownerIds: readonly number[];
  /** Empty while role-based dashboard access is off. */
  readonly roleIds: readonly number[];
  /** Whether a dashboard in it, or in one below, is seen by the principal. */
  readonly holdsVisible: boolean;
};

/** Owners and admins change a folder and what is in it. */
export function mayEditFolder(principal: Principal, folder: Pick<FolderFacts, 'ownerIds'>): boolean {
  return can(principal, 'can_write', 'Dashboard') && (principal.isAdmin || owns(principal, folder.ownerIds));
}

/** A folder is seen by its owners, by its roles, and by whoever sees a dashboard in it. */
export function mayViewFolder(principal: Principal, folder: FolderFacts): boolean {
  if (principal.kind === 'guest') return false;
  return (
    principal.isAdmin || folder.holdsVisible || owns(principal, folder.ownerIds) || isShared(principal, folder.roleIds)
  );
}

/** A guest has what its token names, and nothing by the role that rules see it in. */
function isShared(principal: Principal, roleIds: readonly number[]): boolean {
  return principal.kind !== 'guest' && roleIds.some((id) => principal.roleIds.includes(id));
}

function isOpenToGuest(guest: Guest, embedding: string | null): boolean {
  return embedding !== null && guest.embeddings.has(embedding);
}

function owns(principal: Principal, ownerIds: readonly number[]): boolean {
  return principal.userId !== null && ownerIds.includes(principal.userId);
}

function holds(granted: Principal['datasetIds'], id: number): boolean {
  return granted === 'all' || granted.has(id);
}
