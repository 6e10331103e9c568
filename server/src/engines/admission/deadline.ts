import { AppError, isAppError } from '@tessera/core/errors/app-error';
import type { RunOptions } from '../engine.ts';

/**
 * The error of a query whose time is over. A wait before it may have taken a thousandth of a second of that, which is
 * no news.
 */
export function timedOut(timeoutMs: number, options?: ErrorOptions): AppError<'query_timeout'> {
  return new AppError('query_timeout', { seconds: Math.round(timeoutMs / 100) / 10 }, options);
}

/**
 * Wait for something that a query needs before it runs. It counts towards the time of the query.
 *
 * @param wait  Rejects with query_cancelled when its signal aborts: the caller left, or the time is over.
 * @returns what was waited for, and the options with the time that is left
 * @throws AppError query_timeout, and what `wait` rejects with
 */
export async function withinDeadline<Got, Options extends Pick<RunOptions, 'signal' | 'timeoutMs'>>(
  options: Options,
  wait: (signal: AbortSignal) => Promise<Got>,
): Promise<{ readonly got: Got; readonly options: Options }> {
  const began = performance.now();
  const deadline = AbortSignal.timeout(Math.ceil(options.timeoutMs));
  try {
    const got = await wait(AbortSignal.any([options.signal, deadline]));
    return { got, options: { ...options, timeoutMs: Math.max(1, options.timeoutMs - (performance.now() - began)) } };
  } catch (error) {
    const isOver = isAppError(error, 'query_cancelled') && deadline.aborted && !options.signal.aborted;
    throw isOver ? timedOut(options.timeoutMs, { cause: error }) : error;
  }
}

/**
 * Who leaves does not wait for what goes on without them.
 * @throws AppError query_cancelled, and what the promise
 * rejects with
 */
export async function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let leave = (): void => undefined;
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(new AppError('query_cancelled', {}));
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
  try {
    return await Promise.race([promise, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/**
 * What a database says to a question of our own, which takes its time at most.
 * @throws AppError query_timeout, and what
 * `ask` rejects with
 */
export async function inTime<T>(
  timeoutMs: number,
  ask: (signal: AbortSignal) => Promise<T>,
  signal = new AbortController().signal,
): Promise<T> {
  return (await withinDeadline({ signal, timeoutMs }, ask)).got;
}
