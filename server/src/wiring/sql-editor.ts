import { join } from 'node:path';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import type { QueryLogger } from '../chart-data/edge/query-log.ts';
import { createSemaphore } from '../engines/admission/semaphore.ts';
import { resultsFolder } from '../engines/drivers/context.ts';
import { parquet, type ParquetRows } from '../engines/parquet/write-parquet.ts';
import { jobErrors } from '../http/error-body.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { can, type Principal } from '../principal.ts';
import type { DatabaseStore } from '../resources/databases/store.ts';
import { unsavedDataset } from '../resources/datasets/resolved.ts';
import { createQueryService } from '../resources/queries/service.ts';
import { createSqlRunHandler, SQL_RUN, writeSqlRun } from '../resources/queries/sql-run-job.ts';
import { createQueryStore, type NamedQuery } from '../resources/queries/store.ts';
import { storedRequest } from '../resources/queries/stored-request.ts';
import { notingLastRuns } from '../resources/saved-queries/last-runs.ts';
import { createSavedQueryStore } from '../resources/saved-queries/store.ts';
import { createSqlExport } from '../resources/sql-lab/export.ts';
import { createSqlLabService } from '../resources/sql-lab/service.ts';
import type { RowsPart } from '../sql-runs/export-rows.ts';
import { createFormatter } from '../resources/sql-tools/formatter.ts';
import { createSqlToolService } from '../resources/sql-tools/service.ts';
import { askFirst } from '../sql-runs/ask-first.ts';
import { createResultFiles } from '../sql-runs/result-files.ts';
import { previewRows } from '../sql-runs/preview-run.ts';
import { createPreviewSamples } from '../sql-runs/preview-samples.ts';
import { kindOfColumn } from '../sql-runs/result-lines.ts';
import type { ErrorRecord } from '../sql-runs/run-record.ts';
import type { FindDatabase, RunDatabase, Runner, RunRequest } from '../sql-runs/run-request.ts';
import type { ScriptNeeds } from '../sql-runs/run-script.ts';
import { assertShownAgain } from '../sql-runs/shown-again.ts';
import { createSqlRuns } from '../sql-runs/sql-runs.ts';
import type { Ground } from './ground.ts';
import type { Rules } from './rules.ts';
import type { Sources } from './sources.ts';
import { boundQuery, createPolicy, openDatabase } from './sql-policy.ts';

export type SqlEditor = ReturnType<typeof createSqlEditor>;

const MB = 1024 * 1024;
/** Parquet files that are made at a time. */
const PARQUET_FILES = 3;
const HOUR_MS = 3_600_000;

type Later = {
  /** The log of all queries. */
  readonly log: QueryLogger;
  /** Jobs run what is queued here. */
  readonly jobs: () => Jobs;
  /** A user as they are now; null when gone. */
  readonly user: (userId: number) => Promise<Principal | null>;
};

/** The SQL editor: queries that users run, what is stored of them, and their history. */
export function createSqlEditor(ground: Ground, sources: Sources, rules: Rules, later: Later) {
  const { config, db, now, nowMs } = ground;
  const queryStore = createQueryStore(db, now, (...written) => ground.retention.wrote('sql_queries', ...written));
  const files = createResultFiles({
    folder: resultsFolder(config),
    maxBytes: config.sqlResultsMb * MB,
    maxAgeMs: config.sqlResultHours * HOUR_MS,
    ownersOf: queryStore.owners,
    now: nowMs,
  });
  const findDatabase: FindDatabase = (principal, id) => openDatabase(sources, principal, id);
  const script = scriptNeeds(ground, sources, rules);
  const preview = {
    ...script,
    samples: createPreviewSamples({ files }),
    tables: sources.resultTables,
    bound: boundQuery,
  };
  const assertShown = (row: NamedQuery, principal: Runner, database: RunDatabase): Promise<void> =>
    row.start_running_ms === null
      ? Promise.resolve()
      : assertShownAgain(script, { request: storedRequest(row, principal), database, sent: row.rules_digest });
  const formatter = createFormatter(ground.scriptFolder);
  const parquetFiles = parquetNeeds(ground);
  const runs = createRuns({ ground, sources, script, later, queryStore, files, findDatabase });
  const queries = createQueryService({
    store: queryStore,
    runs,
    cancelJob: async (key, userId) => void (await later.jobs().cancel(key, userId)),
  });
  return {
    queryStore,
    queries,
    files,
    assertShown,
    runs,
    sqlLab: createSqlLabService({
      runs,
      files,
      queries,
      findDatabase,
      assertShown,
      askFirst: (request, asksWrites, signal) => askFirst({ ...script, findDatabase }, { request, asksWrites, signal }),
      preview: (request, database, signal) => previewRows(preview, request, database, signal),
      unheard: (error) => ground.warn('a query of the editor was not stopped', error),
      maxRows: config.sqlRowLimit,
      now,
    }),
    formatter,
    tools: createSqlToolService({ findDatabase, script, formatter }),
    sqlExport: createSqlExport({
      queries,
      files,
      findDatabase,
      assertShown,
      script,
      mayGoOn: ({ userId, databaseId }) => mayRun(later.user, findDatabase, userId, databaseId, 'can_export_csv'),
      warn: ground.warn,
      log: later.log,
      now: nowMs,
      timeoutMs: config.sqlAsyncTimeoutSeconds * 1000,
      maxRows: config.downloadRowLimit,
      parquet: (rows, asked) => parquet(asTyped(rows), parquetFiles, asked),
    }),
    job: createSqlRunHandler({
      store: queryStore,
      runs,
      user: later.user,
      end: async (clientId, error) => {
        const errors = described(error);
        await queryStore.ledger.change(clientId, { status: 'failed', errors, endMs: nowMs() });
      },
      terms: {
        workers: config.sqlAsyncWorkers,
        maxPerUser: config.sqlAsyncPerUser,
        keepMs: config.sqlResultHours * HOUR_MS,
      },
    }),
    /**
     * End what a server that is gone left in the middle, and remove results that are old. @param since  Not written
     * down since
     */
    sweep: async (since: Date): Promise<void> => {
      await queryStore.ledger.endLeft(since, described(new AppError('run_interrupted', { changesData: false })));
      await files.sweep();
    },
  };
}

type RunsNeeds = {
  readonly ground: Ground;
  readonly sources: Sources;
  readonly script: ScriptNeeds;
  readonly later: Later;
  readonly queryStore: ReturnType<typeof createQueryStore>;
  readonly files: ReturnType<typeof createResultFiles>;
  readonly findDatabase: FindDatabase;
};

function scriptNeeds({ config, monotonicMs }: Ground, sources: Sources, rules: Rules): ScriptNeeds {
  return {
    render: renderer(sources.databaseStore, rules),
    policy: createPolicy(sources, rules, config.featureFlags['RLS_IN_SQLLAB'] === true),
    engines: ({ id, version }) => sources.engines.engineFor(id, version),
    quotas: rules.quotas,
    monotonicMs,
    maxBytes: config.resultMb * MB,
  };
}

function parquetNeeds({ config, scriptFolder }: Ground) {
  return {
    processFolder: scriptFolder,
    folder: join(config.home, 'spill'),
    memoryMb: config.engineMemoryMb,
    places: createSemaphore(PARQUET_FILES, PARQUET_FILES - 1),
  };
}

async function* asTyped(rows: AsyncIterable<RowsPart>): AsyncGenerator<ParquetRows, void> {
  for await (const { columns, table } of rows)
    yield { table, columns: columns.map((column) => ({ ...column, kind: kindOfColumn(column) })) };
}

function createRuns({ ground, sources, script, later, queryStore, files, findDatabase }: RunsNeeds) {
  const { config, nowMs, warn } = ground;
  return createSqlRuns({
    ...script,
    findDatabase,
    ledger: notingLastRuns(queryStore, createSavedQueryStore(ground.db), ground.warn),
    files,
    queueJob: async (request, key) => {
      const { userId } = request.principal;
      const job = { kind: SQL_RUN, payload: writeSqlRun(request), user_id: userId, channel: `sql runs of ${userId}` };
      await later.jobs().submit(job, key);
    },
    log: later.log,
    placeOf: ({ databaseId, fairnessKey, clientId }) => sources.engines.placeOf(databaseId, fairnessKey, clientId),
    mayGoOn: ({ userId, databaseId }) => mayRun(later.user, findDatabase, userId, databaseId),
    now: nowMs,
    describe: described,
    warn,
    timeoutMs: config.sqlTimeoutSeconds * 1000,
    asyncTimeoutMs: config.sqlAsyncTimeoutSeconds * 1000,
  });
}

/** Whether somebody may run SQL on a database now, or whatever else the permission is for. */
async function mayRun(
  user: Later['user'],
  findDatabase: FindDatabase,
  userId: number,
  databaseId: number,
  permission: 'can_execute_sql_query' | 'can_export_csv' = 'can_execute_sql_query',
): Promise<boolean> {
  const principal = await user(userId);
  if (principal === null || !can(principal, permission, 'SQLLab')) return false;
  try {
    await findDatabase(principal, databaseId);
    return true;
  } catch (error) {
    if (isAppError(error, 'not_found') || isAppError(error, 'editor_closed')) return false;
    throw error;
  }
}

function described(error: AppError): readonly ErrorRecord[] {
  return jobErrors(error) as readonly ErrorRecord[];
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
