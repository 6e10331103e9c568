import { parseBoundedJson } from '../http/json-bounds.ts';

/**
 * JSON that travels or is stored as text inside a field; integers beyond 2^53 are bigints, so print it with
 * `printExactJson`.
 *
 * @throws SyntaxError for text that is none, and for one that is built to break or hold up whoever walks through it
 */
export const parseJsonText = (text: string): unknown => parseBoundedJson(text);
