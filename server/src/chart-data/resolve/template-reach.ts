import type { Principal } from '../../principal.ts';
import type { Lookup } from '../../templates/template-data.ts';
import type { ResolvedDataset } from '../dataset.ts';

/**
 * Why a macro in what a user writes into a query may not fetch something; `null` when it may. Partitions hold values
 * of rows: of other tables they are for users who may read the whole database, and of the dataset's own table not for
 * whom its rules keep rows from. The SQL of a dataset is not asked: who saves it answers for it.
 */
export function unreachable(
  lookup: Lookup,
  principal: Principal,
  dataset: Pick<ResolvedDataset, 'databaseId' | 'source'>,
  isLimited: boolean,
): string | null {
  if (lookup.kind !== 'partitions' && lookup.kind !== 'sub_partition') return null;
  if (
    !isLimited &&
    (principal.isAdmin || principal.databaseIds === 'all' || principal.databaseIds.has(dataset.databaseId))
  )
    return null;
  const [table, schema, catalog] = lookup.table.split('.').reverse();
  const { source } = dataset;
  const isOwn =
    source.kind === 'table' &&
    source.table === table &&
    (schema === undefined || source.schema === schema) &&
    (catalog === undefined || source.catalog === catalog);
  return isOwn && !isLimited ? null : `The partitions of ${lookup.table} may not be listed here.`;
}
