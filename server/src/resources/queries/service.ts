import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import type { Runner, RunRequest } from '../../sql-runs/run-request.ts';
import type { SqlRuns } from '../../sql-runs/sql-runs.ts';
import { mayRunAs, maySeeQuery, mayStopQuery } from './policy.ts';
import { presentQuery, presentRow } from './present.ts';
import type { Query, QueryItem } from './schema.ts';
import type { NamedQuery, QueryStore } from './store.ts';
import { storedRequest } from './stored-request.ts';

type Needs = {
  readonly store: QueryStore;
  readonly runs: Pick<SqlRuns, 'stop'>;
  /** Stop the job of a run, by the key of its results. */
  readonly cancelJob: (key: string, userId: number) => Promise<void>;
};
export type QueryService = ReturnType<typeof createQueryService>;

/** A query as it is stored, and as clients read it. */
export type ReadQuery = { readonly row: NamedQuery; readonly query: Query };

/** Of one answer to `updated_since`; what changed later comes with the next. */
const UPDATED_ROOM = { queries: 200, characters: 2_000_000 };

/** Queries of the editor and their history. */
export function createQueryService(needs: Needs) {
  return bindAll(needs, { read, own, again, isActive, item, updatedSince, stop });
}

/** @throws AppError not_found */
async function read({ store }: Needs, by: Parameters<QueryStore['find']>[0]): Promise<ReadQuery> {
  const row = await store.find(by);
  if (!row) throw new AppError('not_found', {});
  return { row, query: presentQuery(row) };
}

/** A query of the principal, whose results are theirs alone; `null` where there is none. */
async function own(
  { store }: Needs,
  principal: Principal,
  by: Parameters<QueryStore['find']>[0],
): Promise<ReadQuery | null> {
  const row = await store.find(by);
  return row && mayRunAs(principal, row) ? { row, query: presentQuery(row) } : null;
}

/** What one's own query asked for, to be requested again. @throws AppError not_found */
async function again({ store }: Needs, principal: Runner, clientId: string): Promise<ReadQuery & Again> {
  const row = await store.find({ clientId });
  if (!row || !mayRunAs(principal, row)) throw new AppError('not_found', {});
  return { row, query: presentQuery(row), request: storedRequest(row, principal) };
}
type Again = { readonly request: RunRequest };

function isActive({ store }: Needs, clientId: string): Promise<boolean> {
  return store.ledger.isActive(clientId);
}

/** By its number or by the name that its client gave it. @throws AppError not_found */
async function item({ store }: Needs, principal: Principal, name: string): Promise<QueryItem> {
  const id = /^\d{1,9}$/.test(name) ? Number(name) : null;
  const row = (id === null ? null : await store.find({ id })) ?? (await store.find({ clientId: name }));
  if (!row || !maySeeQuery(principal, row)) throw new AppError('not_found', {});
  return { id: row.id, result: presentRow(row) };
}

/** Those of the principal that changed after an instant, the oldest change first. */
async function updatedSince({ store }: Needs, principal: Principal, sinceMs: number): Promise<Query[]> {
  if (principal.userId === null) return [];
  return (await store.updatedSince(principal.userId, sinceMs, UPDATED_ROOM)).map(presentQuery);
}

/** Stop a query, wherever it is on its way; one that has ended stays as it is. @throws AppError not_found */
async function stop({ store, runs, cancelJob }: Needs, principal: Principal, clientId: string): Promise<void> {
  const row = await store.find({ clientId });
  if (!row || !mayStopQuery(principal, row)) throw new AppError('not_found', {});
  const { results_key: key, run_async: isAsync, user_id: userId } = row;
  await runs.stop(clientId);
  if (isAsync === 1 && key !== null) await cancelJob(key, userId);
}
