import type { EditorDatabase } from '../../../api/catalog.ts';
import type { EditorTab } from '../tabs/tabs.ts';

export type SchemaTreeProps = {
  readonly tab: EditorTab;
  readonly database: EditorDatabase;
  /** Write a text where the cursor is. */
  readonly onInsert: (text: string) => void;
  readonly onOpenTab: (given: { readonly name: string; readonly sql: string }) => void;
};
