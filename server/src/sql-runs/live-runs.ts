import type { Progress } from '../engines/engine.ts';
import type { StatementRecord } from './run-record.ts';

/**
 * Why a run is stopped here: by its user, by the end of this server, or because another server has it.
 */
export type StopReason = 'stopped' | 'closing' | 'lost';

/** A run of this server while it lasts. */
export type LiveRun = {
  readonly clientId: string;
  readonly databaseId: number;
  readonly userId: number;
  readonly fairnessKey: string;
  readonly isAsync: boolean;
  readonly signal: AbortSignal;
  readonly stop: (why: StopReason) => void;
  readonly startedMs: number;
  why: StopReason | null;
  statements: StatementRecord[];
  /** Of all statements together. */
  rows: number;
  bytes: number;
  /** Of the statement that runs. */
  database: Progress;
  /** Resolves when the last of it is done; never rejects. */
  ended: Promise<unknown>;
};

export type LiveRuns = ReturnType<typeof createLiveRuns>;

/** The runs of this server. @param now  milliseconds of a clock that does not go back */
export function createLiveRuns(now: () => number) {
  const all = new Map<string, LiveRun>();
  return {
    begin: (run: Pick<LiveRun, 'clientId' | 'databaseId' | 'userId' | 'fairnessKey' | 'isAsync'>): LiveRun => {
      const controller = new AbortController();
      const live: LiveRun = {
        ...run,
        signal: controller.signal,
        stop: (why) => {
          live.why ??= why;
          controller.abort();
        },
        startedMs: now(),
        why: null,
        statements: [],
        rows: 0,
        bytes: 0,
        database: { share: null, rows: null },
        ended: Promise.resolve(),
      };
      all.set(live.clientId, live);
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
