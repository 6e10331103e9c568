import type { SavedQuery } from '../../../api/saved-queries.ts';
import type { RunWay, Script } from '../runs/run.ts';

/** What opens over the editor. */
export type EditorDialog =
  | 'save'
  | 'save_as'
  | 'schedule'
  | 'parameters'
  | 'versions'
  | 'create_table'
  | 'create_view'
  | 'estimate'
  | 'share'
  | SnippetOf
  | ConflictWith;

/** Store a part of the text, to write it again. */
type SnippetOf = { readonly snippet: string };

/** Somebody saved the query of the tab meanwhile. */
type ConflictWith = { readonly conflict: SavedQuery };

/** What can be done with the tab on screen, by button, key and palette. */
export type EditorActions = {
  /** Run a part, or what is selected, or else everything. */
  readonly run: (part?: Script, way?: Partial<RunWay>) => void;
  readonly stop: () => void;
  /** Save it as what it was saved as; ask for a name where it was not. */
  readonly save: () => void;
  readonly format: () => void;
  readonly open: (dialog: EditorDialog) => void;
};
