import { message, type Words } from '@tessera/core/messages';
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { isOutOfMemory, lastWordsOf } from '../process/death.ts';
import { boundedFork } from '../process/engine-process.ts';
import {
  tooMuchMemory,
  UnreadableFile,
  type LoadReply,
  type LoadStep,
  type LoadTask,
  type Preview,
  type RenameTask,
  type UploadTask,
} from './protocol.ts';

const RENAME_MB = 256;
const RENAME_MS = 30_000;

type Watch = {
  readonly signal: AbortSignal;
  readonly passed: (step: LoadStep, share: number | null) => void;
};

/**
 * Read a file into a database file, in a process that can do nothing else and dies at its bounds.
 * @throws UnreadableFile, AbortError when `signal` is aborted
 */
export async function runLoad(task: LoadTask, processFolder: string, { signal, passed }: Watch): Promise<Preview> {
  const reply = await ask({ load: task }, task.memoryMb, processFolder, { signal, passed });
  if (reply.type !== 'done') throw new UnreadableFile(message('The file could not be read.'));
  return reply.preview;
}

/** Give the table of a database file another name. */
export async function runRename(task: RenameTask, processFolder: string): Promise<void> {
  await ask({ rename: task }, RENAME_MB, processFolder, {
    signal: AbortSignal.timeout(RENAME_MS),
    passed: () => undefined,
  });
}

type Answer = Extract<LoadReply, { type: 'done' | 'renamed' }>;

async function ask(
  task: UploadTask,
  memoryMb: number,
  processFolder: string,
  { signal, passed }: Watch,
): Promise<Answer> {
  signal.throwIfAborted();
  const child = fork(join(processFolder, 'upload-process.mjs'), [JSON.stringify(task)], {
    env: { TZ: 'UTC', ...(process.env['SystemRoot'] ? { SystemRoot: process.env['SystemRoot'] } : {}) },
    ...boundedFork(['--max-old-space-size=1024'], memoryMb * 2 + 1536),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stop = (): boolean => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  const lastWords = lastWordsOf(child.stderr);
  try {
    return await new Promise<Answer>((resolve, reject) => {
      let reply: Exclude<LoadReply, { type: 'progress' }> | null = null;
      child.on('message', (said: LoadReply) => {
        if (said.type === 'progress') passed(said.step, said.share);
        else reply ??= said;
      });
      child.once('error', reject);
      child.once('close', (exitCode, killed) => {
        if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
        else if (reply === null)
          reject(new UnreadableFile(endOf({ exitCode, signal: killed, lastWords: lastWords() })));
        else if (reply.type === 'failed') reject(new UnreadableFile(reply.reason, reply.line));
        else resolve(reply);
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function endOf(how: Parameters<typeof isOutOfMemory>[0]): Words {
  return isOutOfMemory(how)
    ? tooMuchMemory
    : message('This file stopped the program that reads it. It may be damaged, or nested too deeply.');
}
