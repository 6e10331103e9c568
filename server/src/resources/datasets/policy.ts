import { can, type Actor } from '../../actor.ts';
import { maySeeSql } from '../../chart-data/redact.ts';
import { mayReadDataset, type DatasetFacts } from '../access/policy.ts';
import { mayUseDatabase } from '../databases/policy.ts';
import type { FullDataset } from './store.ts';

/** Owners and admins change a dataset, if they may write datasets at all. */
export function mayEditDataset(actor: Actor, dataset: NonNullable<DatasetFacts>): boolean {
  if (!can(actor, 'can_write', 'Dataset')) return false;
  return (
    actor.isAdmin ||
    (actor.userId !== null && dataset.ownerIds.includes(actor.userId) && mayReadDataset(actor, dataset))
  );
}

/** Whether a person reads the SQL of a dataset: whoever may see queries, and whoever may edit it. */
export function seesSqlOf(actor: Actor, dataset: NonNullable<DatasetFacts>): boolean {
  return maySeeSql(actor) || mayEditDataset(actor, dataset);
}

/**
 * Whoever writes the SQL of a dataset, or points it to another table, reads whatever that names: it takes access to
 * the whole database, on create, update, duplicate and refresh alike.
 */
export function mayDefineSource(actor: Actor, databaseId: number): boolean {
  return can(actor, 'can_write', 'Dataset') && mayUseDatabase(actor, databaseId);
}

/** What decides about a dataset. */
export function factsOf({ row, owners }: Pick<FullDataset, 'row' | 'owners'>): NonNullable<DatasetFacts> {
  return { id: row.id, databaseId: row.database_id, ownerIds: owners.map((owner) => owner.id) };
}
