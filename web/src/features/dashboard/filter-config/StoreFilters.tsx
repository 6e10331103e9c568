import type { FilterChanges } from '@tessera/core/native-filters/config';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import type { FiltersSaved } from './use-save-filters.ts';

/** Of a dialog that changes filters. */
export type StoreFiltersProps = {
  readonly onClose: () => void;
  /** Writes the changes; what it returns says whether the dialog may go. */
  readonly onSave: (changes: FilterChanges, mineWins: boolean) => Promise<FiltersSaved>;
};

/** Writes the changes, and remembers those that met changes of somebody else. */
export function useStoreFilters({ onClose, onSave }: StoreFiltersProps) {
  const [isSaving, setSaving] = useState(false);
  const [contested, setContested] = useState<FilterChanges | null>(null);
  const store = async (changes: FilterChanges, mineWins: boolean) => {
    setSaving(true);
    const outcome = await onSave(changes, mineWins);
    if (outcome === 'saved') return onClose();
    setSaving(false);
    setContested(outcome === 'contested' ? changes : null);
  };
  return { isSaving, contested, giveUp: () => setContested(null), store };
}

type ContestedProps = { readonly isBusy: boolean; readonly onClose: () => void; readonly onReplace: () => void };

/** Somebody else saved the same filters: nothing is written over without a word. */
export function Contested({ isBusy, onClose, onReplace }: ContestedProps) {
  return (
    <ConfirmDialog
      opened
      title={t('Somebody else changed the same filters')}
      action={t('Replace theirs with mine')}
      cancel={t('Go on editing')}
      danger
      loading={isBusy}
      onClose={onClose}
      onConfirm={onReplace}
    >
      {t('They were saved while this dialog was open. Only the filters that you changed are replaced.')}
    </ConfirmDialog>
  );
}
