import { createEditorStore, type EditorStore } from '../../../../chart-editor/editor-store.ts';

const stores = new Map<string, EditorStore>();

/** The chart that is made of the results of a tab; it stays when the tab runs again, or shows its rows. */
export function chartStoreOf(tabId: string): EditorStore {
  const known = stores.get(tabId);
  if (known !== undefined) return known;
  const made = createEditorStore();
  stores.set(tabId, made);
  return made;
}
