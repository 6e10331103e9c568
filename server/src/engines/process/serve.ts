import { constants, setPriority } from 'node:os';
import type { ColumnInfo, Progress } from '../engine.ts';
import type { SqlRead } from '../verify/reading.ts';
import {
  BATCHES_AHEAD,
  type DescribeRequest,
  type FailureKind,
  type ProcessReply,
  type ProcessRequest,
  type ReadRequest,
  type RunEnd,
  type RunRequest,
  type WireColumn,
} from './protocol.ts';

/** What an engine process does; the loop around it is the same for every engine. */
export type Served<Settings> = {
  /** Open the database. @throws what the user is shown */
  readonly open: (settings: Settings) => Promise<void>;
  /**
   * Run a query and hand over batches with `emit`, which waits while the reader is behind.
   */
  readonly run: (request: RunRequest, emit: Emit) => Promise<RunEnd>;
  readonly describe: (request: DescribeRequest) => Promise<readonly ColumnInfo[]>;
  readonly read: (request: ReadRequest) => Promise<SqlRead>;
  readonly cancel: (id: number) => void;
  /** How far a running query is; null while the engine does not know. Left out by engines whose thread is busy then. */
  readonly progress?: (id: number) => Progress | null;
};

/** Progress is reported this often; what is answered sooner reports none. */
const PROGRESS_MS = 500;

type Held = { readonly rowCount: number; readonly columns: readonly WireColumn[] };
export type Emit = (rowCount: number, columns: readonly WireColumn[]) => Promise<void>;

/** Why something is refused that a name stands for. */
export const CLOSED = 'is closed here: queries reach no files, network or settings of the server.';

/** A statement that is closed to users: refused before it reaches the database. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** A text that the engine's parser could not read; `at` is how many characters it could. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly at: number | null;
  constructor(reason: string, at: number | null) {
    super(reason);
    this.at = at;
  }
}

/** A query that was cancelled between two batches. */
class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

type Serving<Settings> = {
  readonly served: Served<Settings>;
  readonly credits: Map<number, { count: number; wake: (() => void) | null; isOver: boolean; cancelled: boolean }>;
};

/** Answer the requests of the parent until it goes away. */
export function serve<Settings>(served: Served<Settings>): void {
  // When all cores are busy the server comes first: it answers everybody, this process a few.
  setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  const host: Serving<Settings> = { served, credits: new Map() };
  process.on('message', (request: ProcessRequest<Settings>) => {
    switch (request.type) {
      case 'open':
        return void open(host, request.settings);
      case 'run':
        return void answer(host, request);
      case 'describe':
        return void reply(request, async () => ({
          type: 'described',
          id: request.id,
          columns: await served.describe(request),
        }));
      case 'read':
        return void reply(request, async () => ({ type: 'read', id: request.id, read: await served.read(request) }));
      case 'more': {
        const credit = host.credits.get(request.id);
        if (!credit) return;
        credit.count += 1;
        credit.wake?.();
        return;
      }
      case 'cancel': {
        const credit = host.credits.get(request.id);
        // It has ended in the meantime; the parent waits for a word all the same.
        if (!credit) return send({ type: 'failed', id: request.id, kind: 'cancelled', reason: '' });
        credit.cancelled = true;
        // Its batches may wait for their reader when the engine has nothing left to stop.
        if (!credit.isOver) served.cancel(request.id);
        credit.wake?.();
      }
    }
  });
  // Without its parent nobody reads an answer. A plain exit would wait for a running query, which may never end.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  // The terminal's Ctrl+C reaches every process; the server drains first and then closes this one.
  process.on('SIGINT', () => undefined);
}

function send(reply: ProcessReply): void {
  if (process.connected) process.send?.(reply);
}

async function answer<Settings>(host: Serving<Settings>, request: RunRequest): Promise<void> {
  const credit = { count: BATCHES_AHEAD, wake: null as (() => void) | null, isOver: false, cancelled: false };
  host.credits.set(request.id, credit);
  let held: Held | null = null;
  async function pass(batch: Held, end: RunEnd | null): Promise<void> {
    while (credit.count === 0 && !credit.cancelled) {
      await new Promise<void>((resolve) => {
        credit.wake = resolve;
      });
    }
    if (credit.cancelled) throw new Cancelled();
    credit.count -= 1;
    send({ type: 'batch', id: request.id, ...batch, end });
  }
  const { progress } = host.served;
  const telling =
    progress &&
    setInterval(() => {
      const now = progress(request.id);
      if (now) send({ type: 'progress', id: request.id, progress: now });
    }, PROGRESS_MS);
  try {
    const end = await host.served.run(request, async (rowCount, columns) => {
      if (held) await pass(held, null);
      held = { rowCount, columns };
    });
    credit.isOver = true;
    await pass(held ?? { rowCount: 0, columns: [] }, end);
  } catch (error) {
    send({
      type: 'failed',
      id: request.id,
      kind: credit.cancelled ? 'cancelled' : failureKind(error),
      reason: reasonOf(error),
      ...placeOf(error),
    });
  } finally {
    clearInterval(telling);
    host.credits.delete(request.id);
  }
}

/** One short question and its answer. */
async function reply({ id }: { readonly id: number }, answered: () => Promise<ProcessReply>): Promise<void> {
  try {
    send(await answered());
  } catch (error) {
    send({ type: 'failed', id, kind: failureKind(error), reason: reasonOf(error), ...placeOf(error) });
  }
}

async function open<Settings>(host: Serving<Settings>, settings: Settings): Promise<void> {
  try {
    await host.served.open(settings);
    send({ type: 'ready' });
  } catch (error) {
    send({ type: 'refused', reason: reasonOf(error) });
  }
}

/**
 * DuckDB closes a database behind an error of its own, for every query in the process; those that come then are
 * reported so.
 */
const BROKEN = /^(?:INTERNAL|FATAL) Error/;
const SPENT = /^FATAL Error: .*database has been invalidated because of a previous/;

function failureKind(error: unknown): FailureKind {
  if (error instanceof Refusal) return 'closed';
  if (error instanceof Cancelled) return 'cancelled';
  const reason = reasonOf(error);
  if (reason.startsWith('Out of Memory Error')) return 'memory';
  if (SPENT.test(reason)) return 'spent';
  return BROKEN.test(reason) ? 'broken' : 'database';
}

function placeOf(error: unknown): { readonly at?: number } {
  return error instanceof Unreadable && error.at !== null ? { at: error.at } : {};
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
