import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { AppError } from '@tessera/core/errors/app-error';
import { failedQuery } from '../errors/failure.ts';
import { crashWords, isOutOfMemory, lastWordsOf, redacted, type ProcessDeath } from './death.ts';
import type { ProcessReply, ProcessRequest } from './protocol.ts';

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
  /** Notified of every process that ends without having been ended. */
  readonly onDeath?: (death: Omit<ProcessDeath, 'databaseId'>) => void;
};

/** The process ended; with `inCompany` by whoever of several was in it. */
export type Gone = {
  readonly type: 'gone';
  readonly isOutOfMemory: boolean;
  readonly inCompany: boolean;
  /** How it ended, where nobody ended it. */ readonly crash: string | null;
};
export type Incoming = Exclude<ProcessReply, { type: 'ready' } | { type: 'refused' }> | Gone;

/** One child process, and who is in it. */
export type EngineProcess = {
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  readonly listeners: Map<number, (reply: Incoming) => void>;
  idle: NodeJS.Timeout | null;
  /** Slots that are taken. */
  reserved: number;
  /** Takes no more queries, and ends with its last one. */
  isRetired: boolean;
  /** What it is asked, by the ids of the questions, and since when. */ readonly asked: Map<number, Asked>;
  isOpen: boolean;
  readonly lastWords: () => string;
};
type Asked = { readonly what: ProcessRequest['type']; readonly text: string; readonly sinceMs: number };

export const alreadyGone: Gone = { type: 'gone', isOutOfMemory: false, inCompany: false, crash: null };

const START_MS = 30_000;

/** Start a process that opens the database. */
export function spawnProcess<Settings>(host: HostSettings<Settings>): EngineProcess {
  // The environment is emptied: what is in it is no business of SQL. Windows cannot start without SystemRoot.
  const env: NodeJS.ProcessEnv = { TZ: 'UTC', UV_THREADPOOL_SIZE: String(host.perProcess + 2) };
  if (process.env['SystemRoot']) env['SystemRoot'] = process.env['SystemRoot'];
  const heap = host.heapMb === undefined ? [] : [`--max-old-space-size=${host.heapMb}`];
  const child = fork(host.script, [], {
    env,
    ...boundedFork(['--max-semi-space-size=2', '--expose-gc', ...heap], host.dataMb),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const started: EngineProcess = {
    child,
    listeners: new Map(),
    idle: null,
    reserved: 0,
    isRetired: false,
    asked: new Map(),
    isOpen: false,
    lastWords: lastWordsOf(child.stderr),
    ready: untilReady(child, host.name, host.dialect).then(() => {
      started.isOpen = true;
    }),
  };
  child.on('message', (reply: ProcessReply) => {
    if (reply.type !== 'ready' && reply.type !== 'refused') started.listeners.get(reply.id)?.(reply);
  });
  post(started, { type: 'open', settings: host.settings });
  return started;
}

/** Send a message; what it asks is noted for the report of a crash. */
export function post({ child, asked }: EngineProcess, message: ProcessRequest): void {
  if (message.type === 'run' || message.type === 'describe' || message.type === 'read') {
    asked.set(message.id, {
      what: message.type,
      text: message.type === 'read' ? message.written.sql : message.sql,
      sinceMs: performance.now(),
    });
  }
  if (child.connected) child.send(message, () => undefined);
}

/** The report of a process that nobody ended. */
export function deathOf(
  dead: EngineProcess,
  engine: string,
  { exitCode, signal }: { readonly exitCode: number | null; readonly signal: string | null },
): { readonly death: Omit<ProcessDeath, 'databaseId'>; readonly crash: string } {
  const lastWords = dead.lastWords();
  const asked = [...dead.asked.values()];
  return {
    death: {
      engine,
      exitCode,
      signal,
      isOutOfMemory: isOutOfMemory({ exitCode, signal, lastWords }),
      doing: doingOf(dead, asked),
      lastWords: redacted(
        lastWords,
        asked.map(({ text }) => text),
      ),
    },
    crash: crashWords({ exitCode, signal, lastWords }),
  };
}

/** What a process was at when it ended. */
function doingOf(dead: EngineProcess, asked: readonly Asked[]): string {
  if (asked.length === 0) return dead.isOpen ? 'nothing' : 'opening its file';
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
export function boundedFork(
  execArgv: readonly string[],
  dataMb: number | undefined,
): Pick<ForkOptions, 'execPath' | 'execArgv'> {
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
