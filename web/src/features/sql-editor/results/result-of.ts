import type { Run, StatementResult } from '../runs/run.ts';
import type { EditorTab } from '../tabs/tabs.ts';

/** A result with the run and the tab that it is of. */
export type ResultOf = {
  readonly tab: EditorTab;
  readonly run: Run;
  readonly result: StatementResult;
};
