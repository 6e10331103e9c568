import { offsetAt } from '@tessera/core/text-position';
import type { Script } from '../runs/run.ts';
import type { EditorTab } from '../tabs/tabs.ts';

/** What is selected in a tab, with its place in the text; null where nothing is. */
export function selectedScript({
  sql,
  selectedText,
  cursorPosition: { row, column },
}: Pick<EditorTab, 'sql' | 'selectedText' | 'cursorPosition'>): Script | null {
  if (selectedText === null || selectedText.trim() === '') return null;
  // The cursor stands at either end of what is selected.
  const cursor = offsetAt(sql, { line: row + 1, column: column + 1 });
  const places = cursor === null ? [] : [cursor - selectedText.length, cursor];
  const at = places.find((place) => place >= 0 && sql.startsWith(selectedText, place)) ?? sql.indexOf(selectedText);
  return at < 0 ? null : { sql: selectedText, at };
}

/** What a press on Run runs: what is selected, or else everything. */
export function scriptOf(tab: EditorTab): Script {
  return selectedScript(tab) ?? { sql: tab.sql, at: 0 };
}
