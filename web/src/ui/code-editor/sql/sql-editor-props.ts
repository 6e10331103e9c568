import type { ScriptPart } from '@tessera/query/sql-assist/script-part';
import type { Ref } from 'react';
import type { EditorKeys } from './keys.ts';
import type { Problem } from './problems.ts';
import type { CatalogSource } from './sql-context.ts';

/** Where somebody is in a text. */
export type Cursor = {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  /** Of `at`, counted from 0. */
  readonly row: number;
  readonly column: number;
  /** What is selected; null where nothing is. */
  readonly selected: string | null;
};

export type SqlEditorHandle = {
  readonly focus: () => void;
  /** Write in the place of what is selected. */
  readonly insert: (text: string) => void;
  /** Another text, as one step of undo. */
  readonly replace: (text: string, cursor: number) => void;
  readonly reveal: (at: number) => void;
  readonly cursor: () => Cursor | null;
};

export type SqlEditorProps = {
  /** Names the text: another one begins with a history of its own, and finds its old one when it comes back. */
  readonly id: string;
  readonly label: string;
  readonly describedBy?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly engine: string | null;
  readonly catalog: CatalogSource;
  /** What the database says is wrong. */
  readonly problems: readonly Problem[];
  /** What it finds in the text as it is written, before anything runs. */
  readonly findings: readonly Problem[];
  /** What is selected when the text is opened; its end is the cursor. */
  readonly openAt: () => { readonly anchor: number; readonly head: number };
  /** Whether a text that is opened is typed into at once. */
  readonly takesFocus: () => boolean;
  readonly onCursor: (cursor: Cursor) => void;
  /** What is run for a statement, or what is selected; `null` for the whole text. */
  readonly onRun: (part: ScriptPart | null) => void;
  readonly onFormat: () => void;
  readonly keys: EditorKeys;
  /** Long lines go on below, instead of out of sight. */
  readonly wraps: boolean;
  readonly handle?: Ref<SqlEditorHandle>;
};
