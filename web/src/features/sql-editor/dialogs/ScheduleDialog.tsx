import type { EditorTab } from '../tabs/tabs.ts';

export function ScheduleDialog(_: { readonly tab: EditorTab; readonly onClose: () => void }) {
  return null;
}
