import type { FilterChanges } from '@tessera/core/native-filters/config';
import { filterChanges, hasChanges } from '@tessera/core/native-filters/config';
import { t } from '@tessera/core/messages';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useLayout } from '../DashboardProvider.tsx';
import { useFilters } from '../filters/FilterProvider.tsx';
import classes from './FilterConfig.module.css';
import { FilterNav } from './FilterNav.tsx';
import { DividerForm, FilterForm } from './FilterForm.tsx';
import { useConfig } from './use-config.ts';
import type { FiltersSaved } from './use-save-filters.ts';

type FilterConfigDialogProps = {
  readonly onClose: () => void;
  /** Writes the changes; what it returns says whether the dialog may go. */
  readonly onSave: (changes: FilterChanges, mineWins: boolean) => Promise<FiltersSaved>;
};

/** Where the filters of a dashboard are set up ([3.10]). */
export function FilterConfigDialog({ onClose, onSave }: FilterConfigDialogProps) {
  const { entries: present } = useFilters();
  // What others store meanwhile is not what this author changes.
  const [entries] = useState(present);
  const layout = useLayout();
  const config = useConfig(entries);
  const { isSaving, contested, giveUp, store } = useStore({ onClose, onSave });
  const panel = useRef<HTMLDivElement>(null);
  const { selected } = config;
  const save = async () => {
    const finished = config.finish();
    if (finished === null) {
      // The field is there once the filter is shown.
      requestAnimationFrame(() =>
        panel.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus({ preventScroll: false }),
      );
      return;
    }
    const changes = filterChanges(entries, finished, layout);
    if (!hasChanges(changes)) return onClose();
    await store(changes, false);
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Filters of this dashboard')}
      width={920}
      closable={!isSaving}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" loading={isSaving} onClick={() => void save()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className={classes['columns']}>
        <FilterNav config={config} />
        <div ref={panel} className={classes['panel']}>
          {selected === null && (
            <EmptyState small drawing="none" title={t('Add a filter to let readers choose what they see.')} />
          )}
          {selected?.type === 'DIVIDER' && <DividerForm key={selected.id} divider={selected} config={config} />}
          {selected?.type === 'NATIVE_FILTER' && <FilterForm key={selected.id} filter={selected} config={config} />}
        </div>
      </div>
      {contested !== null && (
        <Contested isBusy={isSaving} onClose={giveUp} onReplace={() => void store(contested, true)} />
      )}
    </Dialog>
  );
}

/** Writes the changes, and remembers those that met changes of somebody else. */
function useStore({ onClose, onSave }: FilterConfigDialogProps) {
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
function Contested({ isBusy, onClose, onReplace }: ContestedProps) {
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
