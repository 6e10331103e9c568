import type { Table } from '@tessera/core/table';
import type { ResultColumn } from '../../runs/run.ts';

export type PreviewRows = {
  readonly columns: readonly ResultColumn[];
  readonly table: Table;
  readonly isSample: boolean;
  /** So many rows of each table were read at most; null: all of them. */
  readonly tableRows: number | null;
  readonly durationMs: number;
};

export type PreviewState = {
  /** The last rows that came; they stay while a text gives none. */
  readonly rows: PreviewRows | null;
  /** Why the text of now gives none. */
  readonly problem: string | null;
  readonly isAsking: boolean;
};

export const noPreview: PreviewState = { rows: null, problem: null, isAsking: false };

type Needs = {
  readonly ask: (sql: string, signal: AbortSignal) => Promise<PreviewRows>;
  readonly later: (run: () => void, ms: number) => () => void;
  /** What to say of a failure. */
  readonly explain: (error: unknown) => string;
  readonly onChange: (state: PreviewState) => void;
};

/** Between two keys of a word nothing is asked, in ms. */
const QUIET_MS = 50;

/** The first rows of what is written: each text ends the question before it, and the latest one wins. */
export function createPreview({ ask, later, explain, onChange }: Needs) {
  let state = noPreview;
  let wanted: string | null = null;
  let stop: () => void = () => undefined;
  const set = (change: Partial<PreviewState>) => {
    state = { ...state, ...change };
    onChange(state);
  };
  const show = (sql: string) => {
    if (sql === wanted) return;
    stop();
    wanted = sql;
    const abort = new AbortController();
    const isLatest = () => !abort.signal.aborted;
    const cancel = later(() => {
      ask(sql, abort.signal).then(
        (rows) => isLatest() && set({ rows, problem: null, isAsking: false }),
        (error: unknown) => isLatest() && set({ problem: explain(error), isAsking: false }),
      );
    }, QUIET_MS);
    stop = () => {
      cancel();
      abort.abort();
    };
    set({ isAsking: true });
  };
  /** There is nothing to ask: the last rows stay, with the reason. */
  const refuse = (reason: string) => {
    stop();
    wanted = null;
    if (state.problem !== reason || state.isAsking) set({ problem: reason, isAsking: false });
  };
  return { show, refuse, stop: () => stop() };
}
