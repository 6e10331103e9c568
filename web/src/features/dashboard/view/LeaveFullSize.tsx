import { IconMinimize } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';

/** The way back from a chart that fills the window. */
export function LeaveFullSize({ onLeave }: { readonly onLeave: () => void }) {
  return (
    <IconButton
      size="small"
      label={t('Exit full screen')}
      shortcut="Esc"
      icon={<IconMinimize size={16} stroke={1.5} />}
      onClick={onLeave}
    />
  );
}
