import { IconLetterCase } from '@tabler/icons-react';
import { updateMeta } from '@tessera/core/layout/resize';
import { HEADER_SIZES, type HeaderSize, type LayoutComponent } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/Menu.tsx';
import classes from '../Dashboard.module.css';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { applyLayout, presentLayout } from '../edit/apply-change.ts';
import { InPlaceText } from '../edit/InPlaceText.tsx';
import { RowTools } from './RowTools.tsx';

/** A heading between charts, typed in place in edit mode. */
export function HeaderText({ component }: { readonly component: LayoutComponent }) {
  const store = useDashboardStore();
  const editMode = useDashboard((state) => state.editMode);
  const text = component.meta.text ?? '';
  const size = classes[sizeOf(component)];
  if (!editMode) return <h2 className={size}>{text}</h2>;
  return (
    <div className={size}>
      <InPlaceText
        label={t('Text of the header')}
        value={text}
        onCommit={(next) => applyLayout(store, updateMeta(presentLayout(store), component.id, { text: next }))}
      />
    </div>
  );
}

export function HeaderTools({ component }: { readonly component: LayoutComponent }) {
  const store = useDashboardStore();
  const chosen = sizeOf(component);
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

function sizeOf(component: LayoutComponent): HeaderSize {
  return HEADER_SIZES.find((size) => size === component.meta.headerSize) ?? 'MEDIUM_HEADER';
}

function sizeName(size: HeaderSize): string {
  return { SMALL_HEADER: t('Small'), MEDIUM_HEADER: t('Medium'), LARGE_HEADER: t('Large') }[size];
}
