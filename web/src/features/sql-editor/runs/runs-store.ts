import { create } from 'zustand';
import type { Run } from './run.ts';

/** What ran last in each tab, by its id. */
export const useRuns = create<Readonly<Record<string, Run>>>(() => ({}));

/** What ran last in a tab; null where nothing did. */
export function useRun(tabId: string): Run | null {
  return useRuns((runs) => runs[tabId] ?? null);
}

export function setRun(tabId: string, run: Run | null): void {
  useRuns.setState((runs) => {
    const { [tabId]: _, ...others } = runs;
    return run === null ? others : { ...others, [tabId]: run };
  }, true);
}
