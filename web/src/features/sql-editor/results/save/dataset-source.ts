import type { DatasetSource } from '../../../../chart-editor/save-dataset.ts';
import type { EditorTab } from '../../tabs/tabs.ts';

/** Null where the tab has no database. */
export function datasetSource(tab: EditorTab, sql: string): DatasetSource | null {
  if (tab.dbId === null) return null;
  const { dbId: databaseId, catalog, schema, templateParams } = tab;
  return { databaseId, catalog, schema, sql: sql.trim().replace(/;\s*$/, ''), templateParams };
}
