import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import { contains } from '../../http/list-filters.ts';
import { bindAll } from '../../bind-all.ts';
import type { DashboardCommentsTable, Tables } from '../../metadata/tables.ts';

/** Threads of one dashboard that are shown, and answers to them; older threads go out of sight. */
const MAX_THREADS = 300;
const MAX_ANSWERS = 3000;
const MAX_MENTIONS = 50;

export type CommentStore = ReturnType<typeof createCommentStore>;

/** Comments on dashboards in the metadata database. */
export function createCommentStore(db: Kysely<Tables>) {
  return bindAll(db, { ofDashboard, find, count, insert, update, remove, mentionsOf, unseen, see, searchUsers });
}

/** The newest threads with their answers, in the order in which they were written. */
async function ofDashboard(db: Kysely<Tables>, dashboardId: number) {
  const threads = await db
    .selectFrom('dashboard_comments')
    .selectAll()
    .where('dashboard_id', '=', dashboardId)
    .where('parent_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(MAX_THREADS)
    .execute();
  const oldest = threads.at(-1);
  if (oldest === undefined) return [];
  const answers = await db
    .selectFrom('dashboard_comments')
    .selectAll()
    .where('dashboard_id', '=', dashboardId)
    .where('parent_id', '>=', oldest.id)
    .orderBy('id', 'desc')
    .limit(MAX_ANSWERS)
    .execute();
  return [...threads, ...answers].toSorted((one, other) => one.id - other.id);
}

async function find(db: Kysely<Tables>, dashboardId: number, id: number) {
  return (
    (await db
      .selectFrom('dashboard_comments')
      .selectAll()
      .where('id', '=', id)
      .where('dashboard_id', '=', dashboardId)
      .executeTakeFirst()) ?? null
  );
}

async function count(db: Kysely<Tables>, dashboardId: number): Promise<number> {
  const { total } = await db
    .selectFrom('dashboard_comments')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('dashboard_id', '=', dashboardId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** A comment and whom it names, together. @returns its id */
async function insert(
  db: Kysely<Tables>,
  values: Insertable<DashboardCommentsTable>,
  named: readonly number[],
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { id } = await trx.insertInto('dashboard_comments').values(values).returning('id').executeTakeFirstOrThrow();
    await name(trx, id, named);
    return id;
  });
}

/** The same for a change; `named` null leaves them. */
async function update(
  db: Kysely<Tables>,
  id: number,
  change: Updateable<DashboardCommentsTable>,
  named: readonly number[] | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (Object.keys(change).length > 0)
      await trx.updateTable('dashboard_comments').set(change).where('id', '=', id).execute();
    if (named !== null) await name(trx, id, named);
  });
}

/** With the answers to it. */
async function remove(db: Kysely<Tables>, id: number): Promise<void> {
  await db
    .deleteFrom('dashboard_comments')
    .where((where) => where.or([where('id', '=', id), where('parent_id', '=', id)]))
    .execute();
}

/** Ids of the users that comments name, by comment. */
async function mentionsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('comment_mentions')
    .select(['comment_id', 'user_id'])
    .where('comment_id', 'in', ids)
    .orderBy('user_id')
    .execute();
  const byComment = new Map<number, readonly number[]>();
  for (const { comment_id: id, user_id: user } of rows) byComment.set(id, [...(byComment.get(id) ?? []), user]);
  return byComment;
}

/** Name these users in a comment and no others; who saw it already is not notified again. */
async function name(db: Kysely<Tables>, id: number, users: readonly number[]): Promise<void> {
  const before = (await mentionsOf(db, [id])).get(id) ?? [];
  const gone = before.filter((user) => !users.includes(user));
  if (gone.length > 0)
    await db.deleteFrom('comment_mentions').where('comment_id', '=', id).where('user_id', 'in', gone).execute();
  const fresh = users.filter((user) => !before.includes(user));
  if (fresh.length > 0)
    await db
      .insertInto('comment_mentions')
      .values(fresh.map((user) => ({ comment_id: id, user_id: user, seen_on: null })))
      .execute();
}

/** Comments that name a user and were not seen, the newest first; none of a dashboard that is in the trash. */
async function unseen(db: Kysely<Tables>, userId: number) {
  return db
    .selectFrom('comment_mentions as m')
    .innerJoin('dashboard_comments as c', 'c.id', 'm.comment_id')
    .innerJoin('dashboards as d', 'd.id', 'c.dashboard_id')
    .select(['c.id', 'c.text', 'c.created_by', 'c.created_on', 'c.dashboard_id', 'd.dashboard_title'])
    .where('m.user_id', '=', userId)
    .where('m.seen_on', 'is', null)
    .where('d.deleted_on', 'is', null)
    .orderBy('c.id', 'desc')
    .limit(MAX_MENTIONS)
    .execute();
}

async function see(db: Kysely<Tables>, userId: number, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('comment_mentions')
    .set({ seen_on: now.toISOString() })
    .where('user_id', '=', userId)
    .where('comment_id', 'in', ids)
    .where('seen_on', 'is', null)
    .execute();
}

/** Ids of active users whose name holds a text, by name. */
async function searchUsers(db: Kysely<Tables>, search: string, limit: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', 1)
    .where((where) =>
      where.or([contains(sql`first_name || ' ' || last_name`, search), contains(sql.ref('username'), search)]),
    )
    .orderBy('first_name')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
