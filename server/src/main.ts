import { fileURLToPath } from 'node:url';
import { AppError } from '@tessera/core/errors/app-error';
import { readSettings } from './config.ts';
import { metadataFailure } from './metadata/failure.ts';
import { createProgress } from './progress.ts';
import { start, type Running } from './start.ts';

/** Time for running requests after a stop was asked for. */
const DRAIN_MS = 8000;

/** Processes and workers are bundled beside this file. */
const scriptFolder = fileURLToPath(new URL('.', import.meta.url));
const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

// Whatever this process writes is for its owner only.
process.umask(0o077);
// Nor does it end because nobody can read it: a full disk, a pipe that was closed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const progress = createProgress(process.stdout);

try {
  const running = await start({ settings: readSettings(process.env, process.cwd()), webRoot, scriptFolder, now: () => new Date(), report: progress.show });
  // Whoever reads that it listens may stop it at once.
  const hurry = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(running, hurry));
  announce(running);
} catch (error) {
  fail(error);
}

function announce({ address, setupToken }: Running): void {
  progress.end();
  console.log(`Tessera listens on ${address}`);
  if (setupToken !== null) console.log(`Make the first administrator with this link, which works once: ${address}/setup/?token=${setupToken}`);
}

/** Serve on while balancers learn of it, which a second signal cuts short. Requests that run then may end; whatever is left after that is cut off. */
async function stop({ app, drain, close }: Running, hurry: AbortController): Promise<void> {
  if (app.drain.isDraining()) return hurry.abort();
  await drain(hurry.signal);
  const timer = setTimeout(() => process.exit(0), DRAIN_MS);
  timer.unref();
  try {
    await close();
    process.exit(0);
  } catch (error) {
    fail(error);
  }
}

/** What the operator can mend is one line; anything else is a defect and shows where it is. */
function fail(error: unknown): void {
  progress.end();
  const told = metadataFailure(error) === 'full' ? new AppError('storage_full', {}) : error;
  console.error(told instanceof AppError ? `Tessera cannot start: ${told.message}` : told);
  process.exit(1);
}
