import type { Dispatch } from 'react';
import type { DatasetDraft, DraftAction } from './dataset-draft.ts';

/** What every tab of the editor gets. */
export type TabProps = {
  readonly draft: DatasetDraft;
  readonly dispatch: Dispatch<DraftAction>;
  readonly readOnly: boolean;
  /** Complaints by the key of a column or metric. */
  readonly problems: ReadonlyMap<string, string>;
};
