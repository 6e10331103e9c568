import type { QueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { SavedQueryPost } from '@tessera/server/contract';
import { isGone, isStaleVersion } from '../../../api/api-error.ts';
import { updateTab } from '../../../api/editor-tabs.ts';
import {
  changeSavedQuery,
  createSavedQuery,
  readSavedQuery,
  savedQueriesResource,
  savedQueryVersions,
  type SavedQuery,
} from '../../../api/saved-queries.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { editTab, useTabs } from '../tabs/tabs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';

/** What a tab is saved as. */
export type SavedAs = { readonly label: string; readonly description: string };

/** How an update went; a conflict is with what somebody saved meanwhile. */
export type SavedAgain =
  /** `gone`: it was deleted, and is to be saved as a new one. */
  | { readonly kind: 'saved' | 'failed' | 'not_mine' | 'gone' }
  | { readonly kind: 'conflict'; readonly theirs: SavedQuery };

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
  editTab(tab.id, { savedQueryId: id, savedVersion: 1, name: label });
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

/**
 * Save a tab as what it was saved as before. A text that the tab does not know is written over only where the user
 * saw it. @param seen  Its version then
 */
export async function saveAgain(
  client: QueryClient,
  tab: EditorTab,
  id: number,
  seen: number | null = null,
): Promise<SavedAgain> {
  try {
    const stored = await readSavedQuery(id);
    if (!stored.can_edit) return { kind: 'not_mine' };
    if (seen !== stored.version && (await isNewText(client, stored, tab))) return { kind: 'conflict', theirs: stored };
    await overwrite(client, tab, stored, savedBody(tab));
  } catch (error) {
    // Somebody was faster in this very moment.
    if (isStaleVersion(error)) return saveAgain(client, tab, id, seen);
    if (isGone(error)) {
      toast.warning(t('The saved query was deleted. Save the text as a new one.'));
      return { kind: 'gone' };
    }
    toast.danger(withReason(t('Your query could not be updated'), error));
    return { kind: 'failed' };
  }
  toast.success(t('Your query was updated'));
  return { kind: 'saved' };
}

/** Replace what is stored, at that version. @throws ApiError 412 when it is at another one by now */
export async function overwrite(
  client: QueryClient,
  tab: EditorTab,
  stored: SavedQuery,
  body: Parameters<typeof changeSavedQuery>[1],
): Promise<void> {
  await changeSavedQuery(stored.id, body, stored.version);
  editTab(tab.id, { savedVersion: stored.version + 1 });
  await client.invalidateQueries({ queryKey: [savedQueriesResource] });
}

/** Whether a saved query says what its tab never read. */
export async function isNewText(client: QueryClient, stored: SavedQuery, tab: EditorTab): Promise<boolean> {
  if (stored.version === tab.savedVersion) return false;
  const { label, sql, template_parameters: parameters } = savedBody(tab);
  if (stored.label === label && stored.sql === sql && stored.template_parameters === parameters) return false;
  // A folder, a tag or a reader raises the version, too.
  const [newest] = await client.fetchQuery({ ...savedQueryVersions(stored.id), staleTime: 0 });
  return newest === undefined || newest.version > (tab.savedVersion ?? 0);
}

/** The sentence that users know, and why. */
function withReason(sentence: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : '';
  return reason === '' ? sentence : `${sentence}. ${reason}`;
}
