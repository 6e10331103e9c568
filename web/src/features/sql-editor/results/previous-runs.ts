import { create } from 'zustand';
import type { Run } from '../runs/run.ts';
import { useRuns } from '../runs/runs-store.ts';

/** Larger results are not retained a second time. */
const MAX_CELLS = 5_000_000;

/** The run before the one of now, by tab, where it gave rows: to compare with, and to show until there are others. */
const usePrevious = create<Readonly<Record<string, Run>>>(() => ({}));

useRuns.subscribe((now, before) => {
  for (const [tabId, run] of Object.entries(before)) {
    if (now[tabId] === run || now[tabId]?.query.id === run.query.id) continue;
    if (now[tabId] === undefined) forget(tabId);
    else if (cellsOf(run) > 0 && cellsOf(run) <= MAX_CELLS)
      usePrevious.setState((all) => ({ ...all, [tabId]: run }), true);
  }
});

export function usePreviousRun(tabId: string): Run | null {
  return usePrevious((runs) => runs[tabId] ?? null);
}

function forget(tabId: string): void {
  usePrevious.setState(({ [tabId]: _, ...others }) => others, true);
}

function cellsOf({ results }: Run): number {
  return results.reduce((sum, { table }) => sum + table.rowCount * table.columns.size, 0);
}
