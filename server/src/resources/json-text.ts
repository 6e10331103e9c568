import { isDeeperThan } from '../http/body-parsers.ts';

/** Nobody's settings nest so deep; what does is made to break whoever walks through it. */
const MAX_DEPTH = 100;

/** JSON that travels or is stored as text inside a field. @throws SyntaxError for text that is none, and for one that nests deeper than 100 levels */
export function parseJsonText(text: string): unknown {
  if (isDeeperThan(text, MAX_DEPTH)) throw new SyntaxError(`JSON nests deeper than ${MAX_DEPTH} levels`);
  return JSON.parse(text);
}
