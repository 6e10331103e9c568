import { IconArrowBackUp, IconArrowForwardUp, IconListDetails } from '@tabler/icons-react';
import { UNTITLED } from '@tessera/core/dashboard/document';
import { t } from '@tessera/core/messages';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import type { DashboardActions } from '../dashboard-actions.ts';
import titleStyles from '../DashboardHeader.module.css';
import { isUnsaved } from '../dashboard-store.ts';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { edit } from './apply-change.ts';
import { InPlaceText } from './InPlaceText.tsx';

/** The title, typed in its place. */
export function TitleInput() {
  const store = useDashboardStore();
  const title = useDashboard((state) => state.history.present.title);
  const change = (next: string) => edit(store, { title: next.trim() === '' ? UNTITLED : next });
  return (
    <h1 className={titleStyles['titleHeading']}>
      <InPlaceText
        className={titleStyles['titleInput']}
        label={t('Title of the dashboard')}
        placeholder={UNTITLED}
        value={title}
        onCommit={change}
      />
    </h1>
  );
}

/** Undo, the changes in words, and what becomes of them. */
export function EditActions({ actions }: { readonly actions: DashboardActions }) {
  const unsaved = useDashboard(isUnsaved);
  const saving = useDashboard((state) => state.isSaving);
  return (
    <>
      <UndoActions />
      <IconButton
        label={t('What will be saved')}
        icon={<IconListDetails size={18} stroke={1.5} />}
        disabledReason={unsaved ? null : t('There are no changes to save')}
        onClick={actions.onChanges}
      />
      <Button onClick={actions.onDiscard}>{unsaved ? t('Discard') : t('Done')}</Button>
      <Button
        variant="primary"
        loading={saving}
        disabledReason={unsaved ? null : t('There are no changes to save')}
        onClick={actions.onSave}
      >
        {t('Save')}
      </Button>
    </>
  );
}

export function UndoActions() {
  const { past, future } = useDashboard((state) => state.history);
  const dispatch = useDashboard((state) => state.dispatch);
  return (
    <>
      <IconButton
        label={t('Undo')}
        shortcut="Ctrl+Z"
        icon={<IconArrowBackUp size={18} stroke={1.5} />}
        disabledReason={past.length === 0 ? t('There is nothing to undo') : null}
        onClick={() => dispatch({ type: 'undone' })}
      />
      <IconButton
        label={t('Redo')}
        shortcut="Ctrl+Shift+Z"
        icon={<IconArrowForwardUp size={18} stroke={1.5} />}
        disabledReason={future.length === 0 ? t('There is nothing to redo') : null}
        onClick={() => dispatch({ type: 'redone' })}
      />
    </>
  );
}
