import { AppError } from '@tessera/core/errors/app-error';
import { timedOut } from './deadline.ts';

type Limits = { readonly signal: AbortSignal; readonly timeoutMs: number };

/**
 * Run `work` until it ends, the caller aborts, the time is over or the reader leaves. In the last three cases the
 * signal that `work` gets is aborted: it then cancels in the database, and nobody waits for it, so that a server which
 * never answers holds nobody up.
 *
 * @param explain  Turns what `work` throws into an AppError.
 * @throws AppError query_cancelled, query_timeout, and what `explain` gives
 */
export async function* stoppable<Item>(
  limits: Limits,
  work: (signal: AbortSignal) => AsyncGenerator<Item, void>,
  explain: (error: unknown) => Error,
): AsyncGenerator<Item, void> {
  if (limits.signal.aborted) throw new AppError('query_cancelled', {});
  const state: { why: 'cancelled' | 'timeout' | null } = { why: null };
  const stop = new AbortController();
  const halt = (why: 'cancelled' | 'timeout') => {
    state.why ??= why;
    stop.abort();
  };
  const onAbort = () => halt('cancelled');
  const timer = setTimeout(() => halt('timeout'), limits.timeoutMs);
  limits.signal.addEventListener('abort', onAbort, { once: true });
  const stopped = new Promise<never>((_, reject) =>
    stop.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
  );
  stopped.catch(() => undefined);
  const items = work(stop.signal);
  try {
    for (;;) {
      const next = await Promise.race([items.next(), stopped]);
      if (next.done) return;
      yield next.value;
      stop.signal.throwIfAborted();
    }
  } catch (error) {
    if (state.why === 'timeout') throw timedOut(limits.timeoutMs, { cause: error });
    if (state.why === 'cancelled') throw new AppError('query_cancelled', {}, { cause: error });
    throw explain(error);
  } finally {
    clearTimeout(timer);
    limits.signal.removeEventListener('abort', onAbort);
    stop.abort();
    void items.return().catch(() => undefined);
  }
}
