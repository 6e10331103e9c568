import { AppError } from '@tessera/core/errors/app-error';
import { relativeTime } from '@tessera/core/relative-time';
import { bindAll } from '../../bind-all.ts';
import { changed } from '../../metadata/audit.ts';
import type { TrashKind } from '../../metadata/trash.ts';
import type { Principal } from '../../principal.ts';
import { mayEditChart, mayEditDashboard, mayEditSavedQuery } from '../access/policy.ts';
import type { RestoredBody, TrashedRow } from './schema.ts';
import type { TrashedObject, TrashStore } from './store.ts';

export type TrashService = ReturnType<typeof createTrashService>;

type Needs = {
  readonly trash: TrashStore;
  readonly now: () => Date;
  /** Days after which what was deleted is gone. */
  readonly days: number;
};

const mayEdit: Readonly<Record<TrashKind, (principal: Principal, object: TrashedObject) => boolean>> = {
  chart: mayEditChart,
  dashboard: mayEditDashboard,
  saved_query: (principal, { ownerIds }) => mayEditSavedQuery(principal, { ownerId: ownerIds[0] ?? null }),
};
const DAY_MS = 86_400_000;

/** The trash: who may change an object may take it out, or remove it for good. */
export function createTrashService(needs: Needs) {
  return bindAll(needs, { rows, restore, purge });
}

/** Rows of the list, in the order of the ids. */
async function rows({ trash, now, days }: Needs, kind: TrashKind, ids: readonly number[]): Promise<TrashedRow[]> {
  const objects = await trash.byIds(kind, ids);
  return objects.map(({ id, name, deletedOn, deletedBy }) => ({
    id,
    name,
    deleted_on: deletedOn,
    deleted_on_delta_humanized: relativeTime(deletedOn, now().getTime()),
    deleted_by: deletedBy,
    purged_on: new Date(Date.parse(deletedOn) + days * DAY_MS).toISOString(),
  }));
}

/** Take objects out of the trash, all or none. @throws AppError not_found */
async function restore(
  needs: Needs,
  principal: Principal,
  kind: TrashKind,
  ids: readonly number[],
): Promise<RestoredBody> {
  const unique = await ownIds(needs, principal, kind, ids);
  const withoutSlug = await needs.trash.restore(kind, unique, changed(principal, needs.now()));
  if (withoutSlug === null) throw new AppError('not_found', {});
  return { ids: [...unique], without_slug: [...withoutSlug] };
}

/** Remove objects of the trash for good. @returns how many. @throws AppError not_found */
async function purge(needs: Needs, principal: Principal, kind: TrashKind, ids: readonly number[]): Promise<number> {
  return needs.trash.purge(kind, await ownIds(needs, principal, kind, ids));
}

/** The ids, once each, if all of them may be changed: what is another's in the trash is not there. */
async function ownIds(
  { trash }: Needs,
  principal: Principal,
  kind: TrashKind,
  ids: readonly number[],
): Promise<readonly number[]> {
  const unique = [...new Set(ids)];
  const objects = await trash.byIds(kind, unique);
  const isOwn = (object: TrashedObject) => mayEdit[kind](principal, object);
  if (objects.length !== unique.length || !objects.every(isOwn)) throw new AppError('not_found', {});
  return unique;
}
