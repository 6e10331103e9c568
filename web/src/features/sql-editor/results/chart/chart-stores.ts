import { createEditorStore, type EditorStore } from '../../../../chart-editor/editor-store.ts';
import { runStorage } from '../../tabs/tabs-store.ts';

const stores = new Map<string, EditorStore>();

/** The chart that is made of the results of a tab; it stays when the tab runs again, or shows its rows. */
export function chartStoreOf(tabId: string): EditorStore {
  const known = stores.get(tabId);
  if (known !== undefined) return known;
  const made = createEditorStore();
  // What a user chose is there after a reload, too; what is suggested is suggested again.
  made.subscribe(({ draft: { vizType, form }, dataset, edited }, before) => {
    if (edited && dataset !== null && (before.draft.form !== form || before.draft.vizType !== vizType))
      runStorage().putChart(tabId, { queryId: dataset.id, vizType, form });
  });
  stores.set(tabId, made);
  return made;
}
