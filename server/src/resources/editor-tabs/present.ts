import { parseObject } from '../json-text.ts';
import type { Query } from '../queries/schema.ts';
import type { TabState, TabTable } from './schema.ts';
import type { TableRow, TabRow, TabStore } from './store.ts';

export type PresentNeeds = {
  readonly tabs: Pick<TabStore, 'tables'>;
  /** A query of this user as the editor tells it; null when it is gone. */
  readonly query: (userId: number, clientId: string) => Promise<Query | null>;
};

/** A tab with its tables and its latest query. */
export async function presentTab({ tabs, query }: PresentNeeds, row: TabRow): Promise<TabState> {
  const [tables, latest] = await Promise.all([
    tabs.tables(row.id),
    row.latest_query_id === null ? null : query(row.user_id, row.latest_query_id),
  ]);
  return {
    id: row.id,
    user_id: row.user_id,
    label: row.label,
    active: row.active === 1,
    database_id: row.database_id,
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    query_limit: row.query_limit,
    latest_query: latest,
    saved_query: row.saved_query_id === null ? null : { id: row.saved_query_id },
    autorun: row.autorun === 1,
    template_params: row.template_params,
    hide_left_bar: row.hide_left_bar === 1,
    extra_json: parseObject(row.extra_json),
    table_schemas: tables.map(presentTable),
    client_id: row.client_id,
    revision: row.revision,
    changed_on: row.changed_on,
  };
}

function presentTable(row: TableRow): TabTable {
  return {
    id: row.id,
    tab_state_id: row.tab_id,
    database_id: row.database_id,
    catalog: row.catalog,
    schema: row.schema,
    table: row.name,
    description: row.description === null ? null : parseObject(row.description),
    expanded: row.expanded === 1,
  };
}
