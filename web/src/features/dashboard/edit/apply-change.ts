import type { DashboardDocument } from '@tessera/core/dashboard/document';
import { undoWarning } from '@tessera/core/dashboard/history';
import { difference } from '@tessera/core/dashboard/operations';
import type { Layout, LayoutChange } from '@tessera/core/layout/types';
import { toast } from '../../../ui/feedback/toast-store.ts';
import type { DashboardStore } from '../dashboard-store.ts';

export function presentLayout(store: DashboardStore): Layout {
  return store.getState().history.present.layout;
}

/** Take an action of a user into the history as one step ([8.3-05]); one that changes nothing is none. */
export function edit(store: DashboardStore, changes: Partial<DashboardDocument>): void {
  const { history, dispatch } = store.getState();
  dispatch({ type: 'edited', step: difference(history.present, { ...history.present, ...changes }) });
  const warning = undoWarning(history, store.getState().history);
  if (warning !== null) toast.warning(warning);
}

/** Take a change of the layout into the history, or say why it is refused ([8.3-08]). @returns whether it was taken */
export function applyChange(store: DashboardStore, change: LayoutChange): boolean {
  if (change.ok) edit(store, { layout: change.layout });
  else toast.warning(change.reason);
  return change.ok;
}

export function applyLayout(store: DashboardStore, layout: Layout): void {
  edit(store, { layout });
}
