import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { can, type Principal, type Guest } from '../../principal.ts';
import type { StarredType } from '../../metadata/tables.ts';
import { seesEveryDataset } from './policy.ts';

/**
 * The view policies as conditions of a WHERE clause, so that lists, counts and look-ups never meet an object that the
 * user may not see. Each says the same as its namesake in policy.ts; visible.test.ts holds the two together.
 */

type Condition = RawBuilder<SqlBool>;

const always: Condition = sql<SqlBool>`1 = 1`;
const never: Condition = sql<SqlBool>`1 = 0`;

/** `dataset` is a column that holds a dataset id, qualified: `charts.datasource_id`. */
export function readableDataset(principal: Principal, dataset: string): Condition {
  if (seesEveryDataset(principal)) return always;
  const id = sql.ref(dataset);
  return any([
    idIn(id, principal.datasetIds),
    sql<SqlBool>`exists (select 1 from datasets as d where d.id = ${id} and d.deleted_on is null and ${any([
      idIn(sql.ref('d.database_id'), principal.databaseIds),
      owned(principal, 'dataset', 'd.id'),
    ])})`,
  ]);
}

/** What lists show: a guest opens what its token names by its address, and finds nothing in lists. */
export function listed(principal: Principal, visible: Condition): Condition {
  return principal.kind === 'guest' ? never : visible;
}

/** Charts under the alias `charts`. */
export function visibleChart(principal: Principal, dashboardRoles: boolean, chart = 'charts'): Condition {
  if (principal.isAdmin) return always;
  return any([
    owned(principal, 'chart', `${chart}.id`),
    readableDataset(principal, `${chart}.datasource_id`),
    onOpenDashboard(principal, dashboardRoles, `${chart}.id`),
  ]);
}

/** Dashboards under the alias `dashboards`. */
export function visibleDashboard(principal: Principal, dashboardRoles: boolean): Condition {
  if (principal.isAdmin) return always;
  if (principal.kind === 'guest') return openToGuest(principal, 'dashboards');
  const charts = (condition: Condition) =>
    sql<SqlBool>`exists (select 1 from dashboard_charts as dc join charts as c on c.id = dc.chart_id and c.deleted_on is
      null where dc.dashboard_id = dashboards.id and ${condition})`;
  const byData = any([sql<SqlBool>`not ${charts(always)}`, charts(readableDataset(principal, 'c.datasource_id'))]);
  const hasRoles = hasRole('dashboards', () => always);
  const byRole = hasRole('dashboards', (role) => idIn(role, new Set(principal.roleIds)));
  const reachable = dashboardRoles ? any([byRole, sql<SqlBool>`(not ${hasRoles} and ${byData})`]) : byData;
  return any([
    owned(principal, 'dashboard', 'dashboards.id'),
    inOwnFolder(principal),
    sql<SqlBool>`(dashboards.published = 1 and ${reachable})`,
  ]);
}

/** The policy `mayUseDatabase` as a condition; `database` is a column that holds an id, qualified. */
export function usableDatabase(principal: Principal, database: string): Condition {
  return principal.isAdmin ? always : idIn(sql.ref(database), principal.databaseIds);
}

/**
 * Databases under the alias `databases` of which the principal sees something: those that they may use, and, for the
 * SQL editor, those with a table that they may read.
 */
export function reachableDatabase(principal: Principal): Condition {
  const whole = usableDatabase(principal, 'databases.id');
  if (principal.isAdmin || !can(principal, 'can_execute_sql_query', 'SQLLab')) return whole;
  const table = sql<SqlBool>`exists (select 1 from datasets as t where t.database_id = databases.id and t.sql is null
    and t.deleted_on is null and ${readableDataset(principal, 't.id')})`;
  return any([whole, sql<SqlBool>`(databases.expose_in_sqllab = 1 and ${table})`]);
}

/** Saved queries under the alias `saved_queries`. */
export function visibleSavedQuery(principal: Principal): Condition {
  if (principal.isAdmin) return always;
  const own: Condition =
    principal.userId === null ? never : sql<SqlBool>`saved_queries.created_by = ${principal.userId}`;
  if (principal.kind === 'guest') return own;
  const given = (kind: 'user' | 'role', ids: readonly number[]) =>
    sql<SqlBool>`exists (select 1 from saved_query_readers as r where r.saved_query_id = saved_queries.id and
      r.kind = ${kind} and ${idIn(sql.ref('r.reader_id'), new Set(ids))})`;
  const shared = any([
    sql<SqlBool>`saved_queries.is_shared = 1`,
    given('user', principal.userId === null ? [] : [principal.userId]),
    given('role', principal.roleIds),
  ]);
  return any([own, sql<SqlBool>`(${usableDatabase(principal, 'saved_queries.database_id')} and ${shared})`]);
}

/** Objects that the user owns. */
export function owned(principal: Principal, type: 'chart' | 'dashboard' | 'dataset', id: string): Condition {
  if (principal.userId === null) return never;
  return sql<SqlBool>`exists (select 1 from owners as o where o.object_type = ${type} and o.object_id = ${sql.ref(id)}
    and o.user_id = ${principal.userId})`;
}

/** Objects that the user has starred. */
export function starred(principal: Principal, type: StarredType, id: string): Condition {
  if (principal.userId === null) return never;
  return sql<SqlBool>`exists (select 1 from favorites as f where f.object_type = ${type} and f.object_id =
    ${sql.ref(id)} and f.user_id = ${principal.userId})`;
}

function onOpenDashboard(principal: Principal, dashboardRoles: boolean, chartId: string): Condition {
  const open = opening(principal, dashboardRoles, 'db');
  return sql<SqlBool>`exists (select 1 from dashboard_charts as dc join dashboards as db on db.id = dc.dashboard_id and
    db.deleted_on is null where dc.chart_id = ${sql.ref(chartId)} and ${open})`;
}

/** Dashboards under an alias that open the data of their charts to somebody: `opensData` of policy.ts. */
export function opening(principal: Principal, dashboardRoles: boolean, dashboard: string): Condition {
  if (principal.kind === 'guest') return openToGuest(principal, dashboard);
  if (!dashboardRoles) return never;
  const byRole = hasRole(dashboard, (role) => idIn(role, new Set(principal.roleIds)));
  return sql<SqlBool>`(${sql.ref(`${dashboard}.published`)} = 1 and ${byRole})`;
}

/** Dashboards under an alias with such a role, of their own or of a folder above them. */
function hasRole(dashboard: string, isOne: (role: RawBuilder<unknown>) => Condition): Condition {
  return any([
    sql<SqlBool>`exists (select 1 from dashboard_roles as dr where dr.dashboard_id = ${sql.ref(`${dashboard}.id`)} and
      ${isOne(sql.ref('dr.role_id'))})`,
    sql<SqlBool>`exists (select 1 from folder_ancestors as fa join folder_roles as fr on fr.folder_id = fa.ancestor_id
      where fa.folder_id = ${sql.ref(`${dashboard}.folder_id`)} and ${isOne(sql.ref('fr.role_id'))})`,
  ]);
}

/** Dashboards in a folder that the user owns, or below one. */
function inOwnFolder(principal: Principal): Condition {
  if (principal.userId === null) return never;
  return sql<SqlBool>`exists (select 1 from folder_ancestors as fa join owners as o on o.object_type = 'folder' and
    o.object_id = fa.ancestor_id where fa.folder_id = dashboards.folder_id and o.user_id = ${principal.userId})`;
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
