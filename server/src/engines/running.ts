import { asksOf, type Askers } from './askers.ts';
import type { Engine, Progress } from './engine.ts';

/**
 * A query that runs now: for how long, how far it is as far as its database tells, and which requests of the person
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
    turn: string,
    askers?: Askers,
  ) => { readonly report: (progress: Progress) => void; readonly end: () => void };
  /** Those that one person began or waits for, the oldest first. */
  readonly of: (turn: string) => readonly RunningQuery[];
};

/** The queries that this server runs at a database. @param now milliseconds of a clock that does not go back */
export function createRunning(now: () => number): Running {
  const all = new Set<{
    readonly turn: string;
    readonly askers: Askers | undefined;
    readonly startedMs: number;
    progress: Progress;
  }>();
  return {
    begin: (turn, askers) => {
      const one = { turn, askers, startedMs: now(), progress: { share: null, rows: null } as Progress };
      all.add(one);
      return { report: (progress) => void (one.progress = progress), end: () => void all.delete(one) };
    },
    of: (turn) =>
      [...all].flatMap((one) => {
        const asks = asksOf(one.askers, turn);
        return one.turn === turn || asks.length > 0
          ? [{ elapsedMs: Math.round(now() - one.startedMs), ...one.progress, asks }]
          : [];
      }),
  };
}

/** The same engine, whose queries can be watched by the people who asked them. */
export function watchedBy(engine: Engine, running: Running): Engine {
  return {
    ...engine,
    run: async (query, options) => {
      const one = running.begin(options.turn ?? '', options.askers);
      try {
        return await engine.run(query, { ...options, onProgress: one.report });
      } finally {
        one.end();
      }
    },
    stream: async function* stream(query, options) {
      const one = running.begin(options.turn ?? '', options.askers);
      try {
        let rows = 0;
        for await (const batch of engine.stream(query, { ...options, onProgress: one.report })) {
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
