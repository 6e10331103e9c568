import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { AppError } from '@tessera/core/errors/app-error';
import { checkSettings } from './config.ts';
import { LINK_FILE } from './home.ts';
import { startFailure } from './metadata/failure.ts';
import { start, type Running } from './start.ts';
import { createStartLines } from './start-lines.ts';

/** Time for running requests after a stop was asked for. */
const DRAIN_MS = 8000;

/** Processes and workers are bundled beside this file. */
const scriptFolder = fileURLToPath(new URL('.', import.meta.url));
const webRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));
/** The pseudo-locale, which a build has none of; a folder is served to everybody, so that only a test may name one. */
const messagesRoot = process.env['NODE_ENV'] === 'test' ? (process.env['TESSERA_TEST_MESSAGES'] ?? null) : null;

// Whatever this process writes is for its owner only.
process.umask(0o077);
// Nor does it end because nobody can read it: a full disk, a pipe that was closed.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const { settings, mistakes } = checkSettings(process.env, process.cwd());
const { progress, say } = createStartLines(settings.logFormat, { out: process.stdout, err: process.stderr });

try {
  if (mistakes.length > 0) throw new AppError('settings_invalid', { mistakes });
  const running = await start({
    settings,
    webRoot,
    messagesRoot,
    scriptFolder,
    now: () => new Date(),
    report: progress,
  });
  // Whoever reads that it listens may stop it at once.
  const hurry = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(running, hurry));
  announce(running);
} catch (error) {
  fail(error);
}

function announce({ address, setupToken, warnings }: Running): void {
  say('info', `Tessera listens on ${address}`, { address });
  tellLink(address, setupToken);
  for (const warning of warnings) say('warn', warning);
}

function tellLink(address: string, setupToken: string | null): void {
  const file = join(settings.home, LINK_FILE);
  rmSync(file, { force: true });
  if (setupToken === null) return;
  const link = `${address}/setup/?token=${setupToken}`;
  if (settings.logFormat === 'text')
    return say('info', `Make the first administrator with this link, which works once: ${link}`);
  writeFileSync(file, `${link}\n`, { mode: 0o600 });
  say('info', `Make the first administrator with the link in ${file}, which works once.`);
}

/**
 * Serve on while balancers learn of it, which a second signal cuts short. Requests that run then may end; whatever is
 * left after that is cut off.
 */
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

/** What the operator can mend is in words; anything else is a defect and shows where it is. */
function fail(error: unknown): void {
  const told = startFailure(error);
  say('fatal', told instanceof AppError ? `Tessera cannot start: ${told.message}` : inspect(told));
  process.exit(1);
}
