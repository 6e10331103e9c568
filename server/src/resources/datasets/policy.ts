import { can, type Principal } from '../../principal.ts';
import { maySeeSql } from '../../chart-data/edge/redact.ts';
import { mayReadDataset, type DatasetFacts } from '../access/policy.ts';
import { mayUseDatabase } from '../databases/policy.ts';
import type { FullDataset } from './store.ts';

/** Owners and admins change a dataset, if they may write datasets at all. */
export function mayEditDataset(principal: Principal, dataset: NonNullable<DatasetFacts>): boolean {
  if (!can(principal, 'can_write', 'Dataset')) return false;
  return (
    principal.isAdmin ||
    (principal.userId !== null && dataset.ownerIds.includes(principal.userId) && mayReadDataset(principal, dataset))
  );
}

/** Whether a user reads the SQL of a dataset: whoever may see queries, and whoever may edit it. */
export function seesSqlOf(principal: Principal, dataset: NonNullable<DatasetFacts>): boolean {
  return maySeeSql(principal) || mayEditDataset(principal, dataset);
}

/**
 * Whoever writes the SQL of a dataset, or points it to another table, reads whatever that names: it takes access to
 * the whole database, on create, update, duplicate and refresh alike.
 */
export function mayDefineSource(principal: Principal, databaseId: number): boolean {
  return can(principal, 'can_write', 'Dataset') && mayUseDatabase(principal, databaseId);
}

/** What decides about a dataset. */
export function factsOf({ row, owners }: Pick<FullDataset, 'row' | 'owners'>): NonNullable<DatasetFacts> {
  return { id: row.id, databaseId: row.database_id, ownerIds: owners.map((owner) => owner.id) };
}
