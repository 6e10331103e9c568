import { LRUCache } from 'lru-cache';
import { setImmediate as nextTick } from 'node:timers/promises';
import { inTime } from '../../engines/admission/deadline.ts';
import type { Engine } from '../../engines/engine.ts';
import { createNameIndex, type NameIndex } from './name-index.ts';

/** Names of one question to the database, and of one step between which others have the loop. */
const PAGE = 50_000;
const STEP = 10_000;
const MAX_NAMES = 1_000_000;
const TIMEOUT_MS = 120_000;

type Asked = {
  /** Names the index: the database in its version, and the catalog. */
  readonly key: string;
  readonly ttlMs: number;
  readonly catalog: string | null;
  readonly force: boolean;
  readonly engine: () => Promise<Engine>;
};

type Known = { readonly index: Promise<NameIndex>; readonly freshUntil: number };

export type NameIndexes = ReturnType<typeof createNameIndexes>;

/**
 * Indexes of names by database and catalog. One that is old answers while it is read anew; the first question, and one
 * that is forced, waits for the database.
 */
export function createNameIndexes(now: () => number) {
  const indexes = new LRUCache<string, Known>({ max: 20 });
  const reading = new Map<string, Promise<NameIndex>>();

  function read(asked: Asked): Promise<NameIndex> {
    const { key, ttlMs } = asked;
    const running = reading.get(key);
    if (running) return running;
    const index = asked
      .engine()
      .then((engine) => inTime(TIMEOUT_MS, (signal) => readNames(engine, asked.catalog, signal)))
      .finally(() => reading.delete(key));
    reading.set(key, index);
    index.then(
      () => indexes.set(key, { index, freshUntil: now() + ttlMs }),
      () => undefined,
    );
    return index;
  }

  return {
    find: (asked: Asked): Promise<NameIndex> => {
      const known = indexes.get(asked.key);
      if (known === undefined || asked.force) return read(asked);
      // What goes wrong is reported when nothing is known.
      if (known.freshUntil < now()) read(asked).catch(() => undefined);
      return known.index;
    },
    forget: (prefix: string): void => {
      for (const key of indexes.keys()) if (key.startsWith(prefix)) indexes.delete(key);
    },
  };
}

async function readNames(engine: Engine, catalog: string | null, signal: AbortSignal): Promise<NameIndex> {
  const index = createNameIndex();
  for (let offset = 0; offset < MAX_NAMES; offset += PAGE) {
    const tables = await engine.everyTable(catalog, { limit: PAGE, offset }, signal);
    for (let at = 0; at < tables.length; at += STEP) {
      index.add(tables.slice(at, at + STEP));
      await nextTick();
    }
    if (tables.length < PAGE) break;
  }
  return index.build();
}
