import { fork } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ColumnInfo } from '../engines/engine.ts';
import type { SamplesReply, SamplesTask } from './samples-process.ts';

export type SampleColumns = Readonly<Record<string, readonly ColumnInfo[]>>;
export type Report = (line: string) => void;

/**
 * Make the data file in a process of its own. Resolves with the columns of each table; the file is there then, whole.
 */
export async function makeSampleFile(task: SamplesTask, processFolder: string, report: Report): Promise<SampleColumns> {
  removeSampleParts(task.file);
  return new Promise((resolve, reject) => {
    const child = fork(join(processFolder, 'samples-process.mjs'), [JSON.stringify(task)], {
      env: { TZ: 'UTC', ...(process.env['SystemRoot'] ? { SystemRoot: process.env['SystemRoot'] } : {}) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let columns: SampleColumns | null = null;
    let reason = 'the process ended early';
    child.on('message', (reply: SamplesReply) => {
      if (reply.type === 'progress') report(`Sample data: ${reply.table} (${reply.done} of ${reply.of})`);
      else if (reply.type === 'done') columns = reply.columns;
      else reason = reply.reason;
    });
    child.once('error', reject);
    child.once('exit', () => {
      if (columns) resolve(columns);
      else reject(new Error(`The sample data could not be loaded: ${reason}`));
    });
  });
}

/** What a killed load has left behind: half a file, and the folder where DuckDB puts what memory cannot hold. */
export function removeSampleParts(file: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${basename(file)}.`) && name.includes('.part'))
      rmSync(join(folder, name), { force: true, recursive: true });
  }
}
