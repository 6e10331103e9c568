import type { Kysely } from 'kysely';
import type { TableRef } from '../../engines/engine.ts';
import { exactNames } from '../../engines/verify/table-places.ts';
import type { Tables } from '../../metadata/tables.ts';
import type { Principal } from '../../principal.ts';
import { reachableDatabase, readableDataset } from './visible.ts';
import { mayUseDatabase } from '../databases/policy.ts';

/**
 * What somebody sees of a database: all of it (`null`), or, in the SQL editor, the tables that they may read by the
 * datasets on them. None of them: there is no such database.
 */
export type Reach = readonly TableRef[] | null;

/** The one decision for lists, items, names, structure, previews and runs: `reachableDatabase` says it of lists. */
export async function reachOf(db: Kysely<Tables>, principal: Principal, databaseId: number): Promise<Reach> {
  if (mayUseDatabase(principal, databaseId)) return null;
  return db
    .selectFrom('datasets')
    .innerJoin('databases', 'databases.id', 'datasets.database_id')
    .select(['datasets.catalog', 'datasets.schema', 'datasets.table_name as table'])
    .distinct()
    .where('databases.id', '=', databaseId)
    .where('databases.deleted_on', 'is', null)
    .where('datasets.sql', 'is', null)
    .where('datasets.deleted_on', 'is', null)
    .where(reachableDatabase(principal))
    .where(readableDataset(principal, 'datasets.id'))
    .execute();
}

export function isOutside(reach: Reach): boolean {
  return reach !== null && reach.length === 0;
}

export type Within = {
  /** Names of schemas; `null`: all of them. */
  readonly schemas: readonly string[] | null;
  readonly has: (schema: string | null, table: string) => boolean;
};

/** The part of a catalog that is in reach. */
export function withinReach(
  reach: Reach,
  catalog: string | null,
  { dialect, defaultSchema }: { readonly dialect: string; readonly defaultSchema: string | null },
): Within {
  if (reach === null) return { schemas: null, has: () => true };
  const fold = (name: string): string => (exactNames.has(dialect) ? name : name.toLowerCase());
  const schemaOf = (schema: string | null): string => schema || (defaultSchema ?? '');
  const key = (schema: string | null, table: string): string => JSON.stringify([fold(schemaOf(schema)), fold(table)]);
  // A dataset that names no catalog is in the one of the connection.
  const here = reach.filter((table) => catalog === null || table.catalog === null || table.catalog === catalog);
  const tables = new Set(here.map(({ schema, table }) => key(schema, table)));
  return {
    schemas: [...new Set(here.map(({ schema }) => schemaOf(schema)))],
    has: (schema, table) => tables.has(key(schema, table)),
  };
}
