import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { sourceChanges, type Dataset } from '../../api/datasets.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { placedMessage } from '../../ui/feedback/placed-message.ts';
import { blamedKey, tabOf, textAt, type EditorTab } from './dataset-complaints.ts';
import { draftProblems, shownProblems, type DatasetDraft } from './dataset-draft.ts';
import { useComplaints } from './use-complaints.ts';
import { useDatasetEditor } from './use-dataset-editor.ts';

type Listeners = {
  /** Something on this tab keeps the draft from being saved. */
  readonly onBlame: (tab: EditorTab) => void;
  /** The source has other columns than the dataset. */
  readonly onSourceDiffers: () => void;
};

export type CheckedEditor = ReturnType<typeof useCheckedEditor>;

/** The state of the editor, with all that is wrong in the draft: before a save, and when the server refuses one. */
export function useCheckedEditor(initial: Dataset, { onBlame, onSourceDiffers }: Listeners) {
  const client = useQueryClient();
  const editor = useDatasetEditor(initial, { onSourceChanged: () => void offerSync(), onRefused: markRefused });
  const { stored, draft } = editor;
  const complaints = useComplaints(draft, stored);
  const [isChecking, setChecking] = useState(false);
  const [isDoubted, setDoubted] = useState(false);
  const drafted = draftProblems(draft);
  const [firstProblem = null] = drafted.values();

  /** Asks the database about new expressions before they are saved: a chart would find out too late. */
  async function checkAndStore(): Promise<void> {
    setChecking(true);
    const wrong = await complaints.checkAll();
    setChecking(false);
    setDoubted(wrong !== null);
    if (wrong === null) editor.store();
    else onBlame(tabOf(wrong, draft));
  }

  function markRefused(error: Error, sent: DatasetDraft): void {
    const key = blamedKey(error, sent, stored);
    if (key === null) return;
    complaints.tell(key, {
      about: textAt(sent, key) ?? '',
      message:
        (error instanceof ApiError && Object.values(error.fields).flat().join(' ')) ||
        placedMessage(describeError(error).title, error instanceof ApiError ? error.place : null),
      place: error instanceof ApiError ? error.place : null,
    });
    onBlame(tabOf(key, sent));
  }

  /** Another query may have other columns: the differences are shown before they are taken over. */
  async function offerSync(): Promise<void> {
    const { changes } = await client.fetchQuery(sourceChanges(stored.id));
    if (changes.added.length + changes.removed.length + changes.changed.length > 0) onSourceDiffers();
  }

  return {
    ...editor,
    complaints,
    /** By the key of a column or metric, or the name of a setting. */
    problems: new Map([...complaints.standing, ...shownProblems(drafted, draft)]),
    /** Keeps the draft from being sent; `null` where nothing does. */
    firstProblem,
    isChecking,
    /** The database refused an expression at the last save, which was not sent then. */
    isDoubted: isDoubted && complaints.standing.size > 0,
    checkAndStore,
  };
}
