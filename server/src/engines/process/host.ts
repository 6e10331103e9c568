import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { AppError } from '@tessera/core/errors/app-error';
import type { CompiledQuery, WrittenSql } from '@tessera/query/structured-query';
import type { Batch, ColumnInfo, RunOptions } from '../engine.ts';
import { failedQuery } from '../failure.ts';
import { createGate } from '../gate.ts';
import { patiently, timedOut, untilAborted } from '../patience.ts';
import { unpack } from './columns.ts';
import type { SqlRead } from '../reading/reading.ts';
import { crashWords, isOutOfMemory, lastWordsOf, redacted, type ProcessDeath } from './death.ts';
import type { DescribeRequest, ProcessReply, ProcessRequest, ReadRequest } from './protocol.ts';

export type HostSettings<Settings> = {
  /** Database name for messages. */
  readonly name: string;
  readonly dialect: string;
  /** Script of the process: `<folder>/<name>-process.mjs`. */
  readonly script: string;
  readonly settings: Settings;
  /** Processes at most, and queries that one of them runs at a time. */
  readonly processes: number;
  readonly perProcess: number;
  /**
   * What the process may allocate; beyond it a query fails, and not the process where the system can tell the two
   * apart.
   */
  readonly dataMb?: number;
  /** What its own values may take; beyond it the process ends. */
  readonly heapMb?: number;
  /** An idle process ends after so long, so that an unused database holds no memory. */
  readonly idleMs: number;
  /** `interrupt`: the process stops the query itself; `kill`: its thread is busy, so the process ends. */
  readonly cancelBy: 'interrupt' | 'kill';
  /** Told of every process that ends without having been ended. */
  readonly onDeath?: (death: Omit<ProcessDeath, 'databaseId'>) => void;
};

export type ProcessHost = {
  readonly stream: (
    query: CompiledQuery,
    options: RunOptions & { readonly internal: boolean },
  ) => AsyncGenerator<Batch, void>;
  readonly describe: (sql: string, signal: AbortSignal) => Promise<readonly ColumnInfo[]>;
  /** How the engine's own parser reads a text. */
  readonly read: (written: WrittenSql, signal: AbortSignal) => Promise<SqlRead>;
  /** Start a process if none runs. @throws AppError database_error with the reason that the file cannot be opened */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Incoming = Exclude<ProcessReply, { type: 'ready' } | { type: 'refused' }> | Gone;
/** The process ended; with `inCompany` by whoever of several was in it. */
type Gone = {
  readonly type: 'gone';
  readonly isOutOfMemory: boolean;
  readonly inCompany: boolean;
  /** How it ended, where nobody ended it. */ readonly crash: string | null;
};
type Listener = (reply: Incoming) => void;
type Enter = (signal: AbortSignal) => Promise<Worker>;
type Worker = {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly listeners: Map<number, Listener>;
  idle: NodeJS.Timeout | null;
  reserved: number;
  isRetired: boolean;
  /** What it is asked, by the ids of the questions, and since when. */ readonly asked: Map<number, Asked>;
  isOpen: boolean;
  readonly lastWords: () => string;
};
type Asked = { readonly what: ProcessRequest['type']; readonly text: string; readonly sinceMs: number };
type Waiting = (worker: Worker | Error) => void;

const alreadyGone: Gone = { type: 'gone', isOutOfMemory: false, inCompany: false, crash: null };

const START_MS = 30_000;
/** The end of a process is noticed within this time. */
const STALE_MS = 200;
/** A process that does not obey a cancel within this time is ended. */
const OBEY_MS = 2_000;

/** Runs queries in child processes that may die without taking the server along; the next query starts another. */
export function createHost<Settings>(host: HostSettings<Settings>): ProcessHost {
  const workers = new Set<Worker>();
  /** Those who wait for a place, the longest first. */
  const waiting = new Set<Waiting>();
  /** Those whose process ended with others in it, one at a time. */
  const suspects = createGate(1);
  /** Of queries whose process ended with others in it. */
  const perhapsOfOthers = new WeakSet<AppError>();
  /** Of queries that their process did not even begin. */
  const notBegun = new WeakSet<AppError>();
  let nextId = 1;
  let closed = false;

  const unavailable = (crash: string | null = null) =>
    new AppError('engine_unavailable', { database: host.name, ...(crash !== null && { crash }) });
  const goneError = (gone: Gone) => (gone.isOutOfMemory ? new AppError('engine_memory', {}) : unavailable(gone.crash));

  function spawn(): Worker {
    // The environment is emptied: what is in it is no business of SQL. Windows cannot start without SystemRoot.
    const env: NodeJS.ProcessEnv = { TZ: 'UTC', UV_THREADPOOL_SIZE: String(host.perProcess + 2) };
    if (process.env['SystemRoot']) env['SystemRoot'] = process.env['SystemRoot'];
    const child = fork(host.script, [], {
      env,
      ...bounded(
        [
          '--max-semi-space-size=2',
          '--expose-gc',
          ...(host.heapMb === undefined ? [] : [`--max-old-space-size=${host.heapMb}`]),
        ],
        host.dataMb,
      ),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const worker: Worker = {
      child,
      listeners: new Map(),
      idle: null,
      reserved: 0,
      isRetired: false,
      asked: new Map(),
      isOpen: false,
      lastWords: lastWordsOf(child.stderr),
      ready: untilReady(child, host.name, host.dialect),
    };
    worker.ready.then(
      () => {
        worker.isOpen = true;
      },
      () => drop(worker),
    );
    workers.add(worker);
    child.on('message', (reply: ProcessReply) => {
      if (reply.type !== 'ready' && reply.type !== 'refused') worker.listeners.get(reply.id)?.(reply);
    });
    // Not at its exit: its last words may come behind that.
    child.once('close', (exitCode, signal) => died(worker, exitCode, signal));
    child.on('error', () => drop(worker));
    post(worker, { type: 'open', settings: host.settings });
    return worker;
  }

  /** A process has ended; who ended it has dropped it before. */
  function died(worker: Worker, exitCode: number | null, signal: string | null): void {
    if (!workers.has(worker)) return;
    const words = worker.lastWords();
    const end = { exitCode, signal, lastWords: words };
    const asked = [...worker.asked.values()];
    host.onDeath?.({
      engine: host.dialect,
      exitCode,
      signal,
      isOutOfMemory: isOutOfMemory(end),
      doing: doingOf(worker, asked),
      lastWords: redacted(
        words,
        asked.map(({ text }) => text),
      ),
    });
    drop(worker, { isOutOfMemory: isOutOfMemory(end), crash: crashWords(end) });
  }

  function drop(worker: Worker, how: Pick<Gone, 'isOutOfMemory' | 'crash'> = alreadyGone): void {
    if (!workers.delete(worker)) return;
    if (worker.idle) clearTimeout(worker.idle);
    worker.child.kill('SIGKILL');
    const inCompany = worker.listeners.size > 1;
    for (const listener of worker.listeners.values())
      listener({ type: 'gone', isOutOfMemory: how.isOutOfMemory, crash: how.crash, inCompany });
    worker.listeners.clear();
    callNext();
  }

  function post(worker: Worker, message: ProcessRequest): void {
    if (message.type === 'run' || message.type === 'describe' || message.type === 'read') {
      worker.asked.set(message.id, {
        what: message.type,
        text: message.type === 'read' ? message.written.sql : message.sql,
        sinceMs: performance.now(),
      });
    }
    if (worker.child.connected) worker.child.send(message, () => undefined);
  }

  /** A place for one more query in a process that runs or may be started; null while all are busy. */
  function place(): Worker | null {
    const able = [...workers].filter((worker) => !worker.isRetired);
    const free =
      able.find((worker) => worker.reserved < host.perProcess) ?? (able.length < host.processes ? spawn() : null);
    if (!free) return null;
    if (free.idle) clearTimeout(free.idle);
    free.idle = null;
    free.reserved += 1;
    return free;
  }

  /** A process with room for one more query; waits in line while all are busy. */
  async function reserve(signal: AbortSignal): Promise<Worker> {
    if (closed) throw unavailable();
    if (signal.aborted) throw new AppError('query_cancelled', {});
    const free = waiting.size === 0 ? place() : null;
    if (free) return free;
    return new Promise((resolve, reject) => {
      const give: Waiting = (worker) => {
        waiting.delete(give);
        signal.removeEventListener('abort', leave);
        if (worker instanceof Error) reject(worker);
        else resolve(worker);
      };
      const leave = () => give(new AppError('query_cancelled', {}));
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(give);
    });
  }

  /** A process that has opened the database, with a place in it. */
  async function enter(signal: AbortSignal): Promise<Worker> {
    return whenReady(await reserve(signal), signal);
  }

  /** A process of ones own: who dies in it took nobody along, and did it himself. */
  async function enterAlone(signal: AbortSignal, turn = ''): Promise<Worker> {
    const leave = await suspects.enter(turn, signal);
    const worker = spawnOr(leave);
    worker.reserved = 1;
    worker.isRetired = true;
    // Who reads slowly keeps a process, and not the line.
    worker.child
      .once('exit', leave)
      .once('error', leave)
      .on('message', ({ type }: ProcessReply) => type !== 'ready' && type !== 'progress' && leave());
    return whenReady(worker, signal);
  }

  function spawnOr(leave: () => void): Worker {
    try {
      if (closed) throw unavailable();
      return spawn();
    } catch (error) {
      leave();
      throw error;
    }
  }

  async function whenReady(worker: Worker, signal: AbortSignal): Promise<Worker> {
    try {
      await untilAborted(worker.ready, signal);
      return worker;
    } catch (error) {
      release(worker);
      throw error;
    }
  }

  /** Places that became free go to those who wait longest, before anybody else can take them. */
  function callNext(): void {
    for (const give of waiting) {
      const worker = placeOrReason();
      if (worker === null) return;
      give(worker);
    }
  }

  function placeOrReason(): Worker | Error | null {
    try {
      return closed ? unavailable() : place();
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  function release(worker: Worker): void {
    worker.reserved -= 1;
    rest(worker);
    callNext();
  }

  /** A process that nobody is in ends, after a while or at once. */
  function rest(worker: Worker): void {
    if (worker.reserved > 0 || !workers.has(worker)) return;
    if (worker.isRetired) return drop(worker);
    if (worker.idle) clearTimeout(worker.idle);
    worker.idle = setTimeout(() => drop(worker), host.idleMs).unref();
  }

  /** Stop a query in its process, and the process if it does not obey. */
  function cancel(worker: Worker, id: number): void {
    if (host.cancelBy === 'kill') return drop(worker);
    post(worker, { type: 'cancel', id });
    const patience = setTimeout(() => drop(worker), OBEY_MS);
    worker.listeners.set(id, (reply) => {
      if (reply.type === 'progress' || (reply.type === 'batch' && reply.end === null)) return;
      clearTimeout(patience);
      worker.listeners.delete(id);
    });
  }

  /** What a process says of a question that it could not answer, and what that says of the process. */
  function failed(worker: Worker, reply: Incoming & { readonly type: 'failed' }, sql: string): AppError {
    // Engines do not give back all that a query took which failed so: others end in this process, new ones begin in the
    // next.
    if (reply.kind === 'memory' || reply.kind === 'broken' || reply.kind === 'spent') worker.isRetired = true;
    if (reply.kind !== 'spent') return failedQuery(host.dialect, reply, sql);
    const error = unavailable();
    notBegun.add(error);
    return error;
  }

  /**
   * A process that could take no query any more when this one came is no failure of the query: it goes to another,
   * once.
   * Nor is the end of a process that others were in: any of them may have brought it about, so each is asked again
   * alone.
   */
  async function* stream(
    query: CompiledQuery,
    options: RunOptions & { readonly internal: boolean },
  ): AsyncGenerator<Batch, void> {
    const asked = performance.now();
    let begun = false;
    try {
      for await (const batch of attempt(query, options)) {
        begun = true;
        yield batch;
      }
    } catch (error) {
      if (begun || closed || !(error instanceof AppError)) throw error;
      if (perhapsOfOthers.has(error)) {
        const timeoutMs = options.timeoutMs - (performance.now() - asked);
        if (timeoutMs <= 0) throw timedOut(options.timeoutMs);
        return yield* attempt(query, { ...options, timeoutMs }, (signal) => enterAlone(signal, options.turn));
      }
      if (error.code !== 'engine_unavailable' || (!notBegun.has(error) && performance.now() - asked > STALE_MS))
        throw error;
      yield* attempt(query, options);
    }
  }

  async function* attempt(
    query: CompiledQuery,
    asked: RunOptions & { readonly internal: boolean },
    way: Enter = enter,
  ): AsyncGenerator<Batch, void> {
    const { got: worker, options } = await patiently(asked, way);
    const id = nextId++;
    const inbox: Incoming[] = [];
    let wake: (() => void) | null = null;
    let running = false;
    let stopped: 'cancelled' | 'timeout' | null = null;
    const stop = (why: 'cancelled' | 'timeout') => {
      stopped ??= why;
      wake?.();
    };
    const onAbort = () => stop('cancelled');
    const timer = setTimeout(() => stop('timeout'), options.timeoutMs);
    options.signal.addEventListener('abort', onAbort, { once: true });
    try {
      if (!options.signal.aborted) {
        worker.listeners.set(id, (reply) => {
          if (reply.type === 'progress') return options.onProgress?.(reply.progress);
          inbox.push(reply);
          wake?.();
        });
        running = true;
        post(worker, {
          type: 'run',
          id,
          sql: query.text,
          parameters: query.parameters,
          maxRows: options.maxRows,
          internal: options.internal,
        });
        if (!workers.has(worker)) inbox.push(alreadyGone);
      } else stop('cancelled');

      for (;;) {
        if (stopped === 'timeout') throw timedOut(options.timeoutMs);
        if (stopped === 'cancelled') throw new AppError('query_cancelled', {});
        const reply = inbox.shift();
        if (!reply) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          wake = null;
        } else if (reply.type === 'batch') {
          running = reply.end === null;
          yield batchOf(reply);
          if (reply.end) return;
          post(worker, { type: 'more', id });
        } else if (reply.type === 'failed') {
          running = false;
          throw failed(worker, reply, query.text);
        } else if (reply.type === 'gone') {
          running = false;
          const error = goneError(reply);
          if (reply.inCompany) perhapsOfOthers.add(error);
          throw error;
        }
      }
    } finally {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      worker.listeners.delete(id);
      worker.asked.delete(id);
      if (running) cancel(worker, id);
      release(worker);
    }
  }

  async function describe(sql: string, signal: AbortSignal): Promise<readonly ColumnInfo[]> {
    const reply = await exchange((id) => ({ type: 'describe', id, sql }), signal);
    if (reply.type === 'described') return reply.columns;
    throw reply.type === 'gone' ? goneError(reply) : unavailable();
  }

  async function read(written: WrittenSql, signal: AbortSignal): Promise<SqlRead> {
    const reply = await exchange((id) => ({ type: 'read', id, written }), signal);
    if (reply.type === 'read') return reply.read;
    throw reply.type === 'gone' ? goneError(reply) : unavailable();
  }

  /** One short question and its answer. */
  async function exchange(ask: (id: number) => DescribeRequest | ReadRequest, signal: AbortSignal): Promise<Incoming> {
    const reply = await exchangeIn(await enter(signal), ask);
    return reply.type === 'gone' && reply.inCompany ? exchangeIn(await enterAlone(signal), ask) : reply;
  }

  async function exchangeIn(worker: Worker, ask: (id: number) => DescribeRequest | ReadRequest): Promise<Incoming> {
    const id = nextId++;
    const request = ask(id);
    try {
      const reply = await new Promise<Incoming>((resolve) => {
        worker.listeners.set(id, resolve);
        post(worker, request);
        if (!workers.has(worker)) resolve(alreadyGone);
      });
      if (reply.type === 'failed')
        throw failed(worker, reply, request.type === 'describe' ? request.sql : request.written.sql);
      return reply;
    } finally {
      worker.listeners.delete(id);
      worker.asked.delete(id);
      release(worker);
    }
  }

  async function start(): Promise<void> {
    if (closed) throw unavailable();
    // It takes no place: whoever asks meanwhile waits for this process, and does not begin a second one.
    const worker = [...workers].find((each) => !each.isRetired) ?? spawn();
    await worker.ready;
    rest(worker);
  }

  async function close(): Promise<void> {
    closed = true;
    callNext();
    const gone = [...workers].map(
      (worker) =>
        new Promise<void>((resolve) => {
          if (worker.child.exitCode !== null || worker.child.signalCode !== null) return resolve();
          worker.child.once('exit', () => resolve());
        }),
    );
    for (const worker of workers) drop(worker);
    await Promise.all(gone);
  }

  return { stream, describe, read, start, close };
}

/** What a process was at when it ended. */
function doingOf(worker: Worker, asked: readonly Asked[]): string {
  if (asked.length === 0) return worker.isOpen ? 'nothing' : 'opening its file';
  const longest = Math.max(...asked.map(({ sinceMs }) => performance.now() - sinceMs));
  const counted = (['run', 'describe', 'read'] as const).map(
    (what) => [what, asked.filter((one) => one.what === what).length] as const,
  );
  return `${counted
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ')}; the longest for ${Math.round(longest)} ms`;
}

/** The shell sets the bound and becomes the process; elsewhere than on Linux it would bind nothing. */
function bounded(execArgv: readonly string[], dataMb: number | undefined): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  if (dataMb === undefined || process.platform !== 'linux') return { execArgv: [...execArgv] };
  return {
    execPath: '/bin/sh',
    execArgv: ['-c', `ulimit -d ${dataMb * 1024} 2>/dev/null; exec "$0" "$@"`, process.execPath, ...execArgv],
  };
}

/** Resolves when the process has opened the database. */
function untilReady(child: ChildProcess, name: string, dialect: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new AppError('engine_unavailable', { database: name })), START_MS);
    child.on('message', (reply: ProcessReply) => {
      if (reply.type !== 'ready' && reply.type !== 'refused') return;
      clearTimeout(late);
      if (reply.type === 'ready') resolve();
      else reject(failedQuery(dialect, { kind: 'database', reason: reply.reason }));
    });
    child.once('close', (exitCode, signal) => {
      clearTimeout(late);
      reject(new AppError('engine_unavailable', { database: name, crash: crashWords({ exitCode, signal }) }));
    });
  });
}

function batchOf(reply: Extract<ProcessReply, { type: 'batch' }>): Batch {
  return {
    table: { rowCount: reply.rowCount, columns: new Map(reply.columns.map((column) => [column.name, unpack(column)])) },
    types: Object.fromEntries(reply.columns.map((column) => [column.name, column.type])),
    truncated: reply.end?.truncated === true,
    isLast: reply.end !== null,
  };
}
