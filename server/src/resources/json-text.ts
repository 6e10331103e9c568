import { parseBoundedJson } from '../http/json-bounds.ts';

/**
 * JSON that travels or is stored as text inside a field; integers beyond 2^53 are bigints, so print it with
 * `printExactJson`.
 *
 * @throws SyntaxError for text that is none, and for one that is built to break or hold up whoever walks through it
 */
export const parseJsonText = (text: string): unknown => parseBoundedJson(text);

/** A JSON object from text, or an empty one for whatever is not. */
export function parseObject(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  try {
    const value: unknown = parseJsonText(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
