import { createSemaphore } from '../admission/semaphore.ts';
import { untilAborted } from '../admission/deadline.ts';
import { bindAll } from '../../bind-all.ts';

/**
 * Who may have a file open that a process can only write while no other reads it: many who read, or one who writes. Who
 * waits to write lets no more readers in, so that it is let in.
 */
export type FileLock = {
  /** @returns leaves. @throws AppError query_cancelled when the signal aborts before it is let in */
  readonly toRead: (signal: AbortSignal) => Promise<() => void>;
  readonly toWrite: (signal: AbortSignal) => Promise<() => void>;
};

type Needs = {
  /** End the processes that have the file open for reading, or for writing. */
  readonly vacateReaders: () => Promise<void>;
  readonly vacateWriters: () => Promise<void>;
};
type Lock = Needs & {
  readonly writers: ReturnType<typeof createSemaphore>;
  readonly waiting: Set<() => void>;
  readers: number;
  /** Those who write or wait to. */
  writing: number;
};

export function createFileLock(needs: Needs): FileLock {
  const lock: Lock = { ...needs, writers: createSemaphore(1), waiting: new Set<() => void>(), readers: 0, writing: 0 };
  return bindAll(lock, { toRead, toWrite });
}

async function toRead(lock: Lock, signal: AbortSignal): Promise<() => void> {
  await until(lock, signal, () => lock.writing === 0);
  lock.readers += 1;
  const leave = once(() => {
    lock.readers -= 1;
    wake(lock);
  });
  return orLeave(lock.vacateWriters(), leave, signal);
}

async function toWrite(lock: Lock, signal: AbortSignal): Promise<() => void> {
  lock.writing += 1;
  const leave = once(() => {
    lock.writing -= 1;
    wake(lock);
  });
  return orLeave(
    (async () => {
      const next = await lock.writers.enter('', signal);
      try {
        await until(lock, signal, () => lock.readers === 0);
        await lock.vacateReaders();
        return next;
      } catch (error) {
        next();
        throw error;
      }
    })(),
    leave,
    signal,
  );
}

/** Whoever is refused on the way in leaves at once. What it waited for may be done later, and is left then. */
async function orLeave(
  entering: Promise<void | (() => void)>,
  leave: () => void,
  signal: AbortSignal,
): Promise<() => void> {
  const both = entering.then((inner) =>
    once(() => {
      inner?.();
      leave();
    }),
  );
  try {
    return await untilAborted(both, signal);
  } catch (error) {
    both.then((late) => late(), leave);
    throw error;
  }
}

async function until(lock: Lock, signal: AbortSignal, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    let woken = (): void => undefined;
    const change = new Promise<void>((resolve) => {
      woken = resolve;
      lock.waiting.add(woken);
    });
    try {
      await untilAborted(change, signal);
    } finally {
      lock.waiting.delete(woken);
    }
  }
}

function wake(lock: Lock): void {
  for (const woken of lock.waiting) woken();
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
