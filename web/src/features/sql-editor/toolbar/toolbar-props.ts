import type { EditorDatabase } from '../../../api/catalog.ts';
import type { Run } from '../runs/run.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import type { EditorActions } from './editor-actions.ts';

export type ToolbarProps = {
  readonly tab: EditorTab;
  readonly run: Run | null;
  /** Null while it is not known. */
  readonly database: EditorDatabase | null;
  readonly actions: EditorActions;
};
