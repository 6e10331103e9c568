import type { TextPosition } from '@tessera/core/text-position';
import type { Dispatch } from 'react';
import type { Suggestion } from '../../ui/code-editor/editor-props.ts';
import type { DatasetDraft, DraftAction } from './dataset-draft.ts';

/** What every tab of the editor gets. */
export type TabProps = {
  readonly draft: DatasetDraft;
  readonly dispatch: Dispatch<DraftAction>;
  readonly readOnly: boolean;
  /** What is wrong, by the key of a column or metric, or the name of a setting. */
  readonly problems: ReadonlyMap<string, string>;
  /** Where in its text, when the database tells. */
  readonly places: ReadonlyMap<string, TextPosition>;
  /** Names that the editors of SQL offer, and the engine that reads it. */
  readonly suggestions: readonly Suggestion[];
  readonly engine: string;
  /** Ask the database about an expression, once its field is left. */
  readonly onCheck: (key: string) => void;
};
