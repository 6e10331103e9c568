import { endOfString, parseExactJson } from '@tessera/core/exact-json';

/** Deepest nesting of JSON that users send. Layouts travel as text, so honest bodies stay far below. */
export const MAX_DEPTH = 100;
/**
 * Most values in one JSON text, keys apart: reading and checking each takes its time. A chart may filter by 20 000, in
 * its query and in its form data.
 */
export const MAX_VALUES = 100_000;
/**
 * Most keys of one object. Distinct names cost many times what values do: separated, looked up, checked and copied one
 * by one.
 */
export const MAX_KEYS = 10_000;

/**
 * Why a JSON text is not read at all, as the end of a sentence; `null` where it is within bounds. The text is not
 * parsed.
 */
export function boundsFault(text: string): string | null {
  const size = sizeOf(text, MAX_DEPTH, MAX_VALUES, MAX_KEYS);
  if (size.depth > MAX_DEPTH) return `nests deeper than ${MAX_DEPTH} levels`;
  if (size.keys > MAX_KEYS) return `holds more than ${MAX_KEYS} keys in one object`;
  return size.values > MAX_VALUES ? `holds more than ${MAX_VALUES} values` : null;
}

/**
 * JSON text within bounds as a value, integers without loss.
 * @throws SyntaxError for a text that is no JSON, or beyond
 * the bounds
 */
export function parseBoundedJson(text: string): unknown {
  const fault = boundsFault(text);
  if (fault !== null) throw new SyntaxError(`JSON ${fault}`);
  return parseExactJson(text);
}

/**
 * Whether JSON text has the NUL character, as itself or escaped. Neither database keeps it: one refuses it, the other
 * cuts the text off.
 */
export function holdsNul(text: string): boolean {
  if (text.includes('\0')) return true;
  for (let at = text.indexOf('\\u0000'); at >= 0; at = text.indexOf('\\u0000', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return true;
  }
  return false;
}

type Size = {
  readonly depth: number;
  readonly values: number;
  /** Of the object that has most, as far as it was counted. */ readonly keys: number;
};

/**
 * Depth, values and keys of JSON text, counted until one of them is beyond its bound; what stands in strings does not
 * count.
 */
function sizeOf(text: string, maxDepth: number, maxValues: number, maxKeys: number): Size {
  // By depth: the keys of the object that is open there, below zero for a list.
  const open: number[] = [];
  let depth = 0;
  let values = 1;
  let keys = 0;
  for (let at = 0; at < text.length && depth <= maxDepth && values <= maxValues && keys <= maxKeys; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(text, at);
    } else if (code === 0x2c) {
      values += 1;
      const here = open[depth] ?? -1;
      if (here < 0) continue;
      open[depth] = here + 1;
      keys = Math.max(keys, here + 1);
    } else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      values += 1;
      open[depth] = code === 0x7b ? 1 : -1;
    } else if (code === 0x7d || code === 0x5d) {
      depth = Math.max(0, depth - 1);
    }
  }
  return { depth, values, keys };
}
