import { sql, type Kysely, type RawBuilder, type SqlBool, type Updateable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { Changed, Created } from '../../metadata/audit.ts';
import { taggedTypes, type TaggedType, type Tables, type TagsTable } from '../../metadata/tables.ts';
import { can, type Principal } from '../../principal.ts';
import { listed, visibleChart, visibleDashboard, visibleSavedQuery } from '../access/visible.ts';
import { usersById } from '../owners/store.ts';
import { keyOf } from './names.ts';
import { addTags } from '../tagged/store.ts';

type Context = { readonly db: Kysely<Tables>; readonly dashboardRoles: boolean };
export type TagStore = ReturnType<typeof createTagStore>;
type TagChange = Omit<Updateable<TagsTable>, 'version'> & Changed;
export type ObjectRef = { readonly type: TaggedType; readonly id: number };
/** Objects that one answer names of each type. */
const MAX_OBJECTS = 1000;

/** Tags in the metadata database. */
export function createTagStore(db: Kysely<Tables>, dashboardRoles: boolean) {
  const context: Context = { db, dashboardRoles };
  return bindAll(context, { counted, byIds, byNames, ensure, insert, update, remove, attach, detach, refsOf, objects });
}

/** Tags with their users, and how many objects carry them that this principal sees. */
async function byIds(context: Context, principal: Principal, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await context.db
    .selectFrom('tags')
    .select(['id', 'uuid', 'name', 'description', 'version'])
    .select(['created_by', 'changed_by', 'created_on', 'changed_on'])
    .select([
      counted(context, principal, 'chart').as('chart_count'),
      counted(context, principal, 'dashboard').as('dashboard_count'),
      counted(context, principal, 'query').as('query_count'),
    ])
    .where('id', 'in', ids)
    .execute();
  const people = await usersById(context.db, [
    ...new Set(rows.flatMap((row) => [row.created_by, row.changed_by].filter((id) => id !== null))),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { chart_count, dashboard_count, query_count } = row;
    return {
      ...row,
      people,
      chart_count: Number(chart_count),
      dashboard_count: Number(dashboard_count),
      query_count: Number(query_count),
    };
  });
}

const tables = { chart: 'charts', dashboard: 'dashboards', query: 'saved_queries' } as const;
/** The right that shows objects of a type at all. */
export const taggedViews = { chart: 'Chart', dashboard: 'Dashboard', query: 'SavedQuery' } as const;

/** What of a type this principal finds in lists. */
function seen({ dashboardRoles }: Context, principal: Principal, type: TaggedType): RawBuilder<SqlBool> {
  if (!can(principal, 'can_read', taggedViews[type])) return sql<SqlBool>`1 = 0`;
  const visible = {
    chart: () => visibleChart(principal, dashboardRoles),
    dashboard: () => visibleDashboard(principal, dashboardRoles),
    query: () => visibleSavedQuery(principal),
  };
  return listed(principal, visible[type]());
}

/** SQL of how many objects of a type carry the tag; lists sort by it. */
function counted(context: Context, principal: Principal, type: TaggedType): RawBuilder<number | string> {
  const table = sql.table(tables[type]);
  const column = (name: string) => sql.ref(`${tables[type]}.${name}`);
  return sql<number | string>`(select count(*) from tagged_objects as tg join ${table} on ${column('id')} = tg.object_id
    and ${column('deleted_on')} is null where tg.tag_id = tags.id and tg.object_type = ${type} and
    ${seen(context, principal, type)})`;
}

/** Tags by their names, whatever their case. */
async function byNames({ db }: Context, names: readonly string[]) {
  const keys = [...new Set(names.map(keyOf))];
  return keys.length === 0
    ? []
    : db.selectFrom('tags').select(['id', 'name', 'created_by']).where('name_key', 'in', keys).execute();
}

/** The tags of these names; those that are missing are made. */
async function ensure(
  context: Context,
  tags: readonly { readonly name: string; readonly description?: string | null }[],
  make: () => Created,
) {
  for (const { name, description = null } of tags)
    await context.db
      .insertInto('tags')
      .values({ ...make(), name, name_key: keyOf(name), description })
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .execute();
  return byNames(
    context,
    tags.map(({ name }) => name),
  );
}

async function insert(
  { db }: Context,
  values: Created & { readonly name: string; readonly description: string | null },
): Promise<number> {
  const row = await db
    .insertInto('tags')
    .values({ ...values, name_key: keyOf(values.name) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** @returns false when the tag is gone, or at another version than `version` by now */
async function update({ db }: Context, id: number, change: TagChange, version: number | null): Promise<boolean> {
  let query = db.updateTable('tags').set(change).where('id', '=', id);
  if (version !== null) query = query.where('version', '=', version);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Tags go for good, and with them every mark on objects and every star. */
async function remove({ db }: Context, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('tagged_objects').where('tag_id', 'in', ids).execute();
    await trx.deleteFrom('favorites').where('object_type', '=', 'tag').where('object_id', 'in', ids).execute();
    await trx.deleteFrom('tags').where('id', 'in', ids).execute();
  });
}

async function attach({ db }: Context, { type, id }: ObjectRef, tagIds: readonly number[]): Promise<void> {
  await addTags(db, type, id, tagIds);
}

/** @returns whether the object carried the tag */
async function detach({ db }: Context, { type, id }: ObjectRef, tagId: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('tagged_objects')
    .where('tag_id', '=', tagId)
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Objects with this tag that the principal sees. */
async function refsOf(context: Context, principal: Principal, tagId: number): Promise<readonly ObjectRef[]> {
  const found = await objects(context, principal, [tagId], taggedTypes);
  return [
    ...found.charts.map(({ id }): ObjectRef => ({ type: 'chart', id })),
    ...found.dashboards.map(({ id }): ObjectRef => ({ type: 'dashboard', id })),
    ...found.queries.map(({ id }): ObjectRef => ({ type: 'query', id })),
  ];
}

/** Objects with one of these tags that the principal sees, those changed last first. */
async function objects(
  context: Context,
  principal: Principal,
  tagIds: readonly number[],
  types: readonly TaggedType[],
) {
  const rows = <T>(type: TaggedType, read: () => Promise<T[]>) =>
    tagIds.length > 0 && types.includes(type) ? read() : Promise.resolve<T[]>([]);
  const tagged = (type: TaggedType) =>
    sql<SqlBool>`exists (select 1 from tagged_objects as tg where tg.object_type = ${type} and
      tg.object_id = ${sql.ref(`${tables[type]}.id`)} and tg.tag_id in (${sql.join(tagIds)}))`;
  const [charts, dashboards, queries] = await Promise.all([
    rows('chart', () =>
      context.db
        .selectFrom('charts')
        .select(['id', 'slice_name', 'changed_on', 'created_by'])
        .where('deleted_on', 'is', null)
        .where(tagged('chart'))
        .where(seen(context, principal, 'chart'))
        .orderBy('changed_on', 'desc')
        .limit(MAX_OBJECTS)
        .execute(),
    ),
    rows('dashboard', () =>
      context.db
        .selectFrom('dashboards')
        .select(['id', 'slug', 'dashboard_title', 'changed_on', 'created_by'])
        .where('deleted_on', 'is', null)
        .where(tagged('dashboard'))
        .where(seen(context, principal, 'dashboard'))
        .orderBy('changed_on', 'desc')
        .limit(MAX_OBJECTS)
        .execute(),
    ),
    rows('query', () =>
      context.db
        .selectFrom('saved_queries')
        .select(['id', 'label', 'changed_on', 'created_by'])
        .where('deleted_on', 'is', null)
        .where(tagged('query'))
        .where(seen(context, principal, 'query'))
        .orderBy('changed_on', 'desc')
        .limit(MAX_OBJECTS)
        .execute(),
    ),
  ]);
  return { charts, dashboards, queries };
}
