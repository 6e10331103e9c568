import { IconBackground } from '@tabler/icons-react';
import { updateMeta } from '@tessera/core/layout/resize';
import type { LayoutComponent } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { applyLayout, presentLayout } from './apply-change.ts';

/** A row, column or header on the page itself, or on a panel of its own. */
export function RowTools({ component }: { readonly component: LayoutComponent }) {
  const store = useDashboardStore();
  const isWhite = component.meta.background === 'BACKGROUND_WHITE';
  return (
    <IconButton
      size="small"
      label={t('Panel behind it')}
      pressed={isWhite}
      icon={<IconBackground size={14} stroke={1.5} />}
      onClick={() =>
        applyLayout(
          store,
          updateMeta(presentLayout(store), component.id, {
            background: isWhite ? 'BACKGROUND_TRANSPARENT' : 'BACKGROUND_WHITE',
          }),
        )
      }
    />
  );
}
