import { IconFilter } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import { BarMenu } from './BarMenu.tsx';
import { PresetMenu } from './PresetMenu.tsx';
import { FilterPills, SelectionPills } from './ActivePills.tsx';
import type { BarProps } from './FilterBar.tsx';
import styles from './FilterBar.module.css';

// Dialogs come with code that who only looks does without.
const FilterSheetDialog = onDemand(async () => (await import('./FilterSheetDialog.tsx')).FilterSheetDialog);

/** Filters on a phone: what acts over the charts, everything in a sheet. */
export function FilterSheet({ configure }: Pick<BarProps, 'configure'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles['strip']} aria-label={t('Filters')}>
      <Button size="small" icon={<IconFilter size={16} stroke={1.5} />} onClick={() => setOpen(true)}>
        {t('Filters')}
      </Button>
      <ul className={styles['pills']}>
        <SelectionPills />
        <FilterPills />
      </ul>
      <PresetMenu />
      {configure && <BarMenu configure={configure} />}
      {isOpen && <FilterSheetDialog onClose={() => setOpen(false)} />}
    </section>
  );
}
