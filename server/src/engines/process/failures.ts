import { AppError } from '@tessera/core/errors/app-error';
import { failedQuery } from '../errors/failure.ts';
import type { EngineProcess, Gone, Incoming } from './engine-process.ts';
import type { ProcessPool } from './process-pool.ts';

export type Failures = ReturnType<typeof createFailures>;

/** What a process says of a query that it could not answer, and whether the query may be tried again. */
export function createFailures(dialect: string, { unavailable }: Pick<ProcessPool, 'unavailable'>) {
  /** Of queries whose process ended with others in it. */
  const perhapsOfOthers = new WeakSet<AppError>();
  /** Of queries that their process did not even begin. */
  const notBegun = new WeakSet<AppError>();

  function errorOfFailed(from: EngineProcess, reply: Incoming & { readonly type: 'failed' }, sql: string): AppError {
    // Engines do not give back all that a query took which failed so: others end in this process, new ones begin in the
    // next.
    if (reply.kind === 'memory' || reply.kind === 'broken' || reply.kind === 'spent') from.isRetired = true;
    if (reply.kind !== 'spent') return failedQuery(dialect, reply, sql);
    const error = unavailable();
    notBegun.add(error);
    return error;
  }

  function errorOfGone(gone: Gone): AppError {
    const error = gone.isOutOfMemory ? new AppError('engine_memory', {}) : unavailable(gone.crash);
    if (gone.inCompany) perhapsOfOthers.add(error);
    return error;
  }

  return {
    errorOf: (from: EngineProcess, reply: Incoming & { readonly type: 'failed' | 'gone' }, sql: string): AppError =>
      reply.type === 'gone' ? errorOfGone(reply) : errorOfFailed(from, reply, sql),
    isPerhapsOfOthers: (error: AppError): boolean => perhapsOfOthers.has(error),
    isNotBegun: (error: AppError): boolean => notBegun.has(error),
  };
}
