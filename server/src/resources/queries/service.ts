import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import { presentQuery } from './present.ts';
import type { Query } from './schema.ts';
import type { NamedQuery, QueryStore } from './store.ts';

type Needs = { readonly store: QueryStore };
export type QueryService = ReturnType<typeof createQueryService>;

/** A query as it is stored, and as clients read it. */
export type ReadQuery = { readonly row: NamedQuery; readonly query: Query };

/** Queries of the editor and their history. */
export function createQueryService(needs: Needs) {
  return bindAll(needs, { read, isActive });
}

/** @throws AppError not_found */
async function read({ store }: Needs, by: Parameters<QueryStore['find']>[0]): Promise<ReadQuery> {
  const row = await store.find(by);
  if (!row) throw new AppError('not_found', {});
  return { row, query: presentQuery(row) };
}

function isActive({ store }: Needs, clientId: string): Promise<boolean> {
  return store.ledger.isActive(clientId);
}
