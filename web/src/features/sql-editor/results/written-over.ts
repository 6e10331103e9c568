import { useState } from 'react';
import type { ResultOf } from './result-of.ts';

const written = new Map<string, unknown>();

/**
 * What a user made over a result, such as a query or a pivot: it is there again when they come back to it from its
 * rows, from another tab, or after another run.
 *
 * @param kind   tells those of one result apart, and the type of the value with it
 * @param about  what it depends on beside the tab and the statement: of something else nothing is made yet
 * @param first  what there is before they made anything
 */
export function useWrittenOver<T>(
  { tab, result }: Pick<ResultOf, 'tab' | 'result'>,
  kind: string,
  about: readonly string[],
  first: () => T,
): readonly [T, (next: T) => void] {
  const key = JSON.stringify([kind, tab.id, result.statement, about]);
  const [shown, setShown] = useState<{ readonly key: string; readonly value: T } | null>(null);
  const value = shown?.key === key ? shown.value : written.has(key) ? (written.get(key) as T) : first();
  const change = (next: T) => {
    written.set(key, next);
    setShown({ key, value: next });
  };
  return [value, change];
}
