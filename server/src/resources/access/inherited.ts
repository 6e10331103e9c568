import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/** What the dashboards of a folder get from it and from those above it: users who edit, roles that see. */
export type Inherited = { readonly ownerIds: readonly number[]; readonly roleIds: readonly number[] };

const nothing: Inherited = { ownerIds: [], roleIds: [] };

/** By folder; a folder without owners and roles is there too. */
export async function inheritedFrom(
  db: Kysely<Tables> | Transaction<Tables>,
  folderIds: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, Inherited>> {
  const ids = [...new Set(folderIds.filter((id) => id !== null))];
  if (ids.length === 0) return new Map([[null, nothing]]);
  const above = () => db.selectFrom('folder_ancestors as a').where('a.folder_id', 'in', ids);
  const owners = await above()
    .innerJoin('owners as o', (join) =>
      join.on('o.object_type', '=', 'folder').onRef('o.object_id', '=', 'a.ancestor_id'),
    )
    .select(['a.folder_id', 'o.user_id'])
    .distinct()
    .execute();
  const roles = await above()
    .innerJoin('folder_roles as r', 'r.folder_id', 'a.ancestor_id')
    .select(['a.folder_id', 'r.role_id'])
    .distinct()
    .execute();
  const of = (id: number): Inherited => ({
    ownerIds: owners.filter((row) => row.folder_id === id).map((row) => row.user_id),
    roleIds: roles.filter((row) => row.folder_id === id).map((row) => row.role_id),
  });
  return new Map<number | null, Inherited>([[null, nothing], ...ids.map((id) => [id, of(id)] as const)]);
}

/** The same for one folder, or for none. */
export async function inheritedOf(
  db: Kysely<Tables> | Transaction<Tables>,
  folderId: number | null,
): Promise<Inherited> {
  return (await inheritedFrom(db, [folderId])).get(folderId) ?? nothing;
}
