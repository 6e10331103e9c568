import { fork } from 'node:child_process';
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
  /** Has it been started, and not ended since? */
  readonly isAwake: () => boolean;
  readonly close: () => Promise<void>;
};

type Needs<Reply> = {
  readonly script: string;
  /**
   * A process instead of a thread: one that runs out of memory inside of a builtin function, as where it joins long
   * texts, takes the whole process along.
   */
  readonly isProcess?: boolean;
  readonly resourceLimits: ResourceLimits;
  /** Milliseconds for one request, from where the thread begins with it. */
  readonly limitMs: number;
  /** A thread that is not asked for so long ends, and gives its memory back. */
  readonly idleMs?: number;
  /** It ends where whoever asked is gone, so that the next one does not wait for what nobody reads. */
  readonly endsUnread?: boolean;
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
  worker: Asker | null;
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
  return {
    ask: (request, sender) => ask(thread, request, sender),
    isAwake: () => thread.worker !== null,
    close: () => close(thread),
  };
}

/** A thread or a process that is asked. */
type Asker = { readonly postMessage: (request: unknown) => void; readonly terminate: () => unknown };
type Heard<Reply extends object> = { readonly said: (said: Said<Reply>) => void; readonly ended: () => void };
type Start = Pick<Needs<never>, 'script' | 'resourceLimits'>;

function startThread<Reply extends object>({ script, resourceLimits }: Start, { said, ended }: Heard<Reply>): Asker {
  const fresh = new Worker(script, { resourceLimits, env: {} });
  fresh.unref();
  fresh.on('message', said);
  // Its exit follows, behind all that it still said: an error alone may come before those words.
  fresh.on('error', () => undefined);
  fresh.on('exit', ended);
  return fresh;
}

/** Beyond it the stack of a process ends, whatever is allowed here. */
const MOST_STACK_MB = 6;

function startProcess<Reply extends object>({ script, resourceLimits }: Start, { said, ended }: Heard<Reply>): Asker {
  const { maxOldGenerationSizeMb: heapMb, stackSizeMb = 1 } = resourceLimits;
  const heap = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
  const fresh = fork(script, {
    execArgv: [...heap, `--stack-size=${Math.min(stackSizeMb, MOST_STACK_MB) * 1000}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  fresh.unref();
  fresh.channel?.unref();
  fresh.on('message', (message) => said(message as Said<Reply>));
  // One that could not be started has no exit.
  fresh.on('error', ended);
  fresh.on('exit', ended);
  return {
    // One that is gone says so by its exit.
    postMessage: (request) => void fresh.send(request as object, () => undefined),
    terminate: () => fresh.kill('SIGKILL'),
  };
}

function start<Reply extends object>(thread: ThreadState<Reply>): Asker {
  const begin = thread.isProcess === true ? startProcess<Reply> : startThread<Reply>;
  const fresh = begin(thread, {
    // What an ended one says late is not about its successor.
    said: (said) => (thread.worker === fresh ? thread.asked?.hear(said) : undefined),
    ended: () => end(thread, fresh, 'broken'),
  });
  thread.worker = fresh;
  return fresh;
}

function end<Reply extends object>(thread: ThreadState<Reply>, ended: Asker, failure: Failure): void {
  if (thread.worker !== ended) return;
  thread.worker = null;
  thread.asked?.lose(failure);
  void ended.terminate();
}

async function askNow<Reply extends object>(
  thread: ThreadState<Reply>,
  request: unknown,
  signal: AbortSignal,
): Promise<Answer<Reply>> {
  clearTimeout(thread.idle);
  const own = thread.worker ?? start(thread);
  let timer: NodeJS.Timeout | undefined;
  let endUnread = (): void => undefined;
  try {
    return await new Promise<Answer<Reply>>((resolve) => {
      let hasBegun = false;
      const mine: Asked<Reply> = {
        hear: (said) => {
          if (said !== 'began') return resolve({ reply: said });
          hasBegun = true;
          endAfter(thread.limitMs);
          endUnread();
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
      // One that still loads does so for the next one, too.
      endUnread = () => {
        if (thread.endsUnread === true && signal.aborted && hasBegun) end(thread, own, 'late');
      };
      signal.addEventListener('abort', endUnread);
      thread.asked = mine;
      endAfter(LOADING_MS);
      own.postMessage(request);
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', endUnread);
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
    const answer = await askNow(thread, request, signal);
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
