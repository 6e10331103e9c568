import { IconLetterCase } from '@tabler/icons-react';
import { updateMeta } from '@tessera/core/layout/resize';
import { headerSizeOf, HEADER_SIZES, type HeaderSize, type LayoutComponent } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/Menu.tsx';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { applyLayout, presentLayout } from './apply-change.ts';
import { RowTools } from './RowTools.tsx';

/** The size of a heading, and the panel behind it. */
export function HeaderTools({ component }: { readonly component: LayoutComponent }) {
  const store = useDashboardStore();
  const chosen = headerSizeOf(component);
  return (
    <>
      <Menu
        label={t('Size of the header')}
        width={160}
        trigger={
          <IconButton size="small" label={t('Size of the header')} icon={<IconLetterCase size={14} stroke={1.5} />} />
        }
      >
        {HEADER_SIZES.map((size) => (
          <MenuItem
            key={size}
            end={size === chosen ? '✓' : undefined}
            onClick={() => applyLayout(store, updateMeta(presentLayout(store), component.id, { headerSize: size }))}
          >
            {sizeName(size)}
          </MenuItem>
        ))}
      </Menu>
      <RowTools component={component} />
    </>
  );
}

function sizeName(size: HeaderSize): string {
  return { SMALL_HEADER: t('Small'), MEDIUM_HEADER: t('Medium'), LARGE_HEADER: t('Large') }[size];
}
