import { AppError, isAppError } from '@tessera/core/errors/app-error';
import type { CompiledQuery } from '@tessera/query/structured-query';
import { bindAll } from '../../bind-all.ts';
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

type Circuit = {
  readonly answers: NonNullable<Engine['answers']>;
  readonly engine: Engine;
  readonly name: string;
  readonly now: () => number;
  readonly probeMs: number;
  readonly restMs: number;
  silentSince: number | null;
  probing: Promise<boolean> | null;
};

function guardedBy(
  answers: NonNullable<Engine['answers']>,
  engine: Engine,
  { name, now, probeMs, restMs }: Required<Settings>,
): Engine {
  const circuit: Circuit = {
    answers,
    engine,
    name,
    now,
    probeMs,
    restMs,
    silentSince: null,
    probing: null,
  };
  const { write } = engine;
  return {
    ...engine,
    ...bindAll(circuit, { run, stream }),
    ...(write && { write: (query, options) => heeded(circuit, options, () => write(query, options)) }),
  };
}

function probe(circuit: Circuit): Promise<boolean> {
  circuit.probing ??= circuit
    .answers(AbortSignal.timeout(circuit.probeMs))
    .then((isAlive) => {
      circuit.silentSince = isAlive ? null : circuit.now();
      return isAlive;
    })
    .finally(() => {
      circuit.probing = null;
    });
  return circuit.probing;
}

/** @throws AppError database_silent */
async function check(circuit: Circuit, { signal }: RunOptions): Promise<void> {
  if (circuit.silentSince === null && circuit.probing === null) return;
  const left = circuit.silentSince === null ? 0 : circuit.silentSince + circuit.restMs - circuit.now();
  const silent = (ms: number) =>
    new AppError('database_silent', { database: circuit.name, seconds: Math.max(1, Math.ceil(ms / 1000)) });
  if (left > 0) throw silent(left);
  // Also while the first sign of life is still awaited: a query begun now might wait out its whole time.
  if (!(await probe(circuit))) throw silent(circuit.restMs);
  if (signal.aborted) throw new AppError('query_cancelled', {});
}

function heard(circuit: Circuit): void {
  circuit.silentSince = null;
}

function failed(circuit: Circuit, error: unknown): void {
  if (isAppError(error, 'query_timeout')) void probe(circuit);
}

async function heeded<T>(circuit: Circuit, options: RunOptions, work: () => Promise<T>): Promise<T> {
  await check(circuit, options);
  try {
    const result = await work();
    heard(circuit);
    return result;
  } catch (error) {
    failed(circuit, error);
    throw error;
  }
}

function run(circuit: Circuit, query: CompiledQuery, options: RunOptions) {
  return heeded(circuit, options, () => circuit.engine.run(query, options));
}

async function* stream(circuit: Circuit, query: CompiledQuery, options: RunOptions) {
  await check(circuit, options);
  try {
    for await (const batch of circuit.engine.stream(query, options)) {
      heard(circuit);
      yield batch;
    }
  } catch (error) {
    failed(circuit, error);
    throw error;
  }
}
