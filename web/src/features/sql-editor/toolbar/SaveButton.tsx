import { useQuery } from '@tanstack/react-query';
import { IconChevronDown, IconDeviceFloppy } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { holds, me } from '../../../api/me.ts';
import { savedQuery } from '../../../api/saved-queries.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/Menu.tsx';
import type { EditorTab } from '../tabs/tabs.ts';
import type { EditorActions } from './editor-actions.ts';
import classes from './Toolbar.module.css';

/** Save the query, update it where it was saved before, or save it as another. */
export function SaveButton({ tab, actions }: { readonly tab: EditorTab; readonly actions: EditorActions }) {
  const user = useQuery(me).data;
  const saved = useQuery({ ...savedQuery(tab.savedQueryId ?? 0), enabled: tab.savedQueryId !== null, retry: false });
  const problem = saveProblem(tab, user !== undefined && holds(user, 'can_write', 'SavedQuery'));
  const mayUpdate = saved.data?.can_edit === true;
  return (
    <span className={classes['run']}>
      <Button
        className={classes['runButton']}
        icon={<IconDeviceFloppy size={16} stroke={1.5} />}
        shrinks
        aria-keyshortcuts="Control+S Meta+S"
        disabledReason={problem}
        onClick={actions.save}
      >
        {mayUpdate ? t('Update') : t('Save')}
      </Button>
      <Menu
        label={t('Ways to save')}
        width={220}
        trigger={
          <IconButton
            label={t('Ways to save')}
            icon={<IconChevronDown size={16} stroke={1.5} />}
            className={classes['ways']}
          />
        }
      >
        <MenuItem disabledReason={problem} onClick={() => actions.open('save_as')}>
          {t('Save as…')}
        </MenuItem>
        <MenuItem disabledReason={problem} onClick={() => actions.open('schedule')}>
          {t('Schedule…')}
        </MenuItem>
      </Menu>
    </span>
  );
}

function saveProblem(tab: EditorTab, mayWrite: boolean): string | null {
  if (!mayWrite) return t('You may not save queries.');
  if (tab.dbId === null) return t('Choose a database first.');
  return tab.sql.trim() === '' ? t('There is no text yet.') : null;
}
