import type { CreateAs, Runner, RunRequest } from '../../sql-runs/run-request.ts';
import type { NamedQuery } from './store.ts';

/** What a query of the history asked for, to be requested again. */
export function storedRequest(row: NamedQuery, principal: Runner): RunRequest {
  return {
    principal,
    clientId: row.client_id,
    databaseId: row.database_id,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    templateParams: row.template_params,
    rowLimit: row.row_limit ?? 0,
    createAs: createAsOf(row),
    isAsync: false,
    isDataPreview: row.is_data_preview === 1,
    isConfirmed: false,
    editorId: row.sql_editor_id,
    tab: row.tab_name,
  };
}

function createAsOf(row: NamedQuery): CreateAs | null {
  if (row.select_as_cta !== 1 || row.tmp_table_name === null) return null;
  const { tmp_table_name: name, tmp_schema_name: schema } = row;
  return { method: row.ctas_method === 'VIEW' ? 'VIEW' : 'TABLE', name, schema };
}
