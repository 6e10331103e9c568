import { create } from 'zustand';

/** What is made of a result. */
export const resultModes = ['rows', 'chart', 'pivot', 'query', 'diff'] as const;
export type ResultMode = (typeof resultModes)[number];

/** What is shown in each tab, by its id; it stays when the tab runs again. */
const useModes = create<Readonly<Record<string, ResultMode>>>(() => ({}));

export function useResultMode(tabId: string): readonly [ResultMode, (mode: ResultMode) => void] {
  const mode = useModes((modes) => modes[tabId] ?? 'rows');
  return [mode, (next) => useModes.setState({ [tabId]: next })];
}
