import type { QueryPlace, Run, StatementResult } from '../runs/run.ts';
import type { EditorTab } from '../tabs/tabs.ts';

/** A result with the run and the tab that it is of. */
export type ResultOf = {
  readonly tab: EditorTab;
  readonly run: Run;
  readonly result: StatementResult;
};

/** Where a result came from. Of runs that do not say it, it is where their tab stands. */
export function queryPlaceOf({ tab, run }: Pick<ResultOf, 'tab' | 'run'>): Omit<QueryPlace, 'dbId'> & {
  readonly dbId: number | null;
} {
  return run.query.place ?? tab;
}
