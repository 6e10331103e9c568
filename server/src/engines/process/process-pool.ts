import { AppError } from '@tessera/core/errors/app-error';
import { createSemaphore } from '../admission/semaphore.ts';
import { untilAborted } from '../admission/deadline.ts';
import { alreadyGone, deathOf, post, spawnProcess } from './engine-process.ts';
import type { EngineProcess, Gone, HostSettings } from './engine-process.ts';
import type { ProcessReply } from './protocol.ts';
import { createSlotQueue } from './slot-queue.ts';

export type ProcessPool = ReturnType<typeof createProcessPool>;

/** A process that does not obey a cancel within this time is ended. */
const OBEY_MS = 2_000;

/** The processes of one database: started when they are needed, with slots for queries, ended when they idle. */
export function createProcessPool<Settings>(host: HostSettings<Settings>) {
  const processes = new Set<EngineProcess>();
  const queue = createSlotQueue<EngineProcess>(freeSlot);
  /** Queries whose process ended with others in it, one at a time. */
  const suspects = createSemaphore(1);
  let closed = false;

  const unavailable = (crash: string | null = null) =>
    new AppError('engine_unavailable', { database: host.name, ...(crash !== null && { crash }) });

  function spawn(): EngineProcess {
    const started = spawnProcess(host);
    started.ready.catch(() => drop(started));
    processes.add(started);
    // Not at its exit: its last words may come behind that.
    started.child.once('close', (exitCode, signal) => {
      // Who ended it has dropped it before.
      if (!processes.has(started)) return;
      const { death, crash } = deathOf(started, host.dialect, { exitCode, signal });
      host.onDeath?.(death);
      drop(started, { isOutOfMemory: death.isOutOfMemory, crash });
    });
    started.child.on('error', () => drop(started));
    return started;
  }

  function drop(ended: EngineProcess, how: Pick<Gone, 'isOutOfMemory' | 'crash'> = alreadyGone): void {
    if (!processes.delete(ended)) return;
    if (ended.idle) clearTimeout(ended.idle);
    ended.child.kill('SIGKILL');
    const inCompany = ended.listeners.size > 1;
    for (const listener of ended.listeners.values())
      listener({ type: 'gone', isOutOfMemory: how.isOutOfMemory, crash: how.crash, inCompany });
    ended.listeners.clear();
    queue.callNext();
  }

  /** A slot for one more query in a process that runs or may be started; null while all are busy. */
  function freeSlot(): EngineProcess | null {
    if (closed) throw unavailable();
    const able = [...processes].filter((one) => !one.isRetired);
    const free = able.find((one) => one.reserved < host.perProcess) ?? (able.length < host.processes ? spawn() : null);
    if (!free) return null;
    if (free.idle) clearTimeout(free.idle);
    free.idle = null;
    free.reserved += 1;
    return free;
  }

  /** A process of its own: a query that ends it took nobody along, and did it itself. */
  async function enterAlone(signal: AbortSignal, fairnessKey = ''): Promise<EngineProcess> {
    const leave = await suspects.enter(fairnessKey, signal);
    const own = spawnOr(leave);
    own.reserved = 1;
    own.isRetired = true;
    // Who reads slowly keeps a process, and not the line.
    own.child
      .once('exit', leave)
      .once('error', leave)
      .on('message', ({ type }: ProcessReply) => type !== 'ready' && type !== 'progress' && leave());
    return whenReady(own, signal);
  }

  function spawnOr(leave: () => void): EngineProcess {
    try {
      if (closed) throw unavailable();
      return spawn();
    } catch (error) {
      leave();
      throw error;
    }
  }

  async function whenReady(entered: EngineProcess, signal: AbortSignal): Promise<EngineProcess> {
    try {
      await untilAborted(entered.ready, signal);
      return entered;
    } catch (error) {
      release(entered);
      throw error;
    }
  }

  function release(left: EngineProcess): void {
    left.reserved -= 1;
    rest(left);
    queue.callNext();
  }

  /** A process that nobody is in ends, after a while or at once. */
  function rest(left: EngineProcess): void {
    if (left.reserved > 0 || !processes.has(left)) return;
    if (left.isRetired) return drop(left);
    if (left.idle) clearTimeout(left.idle);
    left.idle = setTimeout(() => drop(left), host.idleMs).unref();
  }

  return {
    unavailable,
    isClosed: (): boolean => closed,
    isThere: (one: EngineProcess): boolean => processes.has(one),
    /** A process that has opened the database, with a slot in it. */
    enter: async (signal: AbortSignal): Promise<EngineProcess> => whenReady(await queue.take(signal), signal),
    enterAlone,
    release,

    /** Stop a query in its process, and the process if it does not obey. */
    cancel: (busy: EngineProcess, id: number): void => {
      if (host.cancelBy === 'kill') return drop(busy);
      post(busy, { type: 'cancel', id });
      const deadline = setTimeout(() => drop(busy), OBEY_MS);
      busy.listeners.set(id, (reply) => {
        if (reply.type === 'progress' || (reply.type === 'batch' && reply.end === null)) return;
        clearTimeout(deadline);
        busy.listeners.delete(id);
      });
    },

    /** Start a process if none runs. It takes no slot: who asks meanwhile waits for it, and begins no second one. */
    start: async (): Promise<void> => {
      if (closed) throw unavailable();
      const started = [...processes].find((each) => !each.isRetired) ?? spawn();
      await started.ready;
      rest(started);
    },

    close: async (): Promise<void> => {
      closed = true;
      queue.callNext();
      const gone = [...processes].map(hasExited);
      for (const one of processes) drop(one);
      await Promise.all(gone);
    },
  };
}

function hasExited({ child }: EngineProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
  });
}
