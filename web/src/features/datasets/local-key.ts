let next = 1;

/** A name for what has no id before the first save. */
export function localKey(): string {
  return `new:${next++}`;
}
