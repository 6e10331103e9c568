import { t } from '@tessera/core/messages';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import type { DashboardActions } from './dashboard-actions.ts';
import titleStyles from './DashboardHeader.module.css';
import { useDashboard } from './DashboardProvider.tsx';
import { TitleInput, UndoActions } from './edit/HeaderParts.tsx';

/** The title row of a dashboard that is not stored yet: it can be saved from the start, or left. */
export function NewDashboardHeader({ onSave, onDiscard }: Pick<DashboardActions, 'onSave' | 'onDiscard'>) {
  const saving = useDashboard((state) => state.isSaving);
  return (
    <header className={titleStyles['titleRow']}>
      <TitleInput />
      <Badge>{t('Not saved yet')}</Badge>
      <div className={titleStyles['titleActions']}>
        <UndoActions />
        <Button onClick={onDiscard}>{t('Discard')}</Button>
        <Button variant="primary" loading={saving} onClick={onSave}>
          {t('Save')}
        </Button>
      </div>
    </header>
  );
}
