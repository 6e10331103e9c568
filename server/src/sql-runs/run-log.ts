import { outcomeOf, type LoggedQuery, type QueryLogger } from '../chart-data/edge/query-log.ts';
import type { LiveRun } from './live-runs.ts';
import type { RunEnd } from './run-life.ts';
import type { RunDatabase, RunRequest } from './run-request.ts';
import type { PlannedScript } from './run-script.ts';

export type LoggedRun = {
  readonly request: Pick<RunRequest, 'principal' | 'clientId' | 'sql'>;
  readonly database: Pick<RunDatabase, 'id' | 'name'>;
  /** `null` where it failed before it was planned. */
  readonly planned: PlannedScript | null;
  readonly startMs: number;
  readonly durationMs: number;
  readonly rows: number;
  readonly source: LoggedQuery['source'];
};

/** Write a run to the log of all queries. What may hold row-level rules is not shown there. */
export function logRun(log: QueryLogger, run: LoggedRun, { error }: RunEnd): void {
  const { request, database, planned } = run;
  const holdsRules = planned?.holdsRules === true;
  const sql = (): string => planned?.plans.map(({ query }) => query.text).join(';\n') ?? request.sql;
  log({
    startMs: run.startMs,
    durationMs: run.durationMs,
    userId: request.principal.userId,
    username: request.principal.username,
    source: run.source,
    kind: 'full',
    dataset: { id: null, name: null, databaseId: database.id, databaseName: database.name },
    path: 'own',
    chartId: null,
    dashboardId: null,
    rows: error === null ? run.rows : null,
    isCached: false,
    key: holdsRules ? null : request.clientId,
    sql: holdsRules ? null : sql,
    ...outcomeOf(error, { rows: run.rows, isCached: false, key: null, sql: null, holdsRules }),
  });
}

/** What the log tells of a run of this server. */
export function isReported({ why, isAsync }: LiveRun): boolean {
  // Another server goes on with it, or the next one does.
  return why !== 'lost' && !(why === 'closing' && isAsync);
}
