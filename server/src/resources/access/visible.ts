import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor, Guest } from '../../actor.ts';
import { seesEveryDataset } from './policy.ts';

/**
 * The view policies as conditions of a WHERE clause, so that lists, counts and look-ups never meet an object that the
 * person may not see. Each says the same as its namesake in policy.ts; visible.test.ts holds the two together.
 */

type Condition = RawBuilder<SqlBool>;

const always: Condition = sql<SqlBool>`1 = 1`;
const never: Condition = sql<SqlBool>`1 = 0`;

/** `dataset` is a column that holds a dataset id, qualified: `charts.datasource_id`. */
export function readableDataset(actor: Actor, dataset: string): Condition {
  if (seesEveryDataset(actor)) return always;
  const id = sql.ref(dataset);
  return any([
    idIn(id, actor.datasetIds),
    sql<SqlBool>`exists (select 1 from datasets as d where d.id = ${id} and d.deleted_on is null and ${any([
      idIn(sql.ref('d.database_id'), actor.databaseIds),
      owned(actor, 'dataset', 'd.id'),
    ])})`,
  ]);
}

/** What lists show: a guest opens what its token names by its address, and finds nothing in lists. */
export function listed(actor: Actor, visible: Condition): Condition {
  return actor.kind === 'guest' ? never : visible;
}

/** Charts under the alias `charts`. */
export function visibleChart(actor: Actor, dashboardRoles: boolean, chart = 'charts'): Condition {
  if (actor.isAdmin) return always;
  return any([
    owned(actor, 'chart', `${chart}.id`),
    readableDataset(actor, `${chart}.datasource_id`),
    onOpenDashboard(actor, dashboardRoles, `${chart}.id`),
  ]);
}

/** Dashboards under the alias `dashboards`. */
export function visibleDashboard(actor: Actor, dashboardRoles: boolean): Condition {
  if (actor.isAdmin) return always;
  if (actor.kind === 'guest') return openToGuest(actor, 'dashboards');
  const charts = (condition: Condition) =>
    sql<SqlBool>`exists (select 1 from dashboard_charts as dc join charts as c on c.id = dc.chart_id and c.deleted_on is
      null where dc.dashboard_id = dashboards.id and ${condition})`;
  const byData = any([sql<SqlBool>`not ${charts(always)}`, charts(readableDataset(actor, 'c.datasource_id'))]);
  const hasRoles = sql<SqlBool>`exists (select 1 from dashboard_roles as dr where dr.dashboard_id = dashboards.id)`;
  const byRole = sql<SqlBool>`exists (select 1 from dashboard_roles as dr where dr.dashboard_id = dashboards.id and
    ${idIn(sql.ref('dr.role_id'), new Set(actor.roleIds))})`;
  const reachable = dashboardRoles ? any([byRole, sql<SqlBool>`(not ${hasRoles} and ${byData})`]) : byData;
  return any([owned(actor, 'dashboard', 'dashboards.id'), sql<SqlBool>`(dashboards.published = 1 and ${reachable})`]);
}

/** Objects that the person owns. */
export function owned(actor: Actor, type: 'chart' | 'dashboard' | 'dataset', id: string): Condition {
  if (actor.userId === null) return never;
  return sql<SqlBool>`exists (select 1 from owners as o where o.object_type = ${type} and o.object_id = ${sql.ref(id)}
    and o.user_id = ${actor.userId})`;
}

/** Objects that the person has starred. */
export function starred(actor: Actor, type: 'chart' | 'dashboard', id: string): Condition {
  if (actor.userId === null) return never;
  return sql<SqlBool>`exists (select 1 from favorites as f where f.object_type = ${type} and f.object_id =
    ${sql.ref(id)} and f.user_id = ${actor.userId})`;
}

function onOpenDashboard(actor: Actor, dashboardRoles: boolean, chartId: string): Condition {
  const open = opening(actor, dashboardRoles, 'db');
  return sql<SqlBool>`exists (select 1 from dashboard_charts as dc join dashboards as db on db.id = dc.dashboard_id and
    db.deleted_on is null where dc.chart_id = ${sql.ref(chartId)} and ${open})`;
}

/** Dashboards under an alias that open the data of their charts to somebody: `opensData` of policy.ts. */
export function opening(actor: Actor, dashboardRoles: boolean, dashboard: string): Condition {
  if (actor.kind === 'guest') return openToGuest(actor, dashboard);
  if (!dashboardRoles) return never;
  return sql<SqlBool>`(${sql.ref(`${dashboard}.published`)} = 1 and exists (select 1 from dashboard_roles as dr where
    dr.dashboard_id = ${sql.ref(`${dashboard}.id`)} and ${idIn(sql.ref('dr.role_id'), new Set(actor.roleIds))}))`;
}

function openToGuest({ embeddings }: Guest, dashboard: string): Condition {
  if (embeddings.size === 0) return never;
  return sql<SqlBool>`(${sql.ref(`${dashboard}.published`)} = 1 and exists (select 1 from embedded_dashboards as e where
    e.dashboard_id = ${sql.ref(`${dashboard}.id`)} and e.uuid in (${sql.join([...embeddings])})))`;
}

function idIn(column: RawBuilder<unknown>, ids: 'all' | ReadonlySet<number>): Condition {
  if (ids === 'all') return always;
  return ids.size === 0 ? never : sql<SqlBool>`${column} in (${sql.join([...ids])})`;
}

function any(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
