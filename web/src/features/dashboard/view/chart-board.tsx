import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { create } from 'zustand';
import type { ChartStatus } from '../../../chart/chart-status.ts';

/** What the page may ask of a chart on it. */
export type ChartHandle = { readonly refresh: (force: boolean) => void; readonly stop: () => void };

/** The charts that have come on screen, by component id, with their states. */
export type Statuses = Readonly<Record<string, ChartStatus>>;

const final: ReadonlySet<ChartStatus> = new Set(['rendered', 'failed', 'stopped']);

/** Every chart that was asked for has an answer, or none was asked for. */
export function isComplete(statuses: Statuses): boolean {
  return Object.values(statuses).every((status) => final.has(status));
}

export function runningCount(statuses: Statuses): number {
  return Object.values(statuses).filter((status) => status === 'loading').length;
}

type Board = { readonly handles: Map<string, ChartHandle> };
const BoardContext = createContext<Board>({ handles: new Map() });

export const useStatuses = create<{ readonly statuses: Statuses }>(() => ({ statuses: {} }));

/** Holds the handles of the charts of one dashboard, for 'refresh all' and 'stop all'. */
export function ChartBoard({ children }: { readonly children: ReactNode }) {
  const board = useMemo<Board>(() => ({ handles: new Map() }), []);
  useEffect(() => () => useStatuses.setState({ statuses: {} }), []);
  return <BoardContext value={board}>{children}</BoardContext>;
}

export function useBoard(): Board {
  return useContext(BoardContext);
}

/** A chart reports itself while it is mounted. `status` null: it has not come on screen yet. */
export function useReport(componentId: string, handle: ChartHandle, status: ChartStatus | null): void {
  const { handles } = useBoard();
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    handles.set(componentId, { refresh: (force) => latest.current.refresh(force), stop: () => latest.current.stop() });
    return () => {
      handles.delete(componentId);
      useStatuses.setState(({ statuses }) => ({ statuses: without(statuses, componentId) }));
    };
  }, [handles, componentId]);
  useEffect(() => {
    if (status !== null) useStatuses.setState(({ statuses }) => ({ statuses: { ...statuses, [componentId]: status } }));
  }, [componentId, status]);
}

function without(statuses: Statuses, id: string): Statuses {
  return Object.fromEntries(Object.entries(statuses).filter(([other]) => other !== id));
}
