import { useDropMonitor } from './use-drag.ts';
import { useEditKeys } from './use-edit-keys.ts';

/** What is heard of the whole page while a dashboard is edited: drags and keys. It draws nothing. */
export function EditSession({ onSave }: { readonly onSave: () => void }) {
  useDropMonitor();
  useEditKeys(onSave);
  return null;
}
