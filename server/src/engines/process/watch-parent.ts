import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The watch does nothing but look. */
const WATCH_MB = 8;

/**
 * End this process with its parent, also while its thread is busy: where a query blocks it, the word that the parent is
 * gone would never be heard, and a query without an end would run on. The watch is a thread beside it.
 */
export function watchParent(): void {
  const script = join(dirname(process.argv[1] ?? ''), 'parent-watch-worker.mjs');
  new Worker(script, {
    workerData: process.ppid,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: WATCH_MB, maxYoungGenerationSizeMb: 1 },
  }).unref();
}
