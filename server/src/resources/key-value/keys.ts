import { createHash, randomBytes } from 'node:crypto';

/** A key that cannot be guessed: 192 random bits, URL-safe. */
export function randomKey(): string {
  return randomBytes(24).toString('base64url');
}

/** Eleven characters that follow from the content: the same state always gives the same link. */
export function contentKey(kind: string, state: unknown): string {
  return createHash('sha256')
    .update(`${kind}\n${canonicalJson(state)}`)
    .digest('base64url')
    .slice(0, 11);
}

/** Old links write `kv:key` for `key`. */
export function plainKey(key: string): string {
  return key.startsWith('kv:') ? key.slice(3) : key;
}

/**
 * JSON with the keys of every object in order, so that equal states are equal texts; a bigint differs from a text of
 * its digits.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'bigint') return { integer: part.toString() };
    return typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  });
}
