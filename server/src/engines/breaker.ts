import { AppError, isAppError } from '@tessera/core/errors/app-error';
import type { Engine, RunOptions } from './engine.ts';

type Settings = {
  /** Name of the database on screen. */
  readonly name: string;
  /** Milliseconds of a clock that only goes on. */
  readonly now: () => number;
  /** How long a sign of life may take. */
  readonly probeMs?: number;
  /** How long a database that gave none is left alone. */
  readonly restMs?: number;
};

const PROBE = { text: 'SELECT 1', parameters: [] } as const;

/**
 * The same engine, given up for a while when its database hangs: accepts and never answers. A query that ran out of time
 * may just be slow, so the database is asked for a sign of life; without one, queries fail at once until it gives one,
 * instead of each waiting out its time.
 */
export function guarded(engine: Engine, { name, now, probeMs = 5000, restMs = 10_000 }: Settings): Engine {
  let silentSince: number | null = null;
  let probing: Promise<boolean> | null = null;

  function probe(): Promise<boolean> {
    probing ??= engine
      .run(PROBE, { signal: new AbortController().signal, timeoutMs: probeMs, maxRows: 1 })
      .then(() => true, (error: unknown) => !isAppError(error, 'query_timeout'))
      .then((isAlive) => {
        silentSince = isAlive ? null : now();
        return isAlive;
      })
      .finally(() => {
        probing = null;
      });
    return probing;
  }

  /** @throws AppError database_silent */
  async function check({ signal }: RunOptions): Promise<void> {
    if (silentSince === null) return;
    const left = silentSince + restMs - now();
    const silent = (ms: number) => new AppError('database_silent', { database: name, seconds: Math.max(1, Math.ceil(ms / 1000)) });
    if (left > 0) throw silent(left);
    if (!(await probe())) throw silent(restMs);
    if (signal.aborted) throw new AppError('query_cancelled', {});
  }

  function heard(): void {
    silentSince = null;
  }

  function failed(error: unknown): void {
    if (isAppError(error, 'query_timeout')) void probe();
  }

  return {
    ...engine,
    run: async (query, options) => {
      await check(options);
      try {
        const result = await engine.run(query, options);
        heard();
        return result;
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    stream: async function* stream(query, options) {
      await check(options);
      try {
        for await (const batch of engine.stream(query, options)) {
          heard();
          yield batch;
        }
      } catch (error) {
        failed(error);
        throw error;
      }
    },
  };
}
