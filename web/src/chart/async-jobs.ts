import { say, t } from '@tessera/core/messages';
import { ApiError, asWords, networkError } from '../api/api-error.ts';
import {
  startAsync,
  stepAsync,
  type AsyncEffect,
  type AsyncInput,
  type AsyncState,
  type JobEvent,
} from './async-events.ts';

/** What waiting needs of the browser; a test gives its own. */
export type AsyncIo = {
  /** Events after an id. */
  readonly poll: (lastId: string | null) => Promise<readonly JobEvent[]>;
  readonly cancel: (job: string) => Promise<unknown>;
  /** Open a websocket that tells of every event, and of its opening and closing. */
  readonly connect: (
    lastId: string | null,
    on: { readonly open: () => void; readonly close: () => void; readonly event: (event: JobEvent) => void },
  ) => void;
  readonly keep: (lastId: string) => void;
  readonly warn: (text: string) => void;
  readonly later: (run: () => void, afterMs: number) => void;
};

export type AsyncJobs = {
  /**
   * Wait for the end of a job. Leaving early stops it on the server.
   *
   * @returns where its result is
   * @throws ApiError with what the job failed of; DOMException AbortError when stopped
   */
  readonly wait: (job: string, signal: AbortSignal) => Promise<string>;
};
type Waiter = { readonly resolve: (url: string) => void; readonly reject: (error: unknown) => void };

/** The effects around the rules of async-events.ts. */
export function createAsyncJobs(
  io: AsyncIo,
  {
    transport,
    lastId,
    pollMs,
  }: { readonly transport: AsyncState['transport']; readonly lastId: string | null; readonly pollMs: number },
): AsyncJobs {
  let state = startAsync(transport, lastId);
  const waiters = new Map<string, Waiter>();

  function send(input: AsyncInput): void {
    const [next, effects] = stepAsync(state, input, pollMs);
    state = next;
    effects.forEach(act);
  }

  function act(effect: AsyncEffect): void {
    switch (effect.type) {
      case 'poll':
        io.later(
          () =>
            void io.poll(state.lastId).then(
              (events) => send({ type: 'polled', events }),
              () => send({ type: 'poll_failed' }),
            ),
          effect.afterMs,
        );
        return;
      case 'connect':
        io.later(
          () =>
            io.connect(state.lastId, {
              open: () => send({ type: 'opened' }),
              close: () => send({ type: 'closed' }),
              event: (event) => send({ type: 'told', event }),
            }),
          effect.afterMs,
        );
        return;
      case 'retry':
        io.later(() => send({ type: 'again', event: effect.event, attempt: effect.attempt }), effect.afterMs);
        return;
      case 'settle':
        settle(effect.event);
        return;
      case 'give_up':
        for (const job of effect.jobs) end(job)?.reject(networkError());
        return;
      case 'drop':
        io.warn(`Nobody waits for the job ${effect.event.job_id}.`);
        return;
      case 'keep':
        io.keep(effect.lastId);
    }
  }

  function settle(event: JobEvent): void {
    const waiter = end(event.job_id);
    if (event.status === 'done' && event.result_url !== null) waiter?.resolve(event.result_url);
    else waiter?.reject(errorOf(event));
  }

  function end(job: string): Waiter | undefined {
    const waiter = waiters.get(job);
    waiters.delete(job);
    return waiter;
  }

  return {
    wait: (job, signal) =>
      new Promise((resolve, reject) => {
        const leave = (): void => {
          if (!end(job)) return;
          send({ type: 'leave', job });
          io.cancel(job).catch(() => undefined); // it ends by itself when nobody asks any more
          reject(new DOMException('The chart was stopped.', 'AbortError'));
        };
        const done = (): void => signal.removeEventListener('abort', leave);
        waiters.set(job, {
          resolve: (url) => {
            done();
            resolve(url);
          },
          reject: (error) => {
            done();
            reject(error instanceof Error ? error : new Error(String(error)));
          },
        });
        signal.addEventListener('abort', leave);
        if (signal.aborted) leave();
        else send({ type: 'wait', job });
      }),
  };
}

/** The errors of an event are those of an answer, said in the language of the page. */
function errorOf({ errors, job_id }: JobEvent): ApiError {
  const items = errors.map((error) => {
    const { message, error_type: type, extra } = (error ?? {}) as Readonly<Record<string, unknown>>;
    const { words: given, ...rest } = (extra ?? {}) as Readonly<Record<string, unknown>>;
    const words = asWords(given);
    const text = typeof message === 'string' ? message : String(error);
    return {
      message: words === null ? text : say(words),
      type: typeof type === 'string' ? type : null,
      extra: rest,
    };
  });
  const [first] = items;
  return new ApiError({
    status: 400,
    message: first?.message ?? t('Unknown error'),
    code: first?.type ?? null,
    errors: items,
    requestId: job_id,
  });
}
