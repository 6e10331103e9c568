import { sql, type Kysely, type Selectable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import type { LogsTable, Tables } from '../../metadata/tables.ts';
import { readableDataset, visibleChart, visibleDashboard } from '../access/visible.ts';
import type { LogEvent } from './schema.ts';

export type LogRow = Selectable<LogsTable>;
export type Activity = {
  readonly action: string;
  readonly item_type: 'dashboard' | 'slice' | 'dataset';
  readonly item_id: number;
  readonly item_title: string;
  readonly item_slug: string | null;
  readonly dttm: string;
};

export type LogStore = ReturnType<typeof createLogStore>;

type Context = {
  readonly db: Kysely<Tables>;
  readonly dashboardRoles: boolean;
  readonly wrote: (rows: number, textBytes: number) => void;
};

/** @param wrote  notified of what was cached: rows, and bytes of their texts */
export function createLogStore(
  db: Kysely<Tables>,
  dashboardRoles: boolean,
  wrote: (rows: number, textBytes: number) => void = () => undefined,
) {
  const context: Context = {
    db,
    dashboardRoles,
    wrote,
  };
  return bindAll(context, { append, find, byIds, recent });
}

async function append(context: Context, events: readonly LogEvent[], userId: number | null, at: string): Promise<void> {
  if (events.length === 0) return;
  await context.db
    .insertInto('logs')
    .values(
      events.map(({ action, dashboardId, sliceId, datasetId, durationMs, json }) => ({
        action,
        user_id: userId,
        dashboard_id: dashboardId,
        slice_id: sliceId,
        dataset_id: datasetId,
        json,
        duration_ms: durationMs,
        dttm: at,
      })),
    )
    .execute();
  context.wrote(
    events.length,
    events.reduce((sum, { json }) => sum + Buffer.byteLength(json ?? ''), 0),
  );
}

async function find(context: Context, id: number): Promise<LogRow | null> {
  return (await context.db.selectFrom('logs').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

async function byIds(
  context: Context,
  ids: readonly number[],
): Promise<readonly (LogRow & { readonly username: string | null })[]> {
  const rows = await context.db
    .selectFrom('logs')
    .leftJoin('users', 'users.id', 'logs.user_id')
    .selectAll('logs')
    .select('users.username')
    .where('logs.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/**
 * What the user opened, newest first. Objects that he may no longer see, and those in the trash, are left out.
 * `distinct` answers each object once, at its last time.
 */
async function recent(
  context: Context,
  principal: Principal,
  actions: readonly string[],
  distinct: boolean,
  limit: number,
  offset: number,
): Promise<readonly Activity[]> {
  if (principal.userId === null || actions.length === 0) return [];
  const grouped = distinct
    ? sql`max(l.action) as action, max(l.dttm) as dttm`
    : sql`l.action as action, l.dttm as dttm`;
  const where = sql`l.user_id = ${principal.userId} and l.action in (${sql.join([...actions])})`;
  const { rows } = await sql<Activity>`
        select ${grouped}, 'dashboard' as item_type, dashboards.id as item_id, dashboards.dashboard_title as item_title,
        dashboards.slug as item_slug
        from logs as l join dashboards on dashboards.id = l.dashboard_id
        where ${where} and l.slice_id is null and dashboards.deleted_on is null and
        ${visibleDashboard(principal, context.dashboardRoles)}
        ${distinct ? sql`group by dashboards.id, dashboards.dashboard_title, dashboards.slug` : sql``}
        union all
        select ${grouped}, 'slice' as item_type, charts.id as item_id, charts.slice_name as item_title, cast(null as
        text) as item_slug
        from logs as l join charts on charts.id = l.slice_id
        where ${where} and charts.deleted_on is null and ${visibleChart(principal, context.dashboardRoles)}
        ${distinct ? sql`group by charts.id, charts.slice_name` : sql``}
        union all
        select ${grouped}, 'dataset' as item_type, datasets.id as item_id, datasets.table_name as item_title, cast(null
        as text) as item_slug
        from logs as l join datasets on datasets.id = l.dataset_id
        where ${where} and datasets.deleted_on is null and ${readableDataset(principal, 'datasets.id')}
        ${distinct ? sql`group by datasets.id, datasets.table_name` : sql``}
        order by dttm desc limit ${limit} offset ${offset}`.execute(context.db);
  return rows;
}
