import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import type { Principal } from '../../principal.ts';
import { visibleChart } from '../access/visible.ts';

/**
 * Dashboards among these whose stored colours name what a principal may not see: the names are those of rows that
 * somebody else saw.
 *
 * So it is where a row-level rule binds the principal in a database that a chart reads, a chart is hidden from them, or
 * their token limits rows. A rule of another table of the database counts: a query may join it, and names of charts
 * that left the dashboard stay.
 */
export async function withheldNames(
  db: Kysely<Tables>,
  dashboardRoles: boolean,
  principal: Principal,
  dashboardIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (principal.isAdmin || dashboardIds.length === 0) return new Set();
  if (principal.kind === 'guest' && principal.clauses.length > 0) return new Set(dashboardIds);
  const roles = principal.roleIds.length === 0 ? sql`null` : sql.join([...principal.roleIds]);
  const hasRole = sql`exists (select 1 from rls_rule_roles as rr where rr.rule_id = r.id and rr.role_id in (${roles}))`;
  // As `applicable` of row-security.ts decides.
  const isBound = sql`exists (select 1 from datasets as own join datasets as ruled on ruled.database_id =
    own.database_id join rls_rule_datasets as rd on rd.dataset_id = ruled.id join rls_rules as r on r.id = rd.rule_id
    where own.id = charts.datasource_id and r.deleted_on is null and ((r.filter_type = 'Regular' and ${hasRole}) or
    (r.filter_type <> 'Regular' and not ${hasRole})))`;
  const { rows } = await sql<{ readonly id: number }>`select distinct dc.dashboard_id as id from dashboard_charts as dc
    join charts on charts.id = dc.chart_id where dc.dashboard_id in (${sql.join([...dashboardIds])})
    and (${isBound} or not ${visibleChart(principal, dashboardRoles)})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
