import { useMutation, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useReducer, useState } from 'react';
import { isStaleVersion } from '../../api/api-error.ts';
import { fetchDataset, updateDataset, type Dataset } from '../../api/datasets.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { bodyOf, draftOf, editDraft, type DatasetDraft } from './dataset-draft.ts';
import { mergeDrafts, type Merge } from './merge-draft.ts';

type Pending = { readonly merge: Merge; readonly theirs: Dataset };

type Listeners = {
  /** After a save that reads from elsewhere: other columns may be there now. */
  readonly onSourceChanged: () => void;
  /** The server refused a save, and not for its version. */
  readonly onRefused: (error: Error, sent: DatasetDraft) => void;
};

/** The state of the editor: what is stored, the draft on top of it, and the merge that a concurrent change asks for. */
export function useDatasetEditor(initial: Dataset, { onSourceChanged, onRefused }: Listeners) {
  const client = useQueryClient();
  const [stored, setStored] = useState(initial);
  const [draft, dispatch] = useReducer(editDraft, initial, draftOf);
  const [pending, setPending] = useState<Pending | null>(null);
  const base = draftOf(stored);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base);

  /** The new truth, with what the user has changed since applied on top. */
  const adopt = (fresh: Dataset, next: DatasetDraft = draftOf(fresh)) => {
    setStored(fresh);
    dispatch({ type: 'replaced', draft: next });
    client.setQueryData(['dataset', fresh.id], fresh);
  };

  const save = useMutation({
    mutationFn: async ({ sent, version }: { readonly sent: DatasetDraft; readonly version: number }) => {
      await updateDataset(stored.id, bodyOf(sent), version);
      return fetchDataset(stored.id);
    },
    onSuccess: async (fresh, { sent }) => {
      const isOtherSource = sent.settings.sql !== stored.sql || sent.settings.table_name !== stored.table_name;
      adopt(fresh);
      setPending(null);
      toast.success(t('The dataset was saved'));
      await client.invalidateQueries({ queryKey: ['dataset', 'list'] });
      if (isOtherSource) onSourceChanged();
    },
    onError: async (error, { sent }) => {
      if (!isStaleVersion(error)) {
        onRefused(error, sent);
        return;
      }
      const theirs = await fetchDataset(stored.id);
      setPending({ merge: mergeDrafts(base, sent, draftOf(theirs)), theirs });
    },
  });

  return {
    stored,
    draft,
    dispatch,
    isDirty,
    save,
    pending,
    store: () => save.mutate({ sent: draft, version: stored.version }),
    /** Save what the merge came to, on top of what the other user saved. */
    storeMerged: (merged: DatasetDraft) => {
      if (pending) save.mutate({ sent: merged, version: pending.theirs.version });
    },
    /** Keep editing: the merge becomes the draft, to be looked at before it is saved. */
    editMerged: (merged: DatasetDraft) => {
      if (pending) adopt(pending.theirs, merged);
      setPending(null);
    },
    discard: () => dispatch({ type: 'replaced', draft: base }),
    adopt,
  };
}
