import type { QueryResult } from './define.ts';
import { readQueryResult } from './read-result.ts';
import { asShown } from './shown-table.ts';

/** An answer as it is drawn, its moments in the clock that its days have. */
export function readShownResult(json: unknown): QueryResult {
  const read = readQueryResult(json);
  return asShown([read])[0] ?? read;
}
