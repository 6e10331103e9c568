import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { tableOf, type Column } from '@tessera/core/table';
import { joinColumns, unpack } from '../../engines/values/columns.ts';
import { packError } from '../../engines/process/thread-error.ts';
import { finish, type FinishOrder } from './post-process.ts';
import type { WorkerReply, WorkerRequest } from './worker-pool.ts';

// When all cores are busy the server's own thread comes first. On Linux this is of the calling thread alone.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);

/** Columns arrive part by part, so that handing over a big table never holds up the server's thread for long. */
let columns = new Map<string, Column[]>();

parentPort?.on('message', (message: WorkerRequest) => {
  if (message.type === 'part') {
    const { part } = message;
    columns.set(part.name, [...(columns.get(part.name) ?? []), unpack(part)]);
    return;
  }
  const table =
    columns.size === 0
      ? { rowCount: message.rowCount, columns: new Map() }
      : tableOf([...columns.values()].map(joinColumns));
  columns = new Map();
  // On its way here a record gets back what it was made without: a column may be called like a method of objects.
  const verbose = Object.assign<Record<string, string>, FinishOrder['verbose']>(
    Object.create(null),
    message.order.verbose,
  );
  const reply = answer(() => finish(table, { ...message.order, verbose }));
  parentPort?.postMessage(
    reply,
    reply.type === 'done' ? [...reply.finished.body, ...reply.finished.index].flatMap(ownMemory) : [],
  );
});

/** A buffer with memory of its own is handed over instead of copied; small ones share theirs. */
function ownMemory({ buffer }: Buffer): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize ? [buffer] : [];
}

function answer(run: () => ReturnType<typeof finish>): WorkerReply {
  try {
    return { type: 'done', finished: run() };
  } catch (error) {
    return packError(error);
  }
}
