import type { Predicate, Source, StructuredQuery } from '@tessera/query/structured-query';
import type { Principal } from '../../principal.ts';
import type { ResolvedDataset } from '../dataset.ts';

/** What a user may see of a dataset. */
export type Restriction = {
  /** The rows, as one predicate; `{ kind: 'true' }` where no rule limits them. */
  readonly security: Predicate;
  /** What the dataset reads, its tables restricted by their rules where it is a query. */
  readonly source: Source;
};

/** @throws AppError rules_unheld for a query on which rules cannot be enforced, row_rule_broken */
export type RowSecurity = (principal: Principal, dataset: ResolvedDataset, signal: AbortSignal) => Promise<Restriction>;

/** Row-level security becomes a part of the query. Everything behind this step, the cache key included, carries it. */
export function restrict(query: StructuredQuery, { security, source }: Restriction): StructuredQuery {
  const { names } = query.source;
  const isRestrictedInside = source.kind === 'sql' && source.restricted !== undefined;
  return { ...query, source: isRestrictedInside ? { ...source, ...(names && { names }) } : query.source, security };
}

/** Whether rules stand in a query. */
export function isRestricted({ security, source }: Pick<StructuredQuery, 'security' | 'source'>): boolean {
  return security.kind !== 'true' || (source.kind === 'sql' && (source.restricted ?? []).length > 0);
}
