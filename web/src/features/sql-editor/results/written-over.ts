import { useState } from 'react';
import { ownStore } from '../../../api/own-storage.ts';
import type { ResultOf } from './result-of.ts';

/** What was made longest ago goes first. */
const MAX_WRITTEN = 500;
const written = new Map<string, unknown>();
/** Texts are there again after a reload, if they are not longer together, in characters. */
const MAX_STORED = 200_000;
const stored = ownStore<readonly (readonly [string, string])[]>('tessera.sql.over', {
  parse: (value) => (Array.isArray(value) ? value.filter(isText) : []),
  onOwner: (texts) => {
    written.clear();
    for (const [place, text] of texts) written.set(place, text);
  },
});

function isText(entry: unknown): entry is [string, string] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string';
}

/** The newest texts, as many as have room. */
function store(): void {
  let room = MAX_STORED;
  const texts: [string, string][] = [];
  for (const entry of [...written].filter(isText).toReversed()) {
    room -= entry[0].length + entry[1].length;
    if (room < 0) break;
    texts.unshift(entry);
  }
  stored.write(texts);
}

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
  if (typeof value === 'string') store();
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
