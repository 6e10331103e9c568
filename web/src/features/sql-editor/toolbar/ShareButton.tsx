import { IconShare } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import type { ToolbarProps } from './toolbar-props.ts';

/** A link to the query as it stands. */
export function ShareButton({ tab, actions }: Pick<ToolbarProps, 'tab' | 'actions'>) {
  return (
    <IconButton
      label={t('Share')}
      icon={<IconShare size={16} stroke={1.5} />}
      disabledReason={shareProblem(tab)}
      onClick={() => actions.open('share')}
    />
  );
}

/** Why nothing can be shared yet. */
export function shareProblem({ dbId }: ToolbarProps['tab']): string | null {
  return dbId === null ? t('Choose a database first.') : null;
}
