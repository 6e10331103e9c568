import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const skipped = new Set(['node_modules', 'dist', '.dist-next', 'golden', 'fixtures']);

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

/** Whether a build is missing or older than one of its sources. */
export function isStale(stamp, sources) {
  if (!existsSync(stamp)) return true;
  const built = statSync(stamp).mtimeMs;
  return sources.some((source) => newest(join(root, source)) > built);
}

/**
 * Call before a build.
 * @returns call it after the build: it writes the stamp with the time of the call before, so that
 * sources changed meanwhile count as newer
 */
export function beginStamp(stamp) {
  const began = new Date();
  return () => {
    writeFileSync(stamp, '');
    utimesSync(stamp, began, began);
  };
}
