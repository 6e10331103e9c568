import { IconTool } from '@tabler/icons-react';
import { repairSentence, sizeSentence } from '@tessera/core/layout/repair-words';
import type { LayoutRepairs } from '@tessera/core/layout/stored';
import { t } from '@tessera/core/messages';
import type { DashboardItem } from '../../../api/dashboards.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useDashboard } from '../DashboardProvider.tsx';
import classes from './Repair.module.css';

type RepairWordsProps = {
  readonly item: DashboardItem;
  readonly repairs: LayoutRepairs;
  readonly onSave: () => void;
};

/** Who may edit reads every repair and stores it with one press; others read that parts are missing. */
export function RepairWords({ item, repairs, onSave }: RepairWordsProps) {
  const isSaving = useDashboard((state) => state.isSaving);
  const editMode = useDashboard((state) => state.editMode);
  const repaired = repairSentence(repairs);
  const tooLarge = sizeSentence(item.position_json ?? null);
  return (
    <div className={classes['notice']} role="status">
      <IconTool className={classes['icon']} size={18} stroke={1.5} aria-hidden />
      <div className={classes['words']}>
        {!item.can_edit && (
          <p>{t('Parts of this dashboard could not be read and are left out. Its owners can repair it.')}</p>
        )}
        {item.can_edit && repaired !== '' && (
          <p>
            {repaired} {t('It is stored like this with the next save.')}
          </p>
        )}
        {item.can_edit && tooLarge !== '' && <p>{tooLarge}</p>}
      </div>
      {item.can_edit && !editMode && repaired !== '' && (
        <Button size="small" loading={isSaving} onClick={onSave}>
          {t('Save the repaired layout')}
        </Button>
      )}
    </div>
  );
}
