import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { step } from './progress.mjs';
import { run } from './run.mjs';

const modules = join(root, 'node_modules');

/** npm writes this file last. */
const installed = join(modules, '.package-lock.json');

/** Is there while we install. */
const begun = join(modules, '.installing');

/**
 * Whether an install was killed half-way. npm would take a package whose files are not all there for installed, so that
 * such a folder is good for nothing.
 * @param {string} folder
 */
export function isBrokenOff(folder) {
  return (
    existsSync(join(folder, '.installing')) || (existsSync(folder) && !existsSync(join(folder, '.package-lock.json')))
  );
}

/**
 * What is installed, against a lockfile: `all`, `production` (development packages were left out), or `other`.
 * @param {string} lock
 * @param {string} installedLock the list that npm leaves in `node_modules`
 * @returns {'all' | 'production' | 'other'}
 */
export function comparePackages(lock, installedLock) {
  const wanted = Object.entries(readPackages(lock)).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && !link,
  );
  const present = readPackages(installedLock);
  const isPresent = ([path, { version, optional, devOptional }]) =>
    present[path]?.version === version || (present[path] === undefined && (optional || devOptional));
  if (wanted.every(isPresent)) return 'all';
  return wanted.filter(([, { dev }]) => !dev).every(isPresent) ? 'production' : 'other';
}

/**
 * @returns {Record<string, { version?: string, link?: boolean, dev?: boolean, optional?: boolean, devOptional?: boolean
 * }>}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * Install what the lockfile says when something else is installed, and leave the lockfile alone. A tree that was
 * installed without development packages stays without them. `npm ci` is not used: it refuses a lockfile that lacks a
 * package for some other platform, which registries that mirror only a part leave out, although no machine needs it
 * that can install here.
 */
export async function installIfNeeded() {
  const lock = join(root, 'package-lock.json');
  if (!isBrokenOff(modules) && existsSync(installed)) {
    // Copying a tree gives its files new times, so only the lists can tell whether they differ.
    if (statSync(installed).mtimeMs >= statSync(lock).mtimeMs || comparePackages(lock, installed) !== 'other') return;
  }
  const withoutDevelopment = !isBrokenOff(modules) && existsSync(installed) && !existsSync(join(modules, 'esbuild'));
  if (isBrokenOff(modules))
    await step('Removing an installation that was broken off', async () =>
      rmSync(modules, { recursive: true, force: true, maxRetries: 3 }),
    );
  mkdirSync(modules, { recursive: true });
  writeFileSync(begun, '');
  const { code, output } = await step('Installing packages (once, about a minute)', () =>
    run(
      'npm',
      [
        'install',
        '--no-save',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        ...(withoutDevelopment ? ['--omit=dev'] : []),
      ],
      { quiet: true },
    ),
  );
  // npm that ends by itself leaves no half packages, also when it fails.
  rmSync(begun, { force: true });
  if (code !== 0) {
    console.error(output.trim());
    console.error(
      'Installing packages failed. Check the connection to the package registry and run the command again.',
    );
    process.exit(1);
  }
  // npm leaves the file alone when nothing was to be done.
  const now = new Date();
  utimesSync(installed, now, now);
}
