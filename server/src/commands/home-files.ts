import { METADATA_FILE } from '../config.ts';
import { LINK_FILE, SECRET_FILE } from '../home.ts';
import { HOLDER_FILE, LOCK_FILE } from '../home-lock.ts';

const own = new Set([SECRET_FILE, LINK_FILE, LOCK_FILE, HOLDER_FILE, 'spill', 'results']);

/**
 * Whether a path below the home is what the metadata, the key and the running server keep there: no backup holds it.
 */
export function isOwnName(path: string): boolean {
  const [first = '', ...rest] = path.split(/[/\\]/);
  // What users are uploading at the moment is no data yet.
  if (rest.includes('.staging')) return true;
  return first.startsWith('.') || own.has(first) || first.startsWith(METADATA_FILE);
}
