import { join } from 'node:path';
import { AppError } from '@tessera/core/errors/app-error';
import { jobErrors } from '../http/error-body.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Principal } from '../principal.ts';
import type { DatabaseStore } from '../resources/databases/store.ts';
import { unsavedDataset } from '../resources/datasets/resolved.ts';
import { createQueryService } from '../resources/queries/service.ts';
import { createSqlRunHandler, SQL_RUN, writeSqlRun } from '../resources/queries/sql-run-job.ts';
import { createQueryStore } from '../resources/queries/store.ts';
import { notingLastRuns } from '../resources/saved-queries/last-runs.ts';
import { createSavedQueryStore } from '../resources/saved-queries/store.ts';
import { createSqlLabService } from '../resources/sql-lab/service.ts';
import { createResultFiles } from '../sql-runs/result-files.ts';
import type { ErrorRecord } from '../sql-runs/run-record.ts';
import type { FindDatabase, RunDatabase, RunRequest } from '../sql-runs/run-request.ts';
import { createSqlRuns } from '../sql-runs/sql-runs.ts';
import type { Ground } from './ground.ts';
import type { Rules } from './rules.ts';
import type { Sources } from './sources.ts';
import { createPolicy, openDatabase } from './sql-policy.ts';

export type SqlEditor = ReturnType<typeof createSqlEditor>;

const MB = 1024 * 1024;
const HOUR_MS = 3_600_000;

type Later = {
  /** Jobs run what is queued here. */
  readonly jobs: () => Jobs;
  /** A user as they are now; null when gone. */
  readonly user: (userId: number) => Promise<Principal | null>;
};

/** The SQL editor: queries that people run, what is kept of them, and their history. */
export function createSqlEditor(ground: Ground, sources: Sources, rules: Rules, later: Later) {
  const { config, db, now, nowMs } = ground;
  const queryStore = createQueryStore(db, now, (...written) => ground.retention.wrote('sql_queries', ...written));
  const files = createResultFiles({
    folder: config.sqlResultsFolder ?? join(config.home, 'data', 'results'),
    maxBytes: config.sqlResultsMb * MB,
    maxAgeMs: config.sqlResultHours * HOUR_MS,
    now: nowMs,
  });
  const findDatabase: FindDatabase = (principal, id) => openDatabase(sources, principal, id);
  const runs = createRuns({ ground, sources, rules, later, queryStore, files, findDatabase });
  const queries = createQueryService({
    store: queryStore,
    runs,
    cancelJob: async (key, userId) => void (await later.jobs().cancel(key, userId)),
  });
  return {
    queryStore,
    queries,
    files,
    runs,
    sqlLab: createSqlLabService({ runs, files, queries, findDatabase, maxRows: config.sqlRowLimit, now }),
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
    /** End what a server that is gone left in the middle, and remove results that are old. @param since  Not written down since */
    sweep: async (since: Date): Promise<void> => {
      await queryStore.ledger.endLeft(since, described(new AppError('run_interrupted', { changesData: false })));
      await files.sweep();
    },
  };
}

type RunsNeeds = {
  readonly ground: Ground;
  readonly sources: Sources;
  readonly rules: Rules;
  readonly later: Later;
  readonly queryStore: ReturnType<typeof createQueryStore>;
  readonly files: ReturnType<typeof createResultFiles>;
  readonly findDatabase: FindDatabase;
};

function createRuns({ ground, sources, rules, later, queryStore, files, findDatabase }: RunsNeeds) {
  const { config, nowMs, monotonicMs, warn } = ground;
  return createSqlRuns({
    findDatabase,
    render: renderer(sources.databaseStore, rules),
    policy: createPolicy(sources, rules, config.featureFlags['RLS_IN_SQLLAB'] === true),
    engines: ({ id, version }) => sources.engines.engineFor(id, version),
    quotas: rules.quotas,
    ledger: notingLastRuns(queryStore, createSavedQueryStore(ground.db)),
    files,
    queueJob: async (request, key) => {
      const { userId } = request.principal;
      const job = { kind: SQL_RUN, payload: writeSqlRun(request), user_id: userId, channel: `sql runs of ${userId}` };
      await later.jobs().submit(job, key);
    },
    placeOf: ({ databaseId, fairnessKey, clientId }) => sources.engines.placeOf(databaseId, fairnessKey, clientId),
    now: nowMs,
    monotonicMs,
    describe: described,
    warn,
    timeoutMs: config.sqlTimeoutSeconds * 1000,
    asyncTimeoutMs: config.sqlAsyncTimeoutSeconds * 1000,
    maxBytes: config.resultMb * MB,
  });
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
