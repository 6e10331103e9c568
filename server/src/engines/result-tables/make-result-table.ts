import { fork } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@tessera/core/errors/app-error';
import { isOutOfMemory, lastWordsOf } from '../process/death.ts';
import { boundedFork } from '../process/engine-process.ts';
import type { ResultTableReply, ResultTableTask } from './protocol.ts';

const TIMEOUT_MS = 60_000;

/**
 * Make the table of a result, in a process that can do nothing else. It is put in its place once it is whole.
 * @throws AppError results_gone, storage_full, engine_memory, query_timeout, database_error
 */
export async function makeResultTable(task: ResultTableTask, target: string, processFolder: string): Promise<void> {
  try {
    await inProcess(task, processFolder);
    await rename(task.target, target);
  } finally {
    const left = [task.target, `${task.target}.wal`, task.spill];
    await Promise.all(left.map((path) => rm(path, { recursive: true, force: true }).catch(() => undefined)));
  }
}

async function inProcess(task: ResultTableTask, processFolder: string): Promise<void> {
  const child = fork(join(processFolder, 'result-table-process.mjs'), [JSON.stringify(task)], {
    env: { TZ: 'UTC', ...(process.env['SystemRoot'] ? { SystemRoot: process.env['SystemRoot'] } : {}) },
    ...boundedFork(['--max-old-space-size=1024'], task.memoryMb * 2 + 1536),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const lastWords = lastWordsOf(child.stderr);
  let reply: ResultTableReply | null = null;
  let isLate = false;
  child.on('message', (told: ResultTableReply) => (reply = told));
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, TIMEOUT_MS);
  try {
    const [exitCode, signal] = await new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, killed) => resolve([code, killed]));
    });
    const outcome = reply as ResultTableReply | null;
    if (outcome?.type === 'done') return;
    if (isLate) throw new AppError('query_timeout', { seconds: TIMEOUT_MS / 1000 });
    throw outcome
      ? failure(outcome)
      : isOutOfMemory({ exitCode, signal, lastWords: lastWords() })
        ? new AppError('engine_memory', {})
        : unmade(new Error(lastWords()));
  } finally {
    clearTimeout(timer);
  }
}

function failure({ why, reason }: Extract<ResultTableReply, { readonly type: 'failed' }>): AppError {
  if (why === 'gone') return new AppError('results_gone', {});
  if (why === 'space') return new AppError('storage_full', {});
  return why === 'memory' ? new AppError('engine_memory', {}) : unmade(new Error(reason));
}

function unmade(cause: Error): AppError {
  return new AppError('database_error', { reason: 'the result cannot be read as a table' }, { cause });
}
