import type { Predicate, StructuredQuery } from '@tessera/query/structured-query';
import type { Actor } from '../actor.ts';
import type { ResolvedDataset } from './dataset.ts';

/** The rows of a dataset that a person may see, as one predicate; `{ kind: 'true' }` where no rule limits them. */
export type RowSecurity = (actor: Actor, dataset: ResolvedDataset) => Promise<Predicate>;

/** Row-level security becomes a part of the query. Everything behind this step, the cache key included, carries it. */
export function restrict(query: StructuredQuery, security: Predicate): StructuredQuery {
  return { ...query, security };
}
