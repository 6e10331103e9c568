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

type PoolState<Settings> = {
  readonly host: HostSettings<Settings>;
  readonly processes: Set<EngineProcess>;
  readonly queue: ReturnType<typeof createSlotQueue<EngineProcess>>;
  /** Queries whose process ended with others in it, one at a time. */
  readonly suspects: ReturnType<typeof createSemaphore>;
  /** Ends of processes that are under way. */
  readonly leaving: Set<Promise<void>>;
  closed: boolean;
};

/** The processes of one database: started when they are needed, with slots for queries, ended when they idle. */
export function createProcessPool<Settings>(host: HostSettings<Settings>) {
  const queue = createSlotQueue<EngineProcess>(() => freeSlot(pool));
  const pool: PoolState<Settings> = {
    host,
    processes: new Set<EngineProcess>(),
    queue,
    suspects: createSemaphore(1),
    leaving: new Set<Promise<void>>(),
    closed: false,
  };
  return {
    unavailable: (crash: string | null = null) => unavailable(pool, crash),
    isClosed: () => isClosed(pool),
    isThere: (one: EngineProcess) => isThere(pool, one),
    enter: (signal: AbortSignal) => enter(pool, signal),
    enterAlone: (signal: AbortSignal, fairnessKey = '') => enterAlone(pool, signal, fairnessKey),
    release: (left: EngineProcess) => release(pool, left),
    cancel: (busy: EngineProcess, id: number) => cancel(pool, busy, id),
    start: () => start(pool),
    retire: () => retire(pool),
    vacate: () => vacate(pool),
    close: () => close(pool),
  };
}

function unavailable<Settings>(pool: PoolState<Settings>, crash: string | null = null) {
  return new AppError('engine_unavailable', { database: pool.host.name, ...(crash !== null && { crash }) });
}

function spawn<Settings>(pool: PoolState<Settings>): EngineProcess {
  const started = spawnProcess(pool.host);
  started.ready.catch(() => drop(pool, started));
  pool.processes.add(started);
  // Not at its exit: its last words may come behind that.
  started.child.once('close', (exitCode, signal) => {
    // Who ended it has dropped it before.
    if (!pool.processes.has(started)) return;
    const { death, crash } = deathOf(started, pool.host.dialect, { exitCode, signal });
    pool.host.onDeath?.(death);
    drop(pool, started, { isOutOfMemory: death.isOutOfMemory, crash });
  });
  started.child.on('error', () => drop(pool, started));
  return started;
}

function drop<Settings>(
  pool: PoolState<Settings>,
  ended: EngineProcess,
  how: Pick<Gone, 'isOutOfMemory' | 'crash'> = alreadyGone,
): void {
  if (!pool.processes.delete(ended)) return;
  if (ended.idle) clearTimeout(ended.idle);
  const gone = hasExited(ended).finally(() => pool.leaving.delete(gone));
  pool.leaving.add(gone);
  ended.child.kill('SIGKILL');
  const inCompany = ended.listeners.size > 1;
  for (const listener of ended.listeners.values())
    listener({ type: 'gone', isOutOfMemory: how.isOutOfMemory, crash: how.crash, inCompany });
  ended.listeners.clear();
  pool.queue.callNext();
}

/** A slot for one more query in a process that runs or may be started; null while all are busy. */
function freeSlot<Settings>(pool: PoolState<Settings>): EngineProcess | null {
  if (pool.closed) throw unavailable(pool);
  const able = [...pool.processes].filter((one) => !one.isRetired);
  const free =
    able.find((one) => one.reserved < pool.host.perProcess) ?? (able.length < pool.host.processes ? spawn(pool) : null);
  if (!free) return null;
  if (free.idle) clearTimeout(free.idle);
  free.idle = null;
  free.reserved += 1;
  return free;
}

/** A process of its own: a query that ends it took nobody along, and did it itself. */
async function enterAlone<Settings>(
  pool: PoolState<Settings>,
  signal: AbortSignal,
  fairnessKey = '',
): Promise<EngineProcess> {
  const leave = await pool.suspects.enter(fairnessKey, signal);
  const own = spawnOr(pool, leave);
  own.reserved = 1;
  own.isRetired = true;
  // Who reads slowly keeps a process, and not the line.
  own.child
    .once('exit', leave)
    .once('error', leave)
    .on('message', ({ type }: ProcessReply) => type !== 'ready' && type !== 'progress' && leave());
  return whenReady(pool, own, signal);
}

function spawnOr<Settings>(pool: PoolState<Settings>, leave: () => void): EngineProcess {
  try {
    if (pool.closed) throw unavailable(pool);
    return spawn(pool);
  } catch (error) {
    leave();
    throw error;
  }
}

async function whenReady<Settings>(
  pool: PoolState<Settings>,
  entered: EngineProcess,
  signal: AbortSignal,
): Promise<EngineProcess> {
  try {
    await untilAborted(entered.ready, signal);
    return entered;
  } catch (error) {
    release(pool, entered);
    throw error;
  }
}

function release<Settings>(pool: PoolState<Settings>, left: EngineProcess): void {
  left.reserved -= 1;
  rest(pool, left);
  pool.queue.callNext();
}

/** A process that nobody is in ends, after a while or at once. */
function rest<Settings>(pool: PoolState<Settings>, left: EngineProcess): void {
  if (left.reserved > 0 || !pool.processes.has(left)) return;
  if (left.isRetired) return drop(pool, left);
  if (left.idle) clearTimeout(left.idle);
  left.idle = setTimeout(() => drop(pool, left), pool.host.idleMs).unref();
}

function isClosed<Settings>(pool: PoolState<Settings>): boolean {
  return pool.closed;
}

function isThere<Settings>(pool: PoolState<Settings>, one: EngineProcess): boolean {
  return pool.processes.has(one);
}

/** A process that has opened the database, with a slot in it. */
async function enter<Settings>(pool: PoolState<Settings>, signal: AbortSignal): Promise<EngineProcess> {
  return whenReady(pool, await pool.queue.take(signal), signal);
}

/** Stop a query in its process, and the process if it does not obey. */
function cancel<Settings>(pool: PoolState<Settings>, busy: EngineProcess, id: number): void {
  if (pool.host.cancelBy === 'kill') return drop(pool, busy);
  post(busy, { type: 'cancel', id });
  const deadline = setTimeout(() => drop(pool, busy), OBEY_MS);
  busy.listeners.set(id, (reply) => {
    if (reply.type === 'progress' || (reply.type === 'batch' && reply.end === null)) return;
    clearTimeout(deadline);
    busy.listeners.delete(id);
  });
}

/** Start a process if none runs. It takes no slot: who asks meanwhile waits for it, and begins no second one. */
async function start<Settings>(pool: PoolState<Settings>): Promise<void> {
  if (pool.closed) throw unavailable(pool);
  const started = [...pool.processes].find((each) => !each.isRetired) ?? spawn(pool);
  await started.ready;
  rest(pool, started);
}

/** What runs is served to its end; whoever comes from now on gets another process. */
function retire<Settings>(pool: PoolState<Settings>): void {
  for (const one of pool.processes) {
    one.isRetired = true;
    rest(pool, one);
  }
}

/** End those that nobody is in, and wait until they are gone: what they had open is free then. */
async function vacate<Settings>(pool: PoolState<Settings>): Promise<void> {
  const empty = [...pool.processes].filter((one) => one.reserved === 0);
  const gone = empty.map(hasExited);
  for (const one of empty) drop(pool, one);
  await Promise.all([...gone, ...pool.leaving]);
}

async function close<Settings>(pool: PoolState<Settings>): Promise<void> {
  pool.closed = true;
  pool.queue.callNext();
  const gone = [...pool.processes].map(hasExited);
  for (const one of pool.processes) drop(pool, one);
  await Promise.all(gone);
}

function hasExited({ child }: EngineProcess): Promise<void> {
  return new Promise((resolve) => {
    // One that could not be started never exits.
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
  });
}
