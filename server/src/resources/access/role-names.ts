import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

export type RoleRef = { readonly id: number; readonly name: string };

/** Roles by their ids, by name; those that were removed are not there. */
export async function roleNames(db: Kysely<Tables>, ids: readonly number[]): Promise<readonly RoleRef[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('roles')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('deleted_on', 'is', null)
    .orderBy('name')
    .execute();
}
