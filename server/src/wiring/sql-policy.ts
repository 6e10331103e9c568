import { AppError } from '@tessera/core/errors/app-error';
import { driverOf } from '../engines/drivers/drivers.ts';
import type { Principal } from '../principal.ts';
import { abilitiesOf } from '../resources/databases/abilities.ts';
import type { DatabaseRow } from '../resources/databases/store.ts';
import { unsavedDataset } from '../resources/datasets/resolved.ts';
import { restrictQuery } from '../resources/row-level-security/restrict-query.ts';
import type { PreviewNeeds } from '../sql-runs/preview-source.ts';
import type { PolicyNeeds } from '../sql-runs/policy/policy.ts';
import type { RunDatabase } from '../sql-runs/run-request.ts';
import type { Rules } from './rules.ts';
import type { Sources } from './sources.ts';

/**
 * A database that somebody may use, or some tables of it, for the SQL editor.
 * @throws AppError not_found, editor_closed
 */
export async function openDatabase(
  { databaseStore }: Pick<Sources, 'databaseStore'>,
  principal: Principal,
  id: number,
): Promise<RunDatabase> {
  const row = await databaseStore.findFor(principal, id);
  if (!row) throw new AppError('not_found', {});
  if (row.expose_in_sqllab !== 1) throw new AppError('editor_closed', { database: row.database_name });
  return runDatabase(row);
}

function runDatabase(row: DatabaseRow): RunDatabase {
  const abilities = abilitiesOf(row);
  return {
    id: row.id,
    name: row.database_name,
    dialect: driverOf(row.engine)?.dialect ?? row.engine,
    version: row.version,
    allowsDml: row.allow_dml === 1,
    allowsCtas: row.allow_ctas === 1,
    allowsCvas: row.allow_cvas === 1,
    ctasSchema: row.force_ctas_schema || null,
    allowsAsync: row.allow_run_async === 1,
    previewsData: !abilities.disable_data_preview,
    allowsPreview: abilities.instant_preview,
    costThreshold: abilities.cost_threshold,
  };
}

/** What statements may do: by the tables that somebody may read, and the row-level rules that bind them. */
export function createPolicy({ databaseStore }: Sources, { rowRules }: Rules, showsRestricted: boolean): PolicyNeeds {
  return {
    showsRestricted,
    tablesFor: (principal, { id }) => databaseStore.reach(principal, id),
    isBound: (principal, { id }) => rowRules.bindsAt(principal, id),
    restrict: async ({ principal, database, sql, schema }, signal) => {
      const row = await databaseStore.find(database.id);
      if (!row) throw new AppError('not_found', {});
      const unsaved = unsavedDataset(row, { table_name: '', sql, template_params: null });
      return rowRules.restrictSource(principal, unsaved, signal, schema);
    },
  };
}

/** A query over the first rows of its tables, made as one over the rows that rules leave. */
export const boundQuery: PreviewNeeds['bound'] = async (sql, tables, rows, { engine, signal }) => {
  const all = async () => ({ kind: 'and', of: [] }) as const;
  const ruled = tables.map((table) => ({ table, rules: all }));
  const source = await restrictQuery({ kind: 'sql', sql }, ruled, engine, signal);
  return { ...source, restricted: (source.restricted ?? []).map((one) => ({ ...one, rows })) };
};
