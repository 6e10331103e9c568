import { useServerDraft } from '../drafts/use-server-draft.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { useDropMonitor } from './use-drag.ts';
import { useEditKeys } from './use-edit-keys.ts';
import { useSelection, useSelectionKeys } from './use-selection.ts';

/** What is heard of the whole page while a dashboard is edited: drags, keys, what is marked, and what is not saved. */
export function EditSession({ onSave }: { readonly onSave: () => void }) {
  useServerDraft();
  useDropMonitor();
  useEditKeys(onSave);
  const selection = useSelection();
  useSelectionKeys(selection);
  return <SelectionBar actions={selection} />;
}
