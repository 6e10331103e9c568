import { updateMeta } from '@tessera/core/layout/resize';
import { headerSizeOf, type LayoutComponent } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import classes from '../Dashboard.module.css';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import { applyLayout, presentLayout } from '../edit/apply-change.ts';
import { InPlaceText } from '../edit/InPlaceText.tsx';

/** A heading between charts, typed in place in edit mode. */
export function HeaderText({ component }: { readonly component: LayoutComponent }) {
  const store = useDashboardStore();
  const editMode = useDashboard((state) => state.editMode);
  const text = component.meta.text ?? '';
  const size = classes[headerSizeOf(component)];
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
