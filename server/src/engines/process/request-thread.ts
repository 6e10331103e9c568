import { Worker, type ResourceLimits } from 'node:worker_threads';
import { createSemaphore } from '../admission/semaphore.ts';

/**
 * What a thread says to a request: first that it begins with it, once that whatever it needs is loaded, then its reply.
 */
export type Said<Reply extends object> = 'began' | Reply;

/**
 * `late`: the request took longer than it may; `broken`: it took the thread along; `unloaded`: the thread never began
 * with it.
 */
export type Answer<Reply> = { readonly reply: Reply } | { readonly failure: 'late' | 'broken' | 'unloaded' };

export type AskedThread<Request, Reply> = {
  /**
   * @param fairnessKey  Whose request it is; slots go round between users.
   * @throws AppError query_cancelled while it waits for a slot, and DataCloneError for what cannot be copied to a
   * thread
   */
  readonly ask: (
    request: Request,
    options: { readonly signal: AbortSignal; readonly fairnessKey?: string | undefined },
  ) => Promise<Answer<Reply>>;
  readonly close: () => Promise<void>;
};

type Needs<Reply> = {
  readonly script: string;
  readonly resourceLimits: ResourceLimits;
  /** Milliseconds for one request, from where the thread begins with it. */
  readonly limitMs: number;
  /** A thread that is not asked for so long ends, and gives its memory back. */
  readonly idleMs?: number;
  /** Is the thread not to be trusted any more behind this reply? */
  readonly isSpent?: (reply: Reply) => boolean;
};
type Failure = 'late' | 'broken';
type Asked<Reply extends object> = {
  readonly hear: (said: Said<Reply>) => void;
  readonly lose: (failure: Failure) => void;
};

/** Loading is the server's own time, and not that of a request. */
const LOADING_MS = 30_000;

type ThreadState<Reply extends object> = Needs<Reply> & {
  /** One request at a time, so that its time is its own. */
  readonly semaphore: ReturnType<typeof createSemaphore>;
  worker: Worker | null;
  asked: Asked<Reply> | null;
  idle: NodeJS.Timeout | undefined;
};

/**
 * A thread for work that it does not come back from in time, or not at all: then it ends, and another one is started
 * for the next request.
 */
export function createAskedThread<Request, Reply extends object>(needs: Needs<Reply>): AskedThread<Request, Reply> {
  const thread: ThreadState<Reply> = {
    ...needs,
    semaphore: createSemaphore(1),
    worker: null,
    asked: null,
    idle: undefined,
  };
  return { ask: (request, sender) => ask(thread, request, sender), close: () => close(thread) };
}

function start<Reply extends object>(thread: ThreadState<Reply>): Worker {
  const fresh = new Worker(thread.script, { resourceLimits: thread.resourceLimits, env: {} });
  fresh.unref();
  // What an ended thread says late is not about its successor.
  fresh.on('message', (said: Said<Reply>) => (thread.worker === fresh ? thread.asked?.hear(said) : undefined));
  // Its exit follows, behind all that it still said: an error alone may come before those words.
  fresh.on('error', () => undefined);
  fresh.on('exit', () => end(thread, fresh, 'broken'));
  thread.worker = fresh;
  return fresh;
}

function end<Reply extends object>(thread: ThreadState<Reply>, ended: Worker, failure: Failure): void {
  if (thread.worker !== ended) return;
  thread.worker = null;
  thread.asked?.lose(failure);
  void ended.terminate();
}

async function askNow<Reply extends object>(thread: ThreadState<Reply>, request: unknown): Promise<Answer<Reply>> {
  clearTimeout(thread.idle);
  const own = thread.worker ?? start(thread);
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Answer<Reply>>((resolve) => {
      let hasBegun = false;
      const mine: Asked<Reply> = {
        hear: (said) => {
          if (said !== 'began') return resolve({ reply: said });
          hasBegun = true;
          endAfter(thread.limitMs);
        },
        // Before it has begun, nothing of the request is to blame.
        lose: (failure) => resolve({ failure: hasBegun ? failure : 'unloaded' }),
      };
      /** Where the server was delayed itself, the reply may be there already: it is heard first. */
      const endAfter = (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(
          () => setImmediate(() => (thread.asked === mine ? end(thread, own, 'late') : undefined)),
          ms,
        );
      };
      thread.asked = mine;
      endAfter(LOADING_MS);
      own.postMessage(request);
    });
  } finally {
    clearTimeout(timer);
    thread.asked = null;
    if (thread.idleMs !== undefined) thread.idle = setTimeout(() => end(thread, own, 'broken'), thread.idleMs).unref();
  }
}

async function ask<Reply extends object>(
  thread: ThreadState<Reply>,
  request: unknown,
  { signal, fairnessKey = '' }: { readonly signal: AbortSignal; readonly fairnessKey?: string | undefined },
) {
  const leave = await thread.semaphore.enter(fairnessKey, signal);
  try {
    const answer = await askNow(thread, request);
    if (thread.worker !== null && 'reply' in answer && thread.isSpent?.(answer.reply) === true)
      end(thread, thread.worker, 'broken');
    return answer;
  } finally {
    leave();
  }
}

async function close<Reply extends object>(thread: ThreadState<Reply>) {
  clearTimeout(thread.idle);
  await thread.worker?.terminate();
}
