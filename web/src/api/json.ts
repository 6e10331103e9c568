import { LosslessNumber, isSafeNumber, parse, stringify } from 'lossless-json';

/** An integer that a double would round: 17 or more digits outside a text, or close below that. */
const longNumber = /[[:,\s]-?\d{16,}/;

/**
 * JSON text → value. Integers beyond 2^53 become bigint instead of another number; decimals become numbers.
 * The exact parser is several times slower than the browser's, so it runs only where such an integer may be.
 *
 * @throws SyntaxError on text that is no JSON
 */
export function parseJson(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text);
  return parse(text, null, { parseNumber: exactNumber });
}

function exactNumber(text: string): number | bigint {
  return /^-?\d+$/.test(text) && !isSafeNumber(text) ? BigInt(text) : Number(text);
}

/** Value → JSON text; a bigint is written as the integer it is. */
export function printJson(value: unknown): string {
  return (
    stringify(value, (_key, part) => (typeof part === 'bigint' ? new LosslessNumber(part.toString()) : part)) ?? 'null'
  );
}
