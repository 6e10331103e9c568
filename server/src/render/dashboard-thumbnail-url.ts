import { createHash } from 'node:crypto';
import type { Principal } from '../principal.ts';

/** What of a dashboard decides its picture, besides rows. */
type Pictured = {
  readonly id: number;
  readonly version: number;
  /** The charts on it that the reader may see. */
  readonly charts: readonly { readonly id: number; readonly version: number }[];
};

const known = new WeakMap<Principal, string>();

/** Tells readers from each other by who they are and by everything that their roles add up to. */
export function viewerMark(principal: Principal): string {
  const before = known.get(principal);
  if (before !== undefined) return before;
  const { kind, username, userId, isAdmin, roleIds, datasetIds, databaseIds } = principal;
  const ofGuest = principal.kind === 'guest' ? [principal.clauses, [...principal.embeddings].toSorted()] : [];
  const mark = hash([
    // A user and their programs see the same.
    userId === null ? [kind, username] : userId,
    isAdmin,
    [...roleIds].toSorted((one, other) => one - other),
    idsOf(datasetIds),
    idsOf(databaseIds),
    ofGuest,
  ]);
  known.set(principal, mark);
  return mark;
}

/**
 * Tells one state of a dashboard for one reader from every other, so that browsers keep a picture no longer than it
 * holds. It gives no access: whoever asks for the picture is asked for their rights each time.
 */
export function dashboardDigest({ id, version, charts }: Pictured, principal: Principal): string {
  const drawn = charts.map((chart) => [chart.id, chart.version]).toSorted(([one = 0], [other = 0]) => one - other);
  return hash([id, version, drawn, viewerMark(principal)]);
}

/** The address of the picture of a dashboard for this reader. */
export function dashboardThumbnailUrl(dashboard: Pictured, principal: Principal): string {
  return `/api/v1/dashboard/${dashboard.id}/thumbnail/${dashboardDigest(dashboard, principal)}/`;
}

function idsOf(ids: Principal['datasetIds']): unknown {
  return ids === 'all' ? ids : [...ids].toSorted((one, other) => one - other);
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
