import { savedQueryHref } from '@tessera/core/pages';
import { relativeTime } from '@tessera/core/relative-time';
import type { Principal } from '../../principal.ts';
import { mayEditSavedQuery } from '../access/policy.ts';
import { parseObject } from '../json-text.ts';
import { tablesIn } from '../sql-tables.ts';
import type { SavedQueryRow } from './schema.ts';
import type { FullSavedQuery } from './store.ts';

/** The fields of a saved query that clients get, one by one. */
export function presentSavedQuery(
  { row, databaseName, engine, tags, people, isGiven }: FullSavedQuery,
  principal: Principal,
  now: number,
): SavedQueryRow {
  const user = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return {
    id: row.id,
    uuid: row.uuid,
    label: row.label,
    description: row.description,
    db_id: row.database_id,
    database: { id: row.database_id, database_name: databaseName },
    catalog: row.catalog,
    schema: row.schema,
    sql: row.sql,
    is_cut: row.isCut ?? false,
    sql_tables: tablesIn(row.sql, engine),
    template_parameters: row.template_parameters,
    extra_json: row.extra_json,
    extra: parseObject(row.extra_json),
    folder: row.folder,
    is_shared: row.is_shared === 1,
    shared_with: row.is_shared === 1 ? 'everybody' : isGiven ? 'some' : 'nobody',
    can_edit: mayEditSavedQuery(principal, { ownerId: row.created_by }),
    url: savedQueryHref(row.id),
    last_run: row.last_run,
    last_run_delta_humanized: row.last_run === null ? '' : relativeTime(row.last_run, now),
    rows: row.rows,
    created_by: user(row.created_by),
    changed_by: user(row.changed_by),
    created_on: row.created_on,
    changed_on: row.changed_on,
    changed_on_delta_humanized: relativeTime(row.changed_on, now),
    tags: [...tags],
    version: row.version,
  };
}
