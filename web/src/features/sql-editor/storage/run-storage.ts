import { printExactJson } from '@tessera/core/exact-json';
import type { RawForm } from '@tessera/core/form-data';
import type { Run } from '../runs/run.ts';
import { resultOf, writeNow } from './idb.ts';

/** What ran last in a tab, as the browser has it. */
export type StoredRun = { readonly tabId: string; readonly run: Run; readonly at: number };

export type RunStorage = {
  readonly put: (kept: StoredRun) => void;
  readonly get: (tabId: string) => Promise<StoredRun | null>;
  /** What was made of the results of a tab, in its place until it is made anew. */
  readonly putChart: (tabId: string, chart: StoredChart) => void;
  readonly getChart: (tabId: string) => Promise<StoredChart | null>;
  readonly remove: (tabId: string) => void;
};

/** The settings of a chart that a user made of the result of a query. */
export type StoredChart = { readonly queryId: number; readonly vizType: string; readonly form: RawForm };

/** [9.0-32] Rows of a result are stored for a day, and no more than 5120 kB of them. */
export const MAX_AGE_MS = 86_400_000;
export const MAX_KB = 5120;
const BYTES_PER_CHARACTER = 2;
const BYTES_PER_KB = 1024;

/** [9.0-32] The size of the rows of a run: each character counts as 2 bytes. Nothing is counted beyond the bound. */
export function kilobytesOf({ results }: Pick<Run, 'results'>, most = Number.POSITIVE_INFINITY): number {
  const bound = (most * BYTES_PER_KB) / BYTES_PER_CHARACTER;
  let characters = 0;
  for (const { table } of results)
    for (const { values } of table.columns.values())
      for (let row = 0; row < table.rowCount; row += 1) {
        const cell = values[row] ?? null;
        characters += (typeof cell === 'object' && cell !== null ? JSON.stringify(cell, textOfBig) : String(cell))
          .length;
        if (characters > bound) return (characters * BYTES_PER_CHARACTER) / BYTES_PER_KB;
      }
  return (characters * BYTES_PER_CHARACTER) / BYTES_PER_KB;
}

function textOfBig(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** A run without what is not stored of it: its rows are asked for by their key, if somebody wants to see them. */
export function storedOf(run: Run): Run {
  return run.results.length > 0 && kilobytesOf(run, MAX_KB) > MAX_KB ? { ...run, results: [], isComplete: false } : run;
}

/** [9.0-32] What is left of a stored run after a time. */
export function agedRun({ run, at }: Pick<StoredRun, 'run' | 'at'>, now: number): Run {
  return now - at > MAX_AGE_MS && run.results.length > 0 ? { ...run, results: [], isComplete: false } : run;
}

/** Settings with a longer text, of a layer with thousands of points for instance, last as long as the page. */
const MAX_CHART_CHARACTERS = 100_000;
/** Charts lie beside the state of the page, under names that nothing else has. */
const chartKey = (tabId: string) => `chart ${tabId}`;

/** Runs in the browser's own database. What is not stored is asked of the server. */
export function createRunStorage(db: IDBDatabase): RunStorage {
  const write = (change: (runs: IDBObjectStore, page: IDBObjectStore) => void) =>
    writeNow(
      db,
      { stores: ['runs', 'page'], reads: false },
      (transaction) => change(transaction.objectStore('runs'), transaction.objectStore('page')),
      { onDone: () => undefined, onFailure: () => undefined },
    );
  return {
    put: (kept) => write((runs) => void runs.put(kept)),
    get: async (tabId) => {
      const runs = db.transaction('runs').objectStore('runs');
      return (await resultOf(runs.get(tabId) as IDBRequest<StoredRun | undefined>)) ?? null;
    },
    putChart: (tabId, chart) => {
      if (printExactJson(chart.form).length <= MAX_CHART_CHARACTERS)
        write((_, page) => void page.put(chart, chartKey(tabId)));
    },
    getChart: async (tabId) => {
      const page = db.transaction('page').objectStore('page');
      return (await resultOf(page.get(chartKey(tabId)) as IDBRequest<StoredChart | undefined>)) ?? null;
    },
    remove: (tabId) =>
      write((runs, page) => {
        runs.delete(tabId);
        page.delete(chartKey(tabId));
      }),
  };
}

export const noRunStorage: RunStorage = {
  put: () => undefined,
  get: () => Promise.resolve(null),
  putChart: () => undefined,
  getChart: () => Promise.resolve(null),
  remove: () => undefined,
};
