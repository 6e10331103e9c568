import type { QueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { SavedQueryPost } from '@tessera/server/contract';
import { updateTab } from '../../../api/editor-tabs.ts';
import { changeSavedQuery, createSavedQuery, savedQueriesResource } from '../../../api/saved-queries.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { editTab, useTabs } from '../tabs/tabs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';

/** What a tab is saved as. */
export type SavedAs = { readonly label: string; readonly description: string };

/** What a saved query holds: name as label, its place, its text, its parameters ([7.6-07]). */
export function savedBody(tab: EditorTab) {
  return {
    label: tab.name || t('Untitled query'),
    db_id: tab.dbId ?? 0,
    catalog: tab.catalog,
    schema: tab.schema,
    sql: tab.sql,
    template_parameters: tab.templateParams === '' ? null : tab.templateParams,
  } satisfies SavedQueryPost;
}

/** Save a tab as a new query; from then on the tab is that one. @returns whether it was saved */
export async function saveAsNew(
  client: QueryClient,
  tab: EditorTab,
  { label, description }: SavedAs,
): Promise<boolean> {
  let id: number;
  try {
    id = await createSavedQuery({ ...savedBody(tab), label, description: description.trim() || null });
  } catch (error) {
    toast.danger(withReason(t('Your query could not be saved'), error));
    return false;
  }
  editTab(tab.id, { savedQueryId: id, name: label });
  await client.invalidateQueries({ queryKey: [savedQueriesResource] });
  await tieToTab(tab.id, id);
  return true;
}

/** The server learns at once that the tab is the saved query: another browser opens it as such. */
async function tieToTab(tabId: string, savedQueryId: number): Promise<void> {
  const remoteId = useTabs.getState().tabs.find(({ id }) => id === tabId)?.remoteId ?? null;
  try {
    if (remoteId !== null) await updateTab(remoteId, { saved_query_id: savedQueryId });
    toast.success(t('Your query was saved'));
  } catch {
    toast.danger(t('Your query was not properly saved'));
  }
}

/** Save a tab as what it was saved as before. @returns whether it was saved */
export async function saveAgain(client: QueryClient, tab: EditorTab, id: number): Promise<boolean> {
  try {
    await changeSavedQuery(id, savedBody(tab), null);
  } catch (error) {
    toast.danger(withReason(t('Your query could not be updated'), error));
    return false;
  }
  await client.invalidateQueries({ queryKey: [savedQueriesResource] });
  toast.success(t('Your query was updated'));
  return true;
}

/** The sentence that users know, and why. */
function withReason(sentence: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : '';
  return reason === '' ? sentence : `${sentence}. ${reason}`;
}
