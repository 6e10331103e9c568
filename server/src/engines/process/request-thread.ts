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
   * @param fairnessKey  Whose request it is; people take turns.
   * @throws AppError query_cancelled while it waits for its turn, and DataCloneError for what cannot be copied to a
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

/**
 * A thread for work that it does not come back from in time, or not at all: then it ends, and another one is started
 * for the next request.
 */
export function createAskedThread<Request, Reply extends object>({
  script,
  resourceLimits,
  limitMs,
  idleMs,
  isSpent,
}: Needs<Reply>): AskedThread<Request, Reply> {
  /** One request at a time, so that its time is its own. */
  const semaphore = createSemaphore(1);
  let worker: Worker | null = null;
  let asked: Asked<Reply> | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    const fresh = new Worker(script, { resourceLimits, env: {} });
    fresh.unref();
    // What an ended thread says late is not about its successor.
    fresh.on('message', (said: Said<Reply>) => (worker === fresh ? asked?.hear(said) : undefined));
    fresh.on('error', () => end(fresh, 'broken'));
    fresh.on('exit', () => end(fresh, 'broken'));
    worker = fresh;
    return fresh;
  }

  function end(ended: Worker, failure: Failure): void {
    if (worker !== ended) return;
    worker = null;
    asked?.lose(failure);
    void ended.terminate();
  }

  async function askNow(request: Request): Promise<Answer<Reply>> {
    clearTimeout(idle);
    const own = worker ?? start();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Answer<Reply>>((resolve) => {
        let hasBegun = false;
        const mine: Asked<Reply> = {
          hear: (said) => {
            if (said !== 'began') return resolve({ reply: said });
            hasBegun = true;
            endAfter(limitMs);
          },
          // Before it has begun, nothing of the request is to blame.
          lose: (failure) => resolve({ failure: hasBegun ? failure : 'unloaded' }),
        };
        /** Where the server was held up itself, the reply may be there already: it is heard first. */
        const endAfter = (ms: number) => {
          clearTimeout(timer);
          timer = setTimeout(() => setImmediate(() => (asked === mine ? end(own, 'late') : undefined)), ms);
        };
        asked = mine;
        endAfter(LOADING_MS);
        own.postMessage(request);
      });
    } finally {
      clearTimeout(timer);
      asked = null;
      if (idleMs !== undefined) idle = setTimeout(() => end(own, 'broken'), idleMs).unref();
    }
  }

  return {
    ask: async (request, { signal, fairnessKey = '' }) => {
      const leave = await semaphore.enter(fairnessKey, signal);
      try {
        const answer = await askNow(request);
        if (worker !== null && 'reply' in answer && isSpent?.(answer.reply) === true) end(worker, 'broken');
        return answer;
      } finally {
        leave();
      }
    },
    close: async () => {
      clearTimeout(idle);
      await worker?.terminate();
    },
  };
}
