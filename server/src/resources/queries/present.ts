import { tablesIn } from '../sql-tables.ts';
import type { ErrorRecord, StatementRecord } from '../../sql-runs/run-record.ts';
import type { LimitingFactor, Query, QueryRow, QueryState } from './schema.ts';
import type { NamedQuery } from './store.ts';

/** A query as execute, stop and `updated_since` tell it. */
export function presentQuery(row: NamedQuery): Query {
  return {
    id: row.client_id,
    queryId: row.id,
    serverId: row.id,
    dbId: row.database_id,
    db: row.database_name,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    executedSql: row.executed_sql,
    sqlEditorId: row.sql_editor_id,
    tab: row.tab_name,
    state: stateOf(row),
    progress: row.progress,
    startDttm: row.start_ms,
    endDttm: row.end_ms,
    changed_on: row.changed_on,
    changedOn: row.changed_on,
    rows: row.rows,
    limit: row.row_limit,
    queryLimit: row.row_limit,
    limitingFactor: factorOf(row),
    resultsKey: row.results_key,
    errorMessage: row.error_message,
    errors: errorsOf(row),
    tempSchema: row.tmp_schema_name,
    tempTable: row.tmp_table_name,
    ctas: row.select_as_cta === 1,
    ctas_method: row.ctas_method,
    runAsync: row.run_async === 1,
    isDataPreview: row.is_data_preview === 1,
    cached: false,
    trackingUrl: null,
    user: row.username,
    userId: row.user_id,
    templateParams: row.template_params,
    statements: statementsOf(row),
  };
}

/** A query as lists show it, and by itself. */
export function presentRow({ isCut = false, ...row }: NamedQuery & { readonly isCut?: boolean }): QueryRow {
  return {
    id: row.id,
    client_id: row.client_id,
    changed_on: row.changed_on,
    database_id: row.database_id,
    database: { id: row.database_id, database_name: row.database_name },
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    executed_sql: row.executed_sql,
    is_cut: isCut,
    sql_editor_id: row.sql_editor_id,
    tab_name: row.tab_name,
    status: stateOf(row),
    progress: row.progress,
    rows: row.rows,
    limit: row.row_limit,
    limiting_factor: factorOf(row),
    results_key: row.results_key,
    error_message: row.error_message,
    start_time: row.start_ms,
    start_running_time: row.start_running_ms,
    end_time: row.end_ms,
    duration_ms: row.end_ms === null ? null : row.end_ms - row.start_ms,
    select_as_cta: row.select_as_cta === 1,
    ctas_method: row.ctas_method,
    tmp_table_name: row.tmp_table_name,
    tmp_schema_name: row.tmp_schema_name,
    tracking_url: null,
    template_params: row.template_params,
    run_async: row.run_async === 1,
    is_data_preview: row.is_data_preview === 1,
    sql_tables: isCut ? [] : tablesIn(row.executed_sql ?? row.sql, row.engine),
    user: row.username === null ? null : { id: row.user_id, first_name: row.first_name, last_name: row.last_name },
    user_id: row.user_id,
  };
}

function stateOf({ status }: NamedQuery): QueryState {
  return status as QueryState;
}

function factorOf({ limiting_factor: factor }: NamedQuery): LimitingFactor | null {
  return factor as LimitingFactor | null;
}

function errorsOf({ errors }: NamedQuery): Query['errors'] {
  return errors === null ? [] : (JSON.parse(errors) as ErrorRecord[] as Query['errors']);
}

function statementsOf({ statements }: NamedQuery): Query['statements'] {
  return statements === null ? [] : (JSON.parse(statements) as StatementRecord[] as Query['statements']);
}
