import { join } from 'node:path';
import { AppError } from '@tessera/core/errors/app-error';
import { driverOf } from '../engines/drivers/drivers.ts';
import { jobErrors } from '../http/error-body.ts';
import type { Principal } from '../principal.ts';
import { mayUseDatabase } from '../resources/databases/policy.ts';
import type { DatabaseRow, DatabaseStore } from '../resources/databases/store.ts';
import { unsavedDataset } from '../resources/datasets/resolved.ts';
import { createQueryService } from '../resources/queries/service.ts';
import { createQueryStore } from '../resources/queries/store.ts';
import { notingLastRuns } from '../resources/saved-queries/last-runs.ts';
import { createSavedQueryStore } from '../resources/saved-queries/store.ts';
import { createSqlLabService } from '../resources/sql-lab/service.ts';
import { createResultFiles } from '../sql-runs/result-files.ts';
import type { ErrorRecord } from '../sql-runs/run-record.ts';
import type { PolicyNeeds } from '../sql-runs/policy/policy.ts';
import type { RunDatabase, RunRequest } from '../sql-runs/run-request.ts';
import { createSqlRuns } from '../sql-runs/sql-runs.ts';
import type { Ground } from './ground.ts';
import type { Rules } from './rules.ts';
import type { Sources } from './sources.ts';

export type SqlEditor = ReturnType<typeof createSqlEditor>;

const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;

/** The SQL editor: queries that people run, what is kept of them, and their history. */
export function createSqlEditor(ground: Ground, sources: Sources, rules: Rules) {
  const { config, db, now, nowMs, monotonicMs, warn } = ground;
  const { databaseStore } = sources;
  const policy = createPolicy(sources, rules, config.featureFlags['RLS_IN_SQLLAB'] === true);
  const queryStore = createQueryStore(db, now);
  const queries = createQueryService({ store: queryStore });
  const files = createResultFiles({
    folder: config.sqlResultsFolder ?? join(config.home, 'data', 'results'),
    maxBytes: config.sqlResultsMb * MB,
    maxAgeMs: config.sqlResultHours * HOUR_MS,
    now: nowMs,
  });
  const runs = createSqlRuns({
    findDatabase: (principal, id) => openDatabase(sources, principal, id),
    render: renderer(databaseStore, rules),
    policy,
    engines: ({ id, version }) => sources.engines.engineFor(id, version),
    quotas: rules.quotas,
    ledger: notingLastRuns(queryStore, createSavedQueryStore(db)),
    files,
    now: nowMs,
    monotonicMs,
    describe: (error) => jobErrors(error) as readonly ErrorRecord[],
    warn,
    timeoutMs: config.sqlTimeoutSeconds * 1000,
    maxBytes: config.resultMb * MB,
  });
  return {
    queryStore,
    queries,
    files,
    runs,
    sqlLab: createSqlLabService({ runs, files, queries, maxRows: config.sqlRowLimit, now }),
  };
}

/**
 * A database that somebody may use, or some tables of it.
 * @throws AppError not_found, editor_closed
 */
async function openDatabase(
  { databaseStore, datasetStore }: Sources,
  principal: Principal,
  id: number,
): Promise<RunDatabase> {
  const row = await databaseStore.find(id);
  if (!row) throw new AppError('not_found', {});
  const isOpen = mayUseDatabase(principal, id) || (await datasetStore.readableTables(principal, id)).length > 0;
  if (!isOpen) throw new AppError('not_found', {});
  if (row.expose_in_sqllab !== 1) throw new AppError('editor_closed', { database: row.database_name });
  return runDatabase(row);
}

function runDatabase(row: DatabaseRow): RunDatabase {
  return {
    id: row.id,
    name: row.database_name,
    dialect: driverOf(row.engine)?.dialect ?? row.engine,
    version: row.version,
    isExposed: row.expose_in_sqllab === 1,
    allowsDml: row.allow_dml === 1,
    allowsCtas: row.allow_ctas === 1,
    allowsCvas: row.allow_cvas === 1,
    ctasSchema: row.force_ctas_schema || null,
    allowsAsync: row.allow_run_async === 1,
  };
}

/** What statements may do: by the tables that somebody may read, and the row-level rules that bind them. */
function createPolicy(
  { databaseStore, datasetStore }: Sources,
  { rowRules }: Rules,
  showsRestricted: boolean,
): PolicyNeeds {
  return {
    showsRestricted,
    tablesFor: async (principal, { id }) =>
      mayUseDatabase(principal, id) ? null : datasetStore.readableTables(principal, id),
    isBound: (principal, { id }) => rowRules.bindsAt(principal, id),
    restrict: async ({ principal, database, sql, schema }, signal) => {
      const row = await databaseStore.find(database.id);
      if (!row) throw new AppError('not_found', {});
      const unsaved = unsavedDataset(row, { table_name: '', sql, template_params: null });
      return rowRules.restrictSource(principal, unsaved, signal, schema);
    },
  };
}

/** Templates of a script know its principal, the parameters of its tab and those of the database. */
function renderer(databases: DatabaseStore, { templates }: Rules) {
  return async ({ principal, sql, templateParams }: RunRequest, { id }: RunDatabase) => {
    const row = await databases.find(id);
    if (!row) throw new AppError('not_found', {});
    const unsaved = unsavedDataset(row, { table_name: '', sql, template_params: templateParams });
    return templates.renderSource(principal, unsaved, sql, {});
  };
}
