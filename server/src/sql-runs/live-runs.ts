import type { Progress } from '../engines/engine.ts';
import type { StatementRecord } from './run-record.ts';

/** A run of this server while it lasts. */
export type LiveRun = {
  readonly clientId: string;
  readonly databaseId: number;
  readonly fairnessKey: string;
  readonly signal: AbortSignal;
  readonly stop: () => void;
  readonly startedMs: number;
  statements: StatementRecord[];
  /** Of all statements together. */
  rows: number;
  bytes: number;
  /** Of the statement that runs. */
  database: Progress;
};

export type LiveRuns = ReturnType<typeof createLiveRuns>;

/** The runs of this server. @param now  milliseconds of a clock that does not go back */
export function createLiveRuns(now: () => number) {
  const all = new Map<string, LiveRun>();
  return {
    begin: (clientId: string, databaseId: number, fairnessKey: string): LiveRun => {
      const controller = new AbortController();
      const live: LiveRun = {
        clientId,
        databaseId,
        fairnessKey,
        signal: controller.signal,
        stop: () => controller.abort(),
        startedMs: now(),
        statements: [],
        rows: 0,
        bytes: 0,
        database: { share: null, rows: null },
      };
      all.set(clientId, live);
      return live;
    },
    end: (live: LiveRun): void => {
      if (all.get(live.clientId) === live) all.delete(live.clientId);
    },
    find: (clientId: string): LiveRun | null => all.get(clientId) ?? null,
    all: (): readonly LiveRun[] => [...all.values()],
    elapsedMs: (live: LiveRun): number => Math.round(now() - live.startedMs),
  };
}

/** How much of all statements is done, from 0 to 1; `null` where nothing tells. */
export function shareOf({ statements, database }: Pick<LiveRun, 'statements' | 'database'>): number | null {
  if (statements.length === 0) return null;
  const done = statements.filter(({ state }) => state === 'success').length;
  if (statements.length === 1 && database.share === null) return null;
  return Math.min(1, (done + (database.share ?? 0)) / statements.length);
}
