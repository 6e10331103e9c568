import { t } from '@tessera/core/messages';
import { Button } from '../../../ui/buttons/Button.tsx';
import { BarMenu, type ConfigureActions } from './BarMenu.tsx';
import { SelectionPills } from './ActivePills.tsx';
import styles from './FilterBar.module.css';
import { useFilterActions } from './use-filter-actions.ts';

/** What is selected on charts, over the lower edge of the canvas, where it moves nothing. */
export function SelectionBar({ configure }: { readonly configure: ConfigureActions | null }) {
  const { deselectAll } = useFilterActions();
  return (
    <section className={styles['selectionBar']} aria-label={t('Cross-filters')}>
      <ul className={styles['pills']}>
        <SelectionPills />
      </ul>
      <Button size="small" variant="quiet" onClick={deselectAll}>
        {t('Clear')}
      </Button>
      {configure && <BarMenu configure={configure} />}
    </section>
  );
}
