import { headerSizeOf, type LayoutComponent } from '@tessera/core/layout/types';
import classes from '../Dashboard.module.css';
import { useDashboard } from '../DashboardProvider.tsx';
import { EditedHeader } from '../edit/on-demand.ts';

/** A heading between charts, typed in place in edit mode. */
export function HeaderText({ component }: { readonly component: LayoutComponent }) {
  const editMode = useDashboard((state) => state.editMode);
  const size = classes[headerSizeOf(component)];
  if (!editMode) return <h2 className={size}>{component.meta.text ?? ''}</h2>;
  return (
    <div className={size}>
      <EditedHeader component={component} />
    </div>
  );
}
