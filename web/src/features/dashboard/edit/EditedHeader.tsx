import { updateMeta } from '@tessera/core/layout/resize';
import type { LayoutComponent } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { applyLayout, presentLayout } from './apply-change.ts';
import { InPlaceText } from './InPlaceText.tsx';

/** The text of a heading, typed in its place. */
export function EditedHeader({ component }: { readonly component: LayoutComponent }) {
  const store = useDashboardStore();
  return (
    <InPlaceText
      label={t('Text of the header')}
      value={component.meta.text ?? ''}
      onCommit={(text) => applyLayout(store, updateMeta(presentLayout(store), component.id, { text }))}
    />
  );
}
