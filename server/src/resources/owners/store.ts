import type { Kysely, Transaction } from 'kysely';
import type { OwnedType, Tables } from '../../metadata/tables.ts';

export type Db = Kysely<Tables> | Transaction<Tables>;

/** A user as lists and items show them: no mail address, no name to sign in with. */
export type User = { readonly id: number; readonly first_name: string; readonly last_name: string };

/** Owners of many objects of one type, by object id; objects without owners are absent. */
export async function ownersOf(
  db: Db,
  type: OwnedType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly User[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('owners')
    .innerJoin('users', 'users.id', 'owners.user_id')
    .select(['owners.object_id', 'users.id', 'users.first_name', 'users.last_name'])
    .where('owners.object_type', '=', type)
    .where('owners.object_id', 'in', ids)
    .orderBy('users.id')
    .execute();
  const byObject = new Map<number, User[]>();
  for (const { object_id, ...user } of rows) byObject.set(object_id, [...(byObject.get(object_id) ?? []), user]);
  return byObject;
}

/** Put exactly these users in charge of one object. Ids must exist. */
export async function setOwners(db: Db, type: OwnedType, objectId: number, userIds: readonly number[]): Promise<void> {
  await db.deleteFrom('owners').where('object_type', '=', type).where('object_id', '=', objectId).execute();
  const unique = [...new Set(userIds)];
  if (unique.length === 0) return;
  await db
    .insertInto('owners')
    .values(unique.map((userId) => ({ object_type: type, object_id: objectId, user_id: userId })))
    .execute();
}

/** Which of these are users who can still sign in. */
export async function activeUsers(db: Db, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', userIds)
    .where('is_active', '=', 1)
    .where('deleted_on', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Names of users by id. */
export async function usersById(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, User>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'first_name', 'last_name']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
