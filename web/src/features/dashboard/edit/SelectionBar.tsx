import { IconCopy, IconCopyPlus, IconCut, IconTrash, IconX } from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { useDashboard } from '../DashboardProvider.tsx';
import classes from './Selection.module.css';
import type { SelectionActions } from './use-selection.ts';

/** What can be done with the marked components; nothing while none is. */
export function SelectionBar({ actions }: { readonly actions: SelectionActions }) {
  const count = useDashboard((state) => state.selected.size);
  const icon = { size: 16, stroke: 1.5 } as const;
  return (
    <>
      <p className="ts-visually-hidden" role="status">
        {count > 0 && tn('One component is selected', '%(count)s components are selected', count)}
      </p>
      {count > 0 && (
        <div className={classes['selectionBar']} role="toolbar" aria-label={t('Selected components')}>
          <span>{tn('1 selected', '%(count)s selected', count)}</span>
          <IconButton
            size="small"
            label={t('Duplicate')}
            shortcut="Ctrl+D"
            icon={<IconCopyPlus {...icon} />}
            onClick={actions.duplicate}
          />
          <IconButton
            size="small"
            label={t('Copy')}
            shortcut="Ctrl+C"
            icon={<IconCopy {...icon} />}
            onClick={actions.copy}
          />
          <IconButton
            size="small"
            label={t('Cut')}
            shortcut="Ctrl+X"
            icon={<IconCut {...icon} />}
            onClick={actions.cut}
          />
          <IconButton
            size="small"
            danger
            label={t('Remove')}
            shortcut="Del"
            icon={<IconTrash {...icon} />}
            onClick={actions.remove}
          />
          <IconButton
            size="small"
            label={t('Clear the selection')}
            shortcut="Esc"
            icon={<IconX {...icon} />}
            onClick={actions.clear}
          />
        </div>
      )}
    </>
  );
}
