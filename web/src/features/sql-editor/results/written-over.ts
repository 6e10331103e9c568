import { useState } from 'react';
import type { ResultOf } from './result-of.ts';

/** What was made longest ago goes first. */
const MAX_WRITTEN = 500;
const written = new Map<string, unknown>();

/**
 * Where something stands that a user made over a result.
 *
 * @param kind   tells those of one result apart, and the type of the value with it
 * @param about  what it depends on beside the tab and the statement: of something else nothing is made yet
 */
export function placeOf({ tab, result }: Pick<ResultOf, 'tab' | 'result'>, kind: string, about: readonly string[]) {
  return JSON.stringify([kind, tab.id, result.statement, about]);
}

/** What was made at a place; undefined where nothing was. The kind of the place says what it is. */
export function readWritten(place: string): unknown {
  return written.get(place);
}

export function write(place: string, value: unknown): void {
  written.delete(place);
  written.set(place, value);
  const [oldest] = written.keys();
  if (written.size > MAX_WRITTEN && oldest !== undefined) written.delete(oldest);
}

/**
 * What a user made over a result, such as a query or a pivot: it is there again when they come back to it from its
 * rows, from another tab, or after another run.
 *
 * @param first  what there is before they made anything
 */
export function useWrittenOver<T>(
  of: Pick<ResultOf, 'tab' | 'result'>,
  kind: string,
  about: readonly string[],
  first: () => T,
): readonly [T, (next: T) => void] {
  const key = placeOf(of, kind, about);
  const [shown, setShown] = useState<{ readonly key: string; readonly value: T } | null>(null);
  const value = shown?.key === key ? shown.value : ((readWritten(key) as T | undefined) ?? first());
  const change = (next: T) => {
    write(key, next);
    setShown({ key, value: next });
  };
  return [value, change];
}
