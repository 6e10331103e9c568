import { AppError, isAppError } from '@tessera/core/errors/app-error';
import type { Engine, RunOptions } from '../engine.ts';

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

/**
 * The same engine, given up for a while when its database hangs: accepts and never answers. A query that ran out of
 * time may just be slow, or may have waited for a connection behind slow ones, so the database is asked for a sign of
 * life past all of them; without one, queries fail at once until it gives one, instead of each waiting out its time. An
 * engine that cannot be asked stays as it is.
 */
export function guarded(engine: Engine, { name, now, probeMs = 5000, restMs = 10_000 }: Settings): Engine {
  return engine.answers ? guardedBy(engine.answers, engine, { name, now, probeMs, restMs }) : engine;
}

function guardedBy(
  answers: NonNullable<Engine['answers']>,
  engine: Engine,
  { name, now, probeMs, restMs }: Required<Settings>,
): Engine {
  let silentSince: number | null = null;
  let probing: Promise<boolean> | null = null;

  function probe(): Promise<boolean> {
    probing ??= answers(AbortSignal.timeout(probeMs))
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
    if (silentSince === null && probing === null) return;
    const left = silentSince === null ? 0 : silentSince + restMs - now();
    const silent = (ms: number) =>
      new AppError('database_silent', { database: name, seconds: Math.max(1, Math.ceil(ms / 1000)) });
    if (left > 0) throw silent(left);
    // Also while the first sign of life is still awaited: a query begun now might wait out its whole time.
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
