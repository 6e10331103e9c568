import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { ownersOf, type User } from '../owners/store.ts';

/** A folder that brings users to what lies in it and below it. */
export type FolderAround = {
  readonly id: number;
  readonly name: string;
  readonly owners: readonly User[];
  readonly roles: readonly { readonly id: number; readonly name: string }[];
};

/** The folders above a dashboard whose owners or roles act on it, from the outermost in. */
export async function foldersWithUsers(
  db: Kysely<Tables>,
  dashboardRoles: boolean,
  folderId: number | null,
): Promise<FolderAround[]> {
  if (folderId === null) return [];
  const above = await db
    .selectFrom('folder_ancestors as a')
    .innerJoin('folders as f', 'f.id', 'a.ancestor_id')
    .select(['f.id', 'f.name'])
    .where('a.folder_id', '=', folderId)
    .orderBy((eb) =>
      eb
        .selectFrom('folder_ancestors as b')
        .select(eb.fn.countAll<number>().as('depth'))
        .whereRef('b.folder_id', '=', 'f.id'),
    )
    .execute();
  const ids = above.map(({ id }) => id);
  const owners = await ownersOf(db, 'folder', ids);
  const roles = dashboardRoles
    ? await db
        .selectFrom('folder_roles as r')
        .innerJoin('roles', 'roles.id', 'r.role_id')
        .select(['r.folder_id', 'roles.id', 'roles.name'])
        .where('r.folder_id', 'in', ids)
        .where('roles.deleted_on', 'is', null)
        .orderBy('roles.name')
        .execute()
    : [];
  return above
    .map(({ id, name }) => ({
      id,
      name,
      owners: owners.get(id) ?? [],
      roles: roles.filter((role) => role.folder_id === id).map((role) => ({ id: role.id, name: role.name })),
    }))
    .filter((folder) => folder.owners.length > 0 || folder.roles.length > 0);
}
