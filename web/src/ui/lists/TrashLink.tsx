import { IconTrash } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { hrefOf } from '@tessera/core/pages';
import type { TrashKind } from '../../api/trash.ts';
import { LinkButton } from '../buttons/Button.tsx';

/** From a list to what was deleted of it. */
export function TrashLink({ kind }: { readonly kind: TrashKind }) {
  return (
    <LinkButton
      variant="quiet"
      shrinks
      icon={<IconTrash size={16} stroke={1.5} aria-hidden="true" />}
      to={hrefOf('trash', { kind })}
    >
      {t('Trash')}
    </LinkButton>
  );
}
