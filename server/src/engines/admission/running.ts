import { requestIdsOf, type Waiters } from './waiters.ts';
import type { Engine, Progress, RunOptions } from '../engine.ts';

/**
 * A query that runs now: for how long, how far it is as far as its database tells, and which requests of the user
 * wait for it.
 */
export type RunningQuery = {
  readonly elapsedMs: number;
  readonly share: number | null;
  readonly rows: number | null;
  readonly asks: readonly string[];
};

export type Running = {
  readonly begin: (
    fairnessKey: string,
    waiters?: Waiters,
  ) => { readonly report: (progress: Progress) => void; readonly end: () => void };
  /** Those that one user began or waits for, the oldest first. */
  readonly of: (fairnessKey: string) => readonly RunningQuery[];
};

/** The queries that this server runs at a database. @param now milliseconds of a clock that does not go back */
export function createRunning(now: () => number): Running {
  const all = new Set<{
    readonly fairnessKey: string;
    readonly waiters: Waiters | undefined;
    readonly startedMs: number;
    progress: Progress;
  }>();
  return {
    begin: (fairnessKey, waiters) => {
      const one = { fairnessKey, waiters, startedMs: now(), progress: { share: null, rows: null } as Progress };
      all.add(one);
      return { report: (progress) => void (one.progress = progress), end: () => void all.delete(one) };
    },
    of: (fairnessKey) =>
      [...all].flatMap((one) => {
        const asks = requestIdsOf(one.waiters, fairnessKey);
        return one.fairnessKey === fairnessKey || asks.length > 0
          ? [{ elapsedMs: Math.round(now() - one.startedMs), ...one.progress, asks }]
          : [];
      }),
  };
}

/** The same engine, whose queries can be watched by the users who asked them. */
export function watchedBy(engine: Engine, running: Running): Engine {
  const watched = async <T, O extends RunOptions>(options: O, work: (options: O) => Promise<T>): Promise<T> => {
    const one = running.begin(options.fairnessKey ?? '', options.waiters);
    try {
      return await work({ ...options, onProgress: both(one.report, options.onProgress) });
    } finally {
      one.end();
    }
  };
  const { write } = engine;
  return {
    ...engine,
    run: (query, options) => watched(options, (own) => engine.run(query, own)),
    ...(write && { write: (query, options) => watched(options, (own) => write(query, own)) }),
    stream: async function* stream(query, options) {
      const one = running.begin(options.fairnessKey ?? '', options.waiters);
      try {
        let rows = 0;
        for await (const batch of engine.stream(query, {
          ...options,
          onProgress: both(one.report, options.onProgress),
        })) {
          rows += batch.table.rowCount;
          one.report({ share: null, rows });
          yield batch;
        }
      } finally {
        one.end();
      }
    },
  };
}

type OnProgress = (progress: Progress) => void;

function both(first: OnProgress, second: OnProgress | undefined): OnProgress {
  if (second === undefined) return first;
  return (progress) => {
    first(progress);
    second(progress);
  };
}
