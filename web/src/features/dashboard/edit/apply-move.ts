import type { LayoutChange } from '@tessera/core/layout/types';
import { movedScopeWarning } from '@tessera/core/native-filters/moved-scope';
import { toast } from '../../../ui/feedback/toast-store.ts';
import type { DashboardStore } from '../dashboard-store.ts';
import { applyChange, presentLayout } from './apply-change.ts';

/** Take a move into the history; charts that leave what a filter reaches, or come into it, are announced. */
export function applyMove(store: DashboardStore, id: string, change: LayoutChange): boolean {
  const before = presentLayout(store);
  const taken = applyChange(store, change);
  const { layout, settings } = store.getState().history.present;
  const warning = taken ? movedScopeWarning(before, layout, id, settings) : null;
  if (warning !== null) toast.warning(warning);
  return taken;
}
