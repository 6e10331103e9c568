import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const skipped = new Set(['node_modules', 'dist', 'golden', 'fixtures']);

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  let latest = 0;
  for (const entry of readdirSync(path)) {
    if (!skipped.has(entry)) latest = Math.max(latest, newest(join(path, entry)));
  }
  return latest;
}

/**
 * Whether a build is older than one of its sources.
 * The stamp is removed before a build and written after it, so a build killed half-way counts as missing.
 */
export function isStale(stamp, sources) {
  const at = join(root, stamp);
  if (!existsSync(at)) return true;
  const built = statSync(at).mtimeMs;
  return sources.some((source) => newest(join(root, source)) > built);
}

/** Call before a build. @returns call it with no argument after the build: sources changed meanwhile count as newer */
export function beginStamp(stamp) {
  const at = join(root, stamp);
  rmSync(at, { force: true });
  const began = new Date();
  return () => {
    writeFileSync(at, '');
    utimesSync(at, began, began);
  };
}
