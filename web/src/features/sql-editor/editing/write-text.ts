import { cursorAfter } from '@tessera/query/sql-assist/cursor-after';
import { useEffect, type RefObject } from 'react';
import type { SqlEditorHandle } from '../../../ui/code-editor/sql/sql-editor-props.ts';
import { editTab, rememberTab } from '../tabs/tabs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';

/** The editors on screen, by their tabs. */
const editors = new Map<string, RefObject<SqlEditorHandle | null>>();

/** The editor of a tab takes texts that are written for it, as steps that can be undone. */
export function useWrittenText(tabId: string, editor: RefObject<SqlEditorHandle | null>): void {
  useEffect(() => {
    editors.set(tabId, editor);
    return () => {
      if (editors.get(tabId) === editor) editors.delete(tabId);
    };
  }, [tabId, editor]);
}

/** Put the cursor of a tab where something is, and the focus with it. @returns whether its text is on screen */
export function showInText(tabId: string, at: number): boolean {
  const editor = editors.get(tabId)?.current;
  editor?.reveal(at);
  return editor != null;
}

/** Another text in the place of the whole one, which stays among the versions; the cursor stays at its word. */
export function writeText({ id, sql }: EditorTab, text: string): void {
  if (text === sql) return;
  rememberTab(id, 'replaced');
  const editor = editors.get(id)?.current;
  const cursor = editor?.cursor();
  if (editor && cursor) editor.replace(text, cursorAfter(sql, cursor.at, text));
  else editTab(id, { sql: text, selectedText: null });
}
