import type { QueryClient } from '@tanstack/react-query';
import { emptyDocument, UNTITLED, type DashboardDocument } from '@tessera/core/dashboard/document';
import { merge, type MergeDecision } from '@tessera/core/dashboard/merge';
import { difference, isSameDocument } from '@tessera/core/dashboard/operations';
import { printDocument, printSettings } from '@tessera/core/dashboard/printed';
import { readDocument } from '@tessera/core/dashboard/stored';
import { summarise } from '@tessera/core/dashboard/summarise';
import { AppError } from '@tessera/core/errors/app-error';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { t } from '@tessera/core/messages';
import { isStaleVersion } from '../../api/api-error.ts';
import { ApiError } from '../../api/client.ts';
import { copyDashboard, createDashboard, saveDashboard, storedDashboard } from '../../api/dashboards.ts';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { keepDraft } from './dashboard-draft.ts';
import { isUnsaved, type DashboardStore } from './dashboard-store.ts';
import { learnCharts } from './learn-charts.ts';

/** What is on screen. */
function shownDocument(store: DashboardStore): DashboardDocument {
  const { present } = store.getState().history;
  return present.title.trim() === '' ? { ...present, title: UNTITLED } : present;
}

/**
 * `conflict`: someone else changed the same thing; `gone`: there is no such dashboard any more. Nothing was written,
 * and the changes are still on screen.
 */
export type SaveOutcome = 'saved' | 'conflict' | 'gone' | 'failed';

/** So often a save that meets those of others is tried again. */
const MERGE_TURNS = 5;

/**
 * Write what is on screen; the store learns how it ends ([8.3-07]). What somebody else saved in between is merged:
 * what only they changed is retained.
 *
 * @param decision  What holds where both changed the same thing. Where nothing is decided, nothing is written.
 * @returns who else's changes went in, by name; null when nobody saved in between
 * @throws AppError position_too_large before anything is sent; ApiError as the server says, 412 when both changed the
 * same
 */
export async function storeDashboard(
  store: DashboardStore,
  client: QueryClient,
  decision: MergeDecision | null,
): Promise<{ readonly mergedWith: string | null }> {
  const { id, version, stored, dispatch } = store.getState();
  if (id === null) throw new Error(t('Unknown error'));
  const mine = shownDocument(store);
  let attempt = { document: mine, version, base: stored, mergedWith: null as string | null };
  try {
    printDocument(mine, stored);
    dispatch({ type: 'save_started' });
    for (let turn = 1; ; turn += 1) {
      try {
        const { document } = attempt;
        const saved = await saveDashboard(id, printDocument(document, attempt.base), attempt.version);
        if (document !== mine) await learnCharts(client, chartIdsOf(document.layout));
        if (waitsForSave(store, id))
          dispatch({
            type: 'saved',
            version: saved.version,
            document,
            newer: editedSince(store, mine, document),
          });
        return { mergedWith: attempt.mergedWith };
      } catch (error) {
        if (!isStaleVersion(error) || turn === MERGE_TURNS) throw error;
        const answer = await storedDashboard(id);
        const theirs = readDocument(answer);
        const merged = merge(stored, mine, theirs, decision ?? undefined);
        if (merged.clashes.some(({ key }) => decision?.choices.has(key) !== true)) throw error;
        attempt = {
          document: merged.document,
          version: answer.version,
          base: theirs,
          mergedWith: merged.clashes.length > 0 ? null : answer.changed_by_name,
        };
      }
    }
  } catch (error) {
    if (waitsForSave(store, id)) dispatch({ type: 'save_failed' });
    throw error;
  }
}

/** Is the page still on what began to be saved? Who left it may have another dashboard open by now. */
function waitsForSave(store: DashboardStore, id: number | null): boolean {
  const state = store.getState();
  return state.id === id && state.isSaving;
}

/** What is on screen when the user went on while `sent` was stored as `stored`; null when nothing else was done. */
function editedSince(
  store: DashboardStore,
  sent: DashboardDocument,
  stored: DashboardDocument,
): DashboardDocument | null {
  const now = shownDocument(store);
  if (isSameDocument(now, sent)) return null;
  return stored === sent ? now : merge(sent, now, stored).document;
}

/** Save what is on screen and say how it went. `decision`: where somebody else changed the same. */
export async function save(
  store: DashboardStore,
  client: QueryClient,
  decision: MergeDecision | null = null,
): Promise<SaveOutcome> {
  const { saved, history } = store.getState();
  try {
    const { mergedWith } = await storeDashboard(store, client, decision);
    toast.success(savedText(summarise(difference(saved, history.present))));
    if (mergedWith !== null) toast.info(mergedText(mergedWith));
    if (isUnsaved(store.getState())) toast.info(t('What you changed while it was being saved is not saved yet.'));
    void client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
    return 'saved';
  } catch (error) {
    if (isStaleVersion(error)) return 'conflict';
    if (error instanceof ApiError && error.status === 404) return 'gone';
    toast.danger(saveErrorText(error));
    return 'failed';
  }
}

function savedText(summary: string): string {
  const saved = t('This dashboard was saved successfully.');
  return summary === '' ? saved : `${saved} ${summary}.`;
}

function mergedText(who: string): string {
  return who === ''
    ? t('Someone else changed it meanwhile. What both of you did is kept.')
    : t('%(who)s changed it meanwhile. What both of you did is kept.', { who });
}

/**
 * Make a dashboard of what is on screen and was never stored. What the user does meanwhile waits as the draft of
 * the new one.
 *
 * @param folderId where it is put
 * @returns its id, and whether the page is still open
 * @throws AppError position_too_large, ApiError
 */
export async function storeNewDashboard(
  store: DashboardStore,
  folderId: number | null,
): Promise<{ readonly id: number; readonly isOpen: boolean }> {
  const { dispatch } = store.getState();
  const document = shownDocument(store);
  try {
    const patch = printDocument(document, null);
    dispatch({ type: 'save_started' });
    const id = await createDashboard(folderId === null ? patch : { ...patch, folder_id: folderId });
    if (!waitsForSave(store, null)) return { id, isOpen: false };
    const newer = editedSince(store, document, document);
    dispatch({ type: 'saved', version: 1, document, newer });
    if (newer !== null) keepDraft(id, { document: newer, base: document, version: 1 });
    return { id, isOpen: true };
  } catch (error) {
    if (waitsForSave(store, null)) dispatch({ type: 'save_failed' });
    throw error;
  }
}

/** What is on screen becomes the draft of a new dashboard: the one it belonged to is gone. */
export function keepAsNew(store: DashboardStore): void {
  const { id } = store.getState();
  const { title, layout, settings } = shownDocument(store);
  if (id !== null) keepDraft(id, null);
  // Its address and its owners were those of the old one.
  keepDraft('new', {
    document: { ...emptyDocument, title, layout, settings },
    base: { ...emptyDocument, title: UNTITLED },
    version: 0,
  });
}

/** The sentence of a failed save ([8.3-02]). */
export function saveErrorText(error: unknown): string {
  if (error instanceof ApiError && error.status === 403)
    return error.message === 'Forbidden' ? t('You do not have permission to edit this dashboard') : error.message;
  if (error instanceof ApiError && error.status === 0)
    return t('The server could not be reached, so nothing was saved. Your changes are still here.');
  const reason = error instanceof AppError ? error.message : describeError(error).title;
  return t('Sorry, there was an error saving this dashboard: %s', reason);
}

/** Keep what is on screen as a dashboard of one's own. @returns its id. @throws ApiError */
export async function saveAsCopy(store: DashboardStore, title: string, duplicateCharts: boolean): Promise<number> {
  const { id } = store.getState();
  if (id === null) throw new Error(t('Unknown error'));
  const name = title.trim() === '' ? UNTITLED : title;
  return copyDashboard(id, name, duplicateCharts, printSettings(shownDocument(store)));
}
