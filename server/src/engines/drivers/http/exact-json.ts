import { resultTooLarge } from '../../admission/result-bound.ts';

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Read JSON; integers of 16 digits and more, which numbers cannot hold, come as text. */
export function parseExact(text: string): unknown {
  const safe = /\d{16}/.test(text)
    ? text.replace(token, (found) => (found.length >= 16 && /^-?\d+$/.test(found) ? `"${found}"` : found))
    : text;
  return JSON.parse(safe);
}

/** Below, whatever it says takes little. */
const HARMLESS_CHARACTERS = 1_000_000;
/** What an array or an object takes besides what is in it, and each value of it, roughly. */
const [NESTED_BYTES, VALUE_BYTES] = [48, 8];

/**
 * JSON of brackets and little else takes dozens of times its length when it is read.
 * @throws AppError result_too_large
 */
export function assertReadable(text: string, most: number): void {
  if (text.length < HARMLESS_CHARACTERS) return;
  let bytes = text.length;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 34) isText = !isText;
    else if (isText) at += character === 92 ? 1 : 0;
    else if (character === 91 || character === 123) bytes += NESTED_BYTES;
    else if (character === 44) bytes += VALUE_BYTES;
  }
  if (bytes > most * 2) throw resultTooLarge(most);
}
