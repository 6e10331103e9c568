import { stableJson } from '@tessera/core/stable-json';

/** Keys of objects that were asked about: queries never change, and each is compared with many. */
const known = new WeakMap<object, string>();

/**
 * Text that is equal exactly for equal values: keys sorted, integers apart from texts of the same digits. An object
 * must not change afterwards.
 */
export function exactKey(value: unknown): string {
  if (typeof value !== 'object' || value === null) return keyOf(value);
  const kept = known.get(value);
  if (kept !== undefined) return kept;
  const key = keyOf(value);
  known.set(value, key);
  return key;
}

function keyOf(value: unknown): string {
  return stableJson(value, (integer) => `{"integer":"${integer}"}`);
}
