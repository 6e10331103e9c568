import { existsSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

/** npm writes this file last, so that an install killed half-way is seen and done again. */
const installed = join(root, 'node_modules/.package-lock.json');

/**
 * Install what the lockfile says when it is newer than what is installed, and leave the lockfile alone.
 * `npm ci` is not used: it refuses a lockfile that lacks a package for some other platform, which registries that
 * mirror only a part leave out, although no machine needs it that can install here.
 */
export async function installIfNeeded() {
  const lock = join(root, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  const { code, output } = await step('Installing packages (once, about a minute)', () =>
    run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { quiet: true }),
  );
  if (code !== 0) {
    console.error(output.trim());
    console.error('Installing packages failed. Check the connection to the package registry and run the command again.');
    process.exit(1);
  }
  // npm leaves the file alone when nothing was to be done.
  const now = new Date();
  utimesSync(installed, now, now);
}
