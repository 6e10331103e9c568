import { sql, type Kysely } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import { changed, created } from '../../metadata/audit.ts';
import type { Tables } from '../../metadata/tables.ts';

export type OpenRequest = {
  readonly id: number;
  readonly dashboard_id: number;
  readonly user_id: number;
  readonly created_on: string;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
};

/** More open requests than these are not shown at once. */
const MAX_SHOWN = 200;

export type AccessRequestStore = ReturnType<typeof createAccessRequestStore>;

/** Requests for access in the metadata database, and what giving it writes. */
export function createAccessRequestStore(db: Kysely<Tables>) {
  return bindAll(db, { ask, open, find, rolesOf, decide });
}

function openRequests(db: Kysely<Tables>) {
  return db
    .selectFrom('access_requests as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('dashboards as d', 'd.id', 'r.dashboard_id')
    .select(['r.id', 'r.dashboard_id', 'r.user_id', 'r.created_on', 'u.username', 'u.first_name', 'u.last_name'])
    .where('r.decision', 'is', null)
    .where('u.deleted_on', 'is', null)
    .where('u.is_active', '=', 1)
    .where('d.deleted_on', 'is', null);
}

/** Record it; one that is open or was dismissed stays as it is, one that was given is open again. */
async function ask(db: Kysely<Tables>, dashboardId: number, userId: number, at: Date): Promise<void> {
  await db
    .insertInto('access_requests')
    .values({
      dashboard_id: dashboardId,
      user_id: userId,
      created_on: at.toISOString(),
      decision: null,
      decided_on: null,
      decided_by: null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['dashboard_id', 'user_id'])
        .doUpdateSet({ created_on: at.toISOString(), decision: null, decided_on: null, decided_by: null })
        .where('access_requests.decision', '=', 'given'),
    )
    .execute();
}

/** The newest first; of the dashboards that this user owns, or of all. */
function open(db: Kysely<Tables>, ownerId: number | 'all'): Promise<readonly OpenRequest[]> {
  const query = openRequests(db).orderBy('r.created_on', 'desc').orderBy('r.id', 'desc').limit(MAX_SHOWN);
  if (ownerId === 'all') return query.execute();
  return query
    .where(
      sql<boolean>`exists (select 1 from owners as o where o.object_type = 'dashboard' and o.object_id =
            r.dashboard_id and o.user_id = ${ownerId})`,
    )
    .execute();
}

async function find(db: Kysely<Tables>, id: number): Promise<OpenRequest | null> {
  return (await openRequests(db).where('r.id', '=', id).executeTakeFirst()) ?? null;
}

function rolesOf(
  db: Kysely<Tables>,
  userId: number,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['roles.id', 'roles.name'])
    .where('user_roles.user_id', '=', userId)
    .where('roles.deleted_on', 'is', null)
    .orderBy('roles.name')
    .execute();
}

/**
 * Note the decision together with what it writes, or nothing.
 * @returns false when somebody else has decided
 * meanwhile
 */
function decide(
  db: Kysely<Tables>,
  id: number,
  decision: 'given' | 'dismissed',
  by: number | null,
  at: Date,
  write: (trx: Kysely<Tables>) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('access_requests')
      .set({ decision, decided_on: at.toISOString(), decided_by: by })
      .where('id', '=', id)
      .where('decision', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await write(trx);
    return true;
  });
}

/** A role joins those that a dashboard is shared with. */
export async function shareWithRole(trx: Kysely<Tables>, dashboardId: number, roleId: number): Promise<void> {
  await trx
    .insertInto('dashboard_roles')
    .values({ dashboard_id: dashboardId, role_id: roleId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Somebody joins the readers of a dashboard: a role that gives the datasets of its charts and nothing else, where
 * administrators see it and take it back.
 */
export async function joinReaders(
  trx: Kysely<Tables>,
  dashboardId: number,
  userId: number,
  datasetIds: readonly number[],
  by: { readonly userId: number | null },
  at: Date,
): Promise<void> {
  const name = `Readers of dashboard ${dashboardId}`;
  await trx
    .insertInto('roles')
    .values({ ...created(by, at), name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id: roleId } = await trx
    .selectFrom('roles')
    .select('id')
    .where('name', '=', name)
    .where('deleted_on', 'is', null)
    .executeTakeFirstOrThrow();
  await trx.updateTable('roles').set(changed(by, at)).where('id', '=', roleId).execute();
  const pairs = [...new Set(datasetIds)].map((id) => ({
    role_id: roleId,
    permission: 'datasource_access',
    view: `dataset:${id}`,
  }));
  if (pairs.length > 0)
    await trx
      .insertInto('role_permissions')
      .values(pairs)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await trx
    .insertInto('user_roles')
    .values({ user_id: userId, role_id: roleId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
