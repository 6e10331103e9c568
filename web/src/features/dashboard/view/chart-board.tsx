import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { ChartStatus } from '../../../chart/chart-status.ts';
import type { ChartInput, LiveStatus, Shown } from '../../../chart/use-chart.ts';

/** What the page may ask of a chart on it. */
export type ChartHandle = {
  readonly refresh: (force: boolean) => void;
  readonly stop: () => void;
  readonly shown: Shown | null;
  /** What it asks. */
  readonly input: ChartInput;
};
/** The same while it is mounted: what it shows is asked for when it is needed. */
type HeldHandle = Pick<ChartHandle, 'refresh' | 'stop'> & {
  readonly shown: () => Shown | null;
  readonly input: () => ChartInput;
};

/** The charts that have come on screen, by component id, with their states. */
export type Statuses = Readonly<Record<string, ChartStatus>>;

const final: ReadonlySet<ChartStatus> = new Set(['rendered', 'failed', 'stopped']);

/** Whether nothing more comes of what was asked. */
export function isFinal(status: ChartStatus): boolean {
  return final.has(status);
}

/** Every chart that was asked for has an answer, or none was asked for. */
export function isComplete(statuses: Statuses): boolean {
  return Object.values(statuses).every(isFinal);
}

export function runningCount(statuses: Statuses): number {
  return Object.values(statuses).filter((status) => status === 'loading').length;
}

type Board = {
  readonly handles: Map<string, HeldHandle>;
  readonly statuses: StoreApi<Statuses>;
  /** Whether every chart of the open tabs asks, on screen or not, and whether the other tabs are drawn as well. */
  readonly wants: StoreApi<{ readonly all: boolean; readonly tabs: boolean }>;
  /** Placements that a refresh has not reached yet: of tabs that are closed, or that were left before the answer. */
  readonly due: Set<string>;
};
const BoardContext = createContext<Board | null>(null);

function createBoard(): Board {
  return {
    handles: new Map(),
    statuses: createStore<Statuses>(() => ({})),
    wants: createStore(() => ({ all: false, tabs: false })),
    due: new Set(),
  };
}

/** A part of the states of all charts of the dashboard. */
export function useStatuses<Part>(select: (statuses: Statuses) => Part): Part {
  return useStore(useBoard().statuses, select);
}

/** Holds the handles of the charts of one dashboard, for 'refresh all' and 'stop all'. */
export function ChartBoard({ children }: { readonly children: ReactNode }) {
  const [board] = useState(createBoard);
  return <BoardContext value={board}>{children}</BoardContext>;
}

export function useBoard(): Board {
  const board = useContext(BoardContext);
  if (board === null) throw new Error('There is no board around this chart.');
  return board;
}

/** Whether all charts are wanted, as for a file of the whole dashboard. */
export function useWantsAll(): boolean {
  return useStore(useBoard().wants, ({ all }) => all);
}

/** Whether all tabs are wanted one below the other, as for such a file. */
export function useWantsTabs(): boolean {
  return useStore(useBoard().wants, ({ tabs }) => tabs);
}

/** Whether a chart has missed a refresh when it is mounted: then its first question is past the cache. */
export function useMissedRefresh(componentId: string): boolean {
  const { due } = useBoard();
  const [isDue] = useState(() => due.has(componentId));
  return isDue;
}

/** A chart reports itself while it is mounted. `live` null: it has not come on screen yet. */
export function useReport(componentId: string, handle: ChartHandle, live: LiveStatus | null): void {
  const { handles, statuses, due } = useBoard();
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    handles.set(componentId, {
      refresh: (force) => latest.current.refresh(force),
      stop: () => latest.current.stop(),
      shown: () => latest.current.shown,
      input: () => latest.current.input,
    });
    return () => {
      handles.delete(componentId);
      statuses.setState((all) => without(all, componentId), true);
    };
  }, [handles, statuses, componentId]);
  useEffect(() => {
    if (live === null) return;
    const tell = (): void => {
      const status = live.status();
      if (statuses.getState()[componentId] !== status) statuses.setState({ [componentId]: status });
      if (status === 'rendered') due.delete(componentId);
    };
    tell();
    return live.subscribe(tell);
  }, [statuses, due, componentId, live]);
}

function without(statuses: Statuses, id: string): Statuses {
  return Object.fromEntries(Object.entries(statuses).filter(([other]) => other !== id));
}
