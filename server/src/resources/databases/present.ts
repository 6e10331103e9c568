import { relativeTime } from '@tessera/core/relative-time';
import { UPLOADS_PATH } from '../../engines/uploads/folder.ts';
import type { User } from '../owners/store.ts';
import { abilitiesOf, openSettings } from './abilities.ts';
import { canEstimate } from './editor-settings.ts';
import type { DatabaseItem } from './schema.ts';
import type { DatabaseRow } from './store.ts';

/** A database as items and lists show it: an explicit list of fields, none of them of the connection. */
export function presentDatabase(row: DatabaseRow, people: ReadonlyMap<number, User>, now: number): DatabaseItem {
  const user = (id: number | null) => (id === null ? null : (people.get(id) ?? null));
  return {
    id: row.id,
    uuid: row.uuid,
    database_name: row.database_name,
    ...abilitiesOf(row),
    engine: row.engine,
    engine_information: { ...engineInformation(row.engine), supports_file_upload: takesFiles(row) },
    configuration_method: 'dynamic_form',
    extra: openSettings(row.extra),
    force_ctas_schema: row.force_ctas_schema,
    impersonate_user: false,
    allow_ctas: row.allow_ctas === 1,
    allow_cvas: row.allow_cvas === 1,
    allow_dml: row.allow_dml === 1,
    allow_run_async: row.allow_run_async === 1,
    allow_file_upload: row.allow_file_upload === 1,
    expose_in_sqllab: row.expose_in_sqllab === 1,
    cache_timeout: row.cache_timeout,
    is_managed_externally: false,
    is_sample: row.is_sample === 1,
    created_by: user(row.created_by),
    changed_by: user(row.changed_by),
    created_on: row.created_on,
    changed_on: row.changed_on,
    changed_on_delta_humanized: relativeTime(row.changed_on, now),
    version: row.version,
  };
}

/** Other databases are connected for reading only. */
function takesFiles({ engine, parameters }: DatabaseRow): boolean {
  const { path } = JSON.parse(parameters) as { readonly path?: unknown };
  return engine === 'duckdb' && path === UPLOADS_PATH;
}

export function engineInformation(engine: string): Record<string, boolean> {
  return {
    supports_cost_estimate: canEstimate(engine),
    supports_file_upload: false,
    disable_ssh_tunneling: true,
    supports_dynamic_catalog: false,
    supports_oauth2: false,
  };
}
