import { undoWarning } from '@tessera/core/layout/history';
import type { ComponentType, Layout, LayoutChange } from '@tessera/core/layout/types';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { useDashboard } from '../dashboard-store.ts';

/** An id for a new component, `TYPE-<random>`. */
export function newComponentId(type: ComponentType): string {
  return `${type}-${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
}

export function presentLayout(): Layout {
  return useDashboard.getState().history.present;
}

/** Take a change into the history, or say why it is refused ([8.3-08], [8.3-05]). @returns whether it was taken */
export function applyChange(change: LayoutChange): boolean {
  if (!change.ok) {
    toast.warning(change.reason);
    return false;
  }
  const before = useDashboard.getState().history;
  useDashboard.getState().dispatch({ type: 'layout_changed', layout: change.layout });
  const warning = undoWarning(before, useDashboard.getState().history);
  if (warning !== null) toast.warning(warning);
  return true;
}

export function applyLayout(layout: Layout): void {
  applyChange({ ok: true, layout });
}
