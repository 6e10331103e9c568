import { create } from 'zustand';
import { readWritten, write } from './written-over.ts';

/** What is made of a result. */
export const resultModes = ['rows', 'chart', 'pivot', 'query', 'diff'] as const;
export type ResultMode = (typeof resultModes)[number];

/** What is shown in each tab, by its id; it stays when the tab runs again, and when the page is loaded again. */
const useModes = create<Readonly<Record<string, ResultMode>>>(() => ({}));

export function useResultMode(tabId: string): readonly [ResultMode, (mode: ResultMode) => void] {
  const mode = useModes((modes) => modes[tabId]) ?? storedMode(tabId);
  const choose = (next: ResultMode) => {
    write(modeOf(tabId), next);
    useModes.setState({ [tabId]: next });
  };
  return [mode, choose];
}

const modeOf = (tabId: string) => `mode ${tabId}`;

function storedMode(tabId: string): ResultMode {
  const stored = readWritten(modeOf(tabId));
  return resultModes.find((mode) => mode === stored) ?? 'rows';
}
