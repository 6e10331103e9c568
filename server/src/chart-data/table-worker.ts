import { parentPort } from 'node:worker_threads';
import { AppError, type ErrorCode, type ErrorParams } from '@tessera/core/errors/app-error';
import { tableOf, type Column } from '@tessera/core/table';
import { finish } from './finish.ts';
import type { WorkerReply, WorkerRequest } from './worker-pool.ts';

/** Columns arrive one by one, so that handing over a big table never holds up the server's thread for long. */
let columns: Column[] = [];

parentPort?.on('message', (message: WorkerRequest) => {
  if (message.type === 'column') {
    columns.push(message.column);
    return;
  }
  const table = columns.length === 0 ? { rowCount: message.rowCount, columns: new Map() } : tableOf(columns);
  columns = [];
  const reply = answer(() => finish(table, message.order));
  parentPort?.postMessage(reply, reply.type === 'done' ? wholeBuffer(reply.finished.body) : []);
});

/** A buffer with memory of its own is handed over instead of copied. */
function wholeBuffer({ buffer, byteLength }: Buffer): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

function answer(run: () => ReturnType<typeof finish>): WorkerReply {
  try {
    return { type: 'done', finished: run() };
  } catch (error) {
    if (error instanceof AppError) return { type: 'refused', code: error.code, params: error.params as ErrorParams<ErrorCode> };
    return { type: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
