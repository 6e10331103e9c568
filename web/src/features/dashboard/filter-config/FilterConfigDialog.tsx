import { filterChanges, hasChanges } from '@tessera/core/native-filters/config';
import { t } from '@tessera/core/messages';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { LeaveDialog } from '../../../ui/overlays/LeaveDialog.tsx';
import { useCloseGuard } from '../../../ui/overlays/use-close-guard.ts';
import { useLayout } from '../DashboardProvider.tsx';
import { useFilters } from '../filters/FilterProvider.tsx';
import classes from './FilterConfig.module.css';
import { FilterNav } from './FilterNav.tsx';
import { DividerForm, FilterForm } from './FilterForm.tsx';
import { Contested, useStoreFilters, type StoreFiltersProps } from './StoreFilters.tsx';
import { useConfig } from './use-config.ts';

/** Where the filters of a dashboard are set up ([3.10]). */
export function FilterConfigDialog({ onClose, onSave }: StoreFiltersProps) {
  const { entries: present } = useFilters();
  // What others store meanwhile is not what this author changes.
  const [entries] = useState(present);
  const layout = useLayout();
  const config = useConfig(entries);
  const guard = useCloseGuard(config.isChanged);
  const leave = () => guard.leaveBy(onClose);
  const { isSaving, contested, giveUp, store } = useStoreFilters({ onClose, onSave });
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
      onClose={leave}
      title={t('Filters of this dashboard')}
      width={920}
      closable={!isSaving}
      footer={
        <>
          <Button onClick={leave}>{t('Cancel')}</Button>
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
      <LeaveDialog guard={guard}>{t('What you set up of the filters will be lost.')}</LeaveDialog>
      {contested !== null && (
        <Contested isBusy={isSaving} onClose={giveUp} onReplace={() => void store(contested, true)} />
      )}
    </Dialog>
  );
}
