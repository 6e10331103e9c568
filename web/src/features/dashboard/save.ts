import type { QueryClient } from '@tanstack/react-query';
import { AppError } from '@tessera/core/errors/app-error';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { checkedPosition, layoutText, storedLayout } from '@tessera/core/layout/stored';
import { emptyLayout } from '@tessera/core/layout/types';
import { t, tNamed } from '@tessera/core/messages';
import { isStaleVersion } from '../../api/api-error.ts';
import { ApiError } from '../../api/client.ts';
import { copyDashboard, createDashboard, saveDashboard, storedDashboard } from '../../api/dashboards.ts';
import { printExactJson } from '@tessera/core/exact-json';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { keepDraft } from './dashboard-draft.ts';
import { useDashboard } from './dashboard-store.ts';
import { learnCharts } from './learn-charts.ts';
import { contentOf, mergeDashboards, type DashboardContent } from './merge-dashboard.ts';

/** The title of a dashboard that nobody has named ([5.0-12]). */
export const UNTITLED = '[ untitled dashboard ]';

/** What is sent: the title, and the layout inside the settings ([7.4-03]). @throws AppError position_too_large */
export function savePayload({ title, layout, metadata }: DashboardContent): {
  readonly dashboard_title: string;
  readonly json_metadata: string;
} {
  checkedPosition(layoutText(layout));
  return { dashboard_title: title.trim() === '' ? UNTITLED : title, json_metadata: settingsText({ layout, metadata }) };
}

/** The settings with the layout inside. */
function settingsText({ layout, metadata }: Omit<DashboardContent, 'title'>): string {
  return printExactJson({ ...metadata, positions: storedLayout(layout) });
}

/** What is on screen. */
function shownContent(): DashboardContent {
  const { title, history, metadata } = useDashboard.getState();
  return { title: title.trim() === '' ? UNTITLED : title, layout: history.present, metadata };
}

/**
 * `conflict`: someone else changed the same thing; `gone`: there is no such dashboard any more. Nothing was written,
 * and the changes are still on screen.
 */
export type SaveOutcome = 'saved' | 'conflict' | 'gone' | 'failed';

/** So often a save that meets those of others is tried again. */
const MERGE_TURNS = 5;

/**
 * Write what is on screen; the store is told how it ends ([8.3-07]). What somebody else saved in between is merged:
 * what only they changed is kept.
 *
 * @param mineWins  Where both changed the same thing it is as this person has it; otherwise nothing is written then.
 * @returns who else's changes went in, by name; null when nobody saved in between
 * @throws AppError position_too_large before anything is sent; ApiError as the server says, 412 when both changed the
 * same
 */
export async function storeDashboard(mineWins: boolean): Promise<{ readonly mergedWith: string | null }> {
  const { id, version, base, dispatch } = useDashboard.getState();
  if (id === null) throw new Error(t('Unknown error'));
  const mine = shownContent();
  let attempt = { content: mine, version, mergedWith: null as string | null };
  try {
    savePayload(mine);
    dispatch({ type: 'save_started' });
    for (let turn = 1; ; turn += 1) {
      try {
        const saved = await saveDashboard(id, savePayload(attempt.content), attempt.version);
        if (attempt.content !== mine) await learnCharts(chartIdsOf(attempt.content.layout));
        if (waitsForSave(id))
          dispatch({
            type: 'saved',
            version: saved.version,
            content: attempt.content,
            newer: editedSince(mine, attempt.content),
          });
        return { mergedWith: attempt.mergedWith };
      } catch (error) {
        if (!isStaleVersion(error) || turn === MERGE_TURNS) throw error;
        const theirs = await storedDashboard(id);
        const merged = mergeDashboards(base, mine, contentOf(theirs));
        if (merged.clashes.length > 0 && !mineWins) throw error;
        // Where mine wins over theirs it was chosen, and not both are kept.
        attempt = {
          content: merged.content,
          version: theirs.version,
          mergedWith: merged.clashes.length > 0 ? null : theirs.changed_by_name,
        };
      }
    }
  } catch (error) {
    if (waitsForSave(id)) dispatch({ type: 'save_failed' });
    throw error;
  }
}

/** Is the page still on what began to be saved? Who left it may have another dashboard open by now. */
function waitsForSave(id: number | null): boolean {
  const state = useDashboard.getState();
  return state.id === id && state.isSaving;
}

/** What is on screen when the person went on while `sent` was stored as `stored`; null when nothing else was done. */
function editedSince(sent: DashboardContent, stored: DashboardContent): DashboardContent | null {
  const now = shownContent();
  if (now.title === sent.title && now.layout === sent.layout) return null;
  return stored === sent ? now : mergeDashboards(sent, now, stored).content;
}

/** Save what is on screen and say how it went. `mineWins` where somebody else changed the same. */
export async function save(client: QueryClient, mineWins = false): Promise<SaveOutcome> {
  try {
    const { mergedWith } = await storeDashboard(mineWins);
    toast.success(t('This dashboard was saved successfully.'));
    if (mergedWith !== null) toast.info(mergedText(mergedWith));
    if (useDashboard.getState().hasUnsavedChanges)
      toast.info(t('What you changed while it was being saved is not saved yet.'));
    void client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
    return 'saved';
  } catch (error) {
    if (isStaleVersion(error)) return 'conflict';
    if (error instanceof ApiError && error.status === 404) return 'gone';
    toast.danger(saveErrorText(error));
    return 'failed';
  }
}

function mergedText(who: string): string {
  return who === ''
    ? t('Someone else changed it meanwhile. What both of you did is kept.')
    : tNamed('%(who)s changed it meanwhile. What both of you did is kept.', { who });
}

/**
 * Make a dashboard of what is on screen and was never stored. What the person does meanwhile waits as the draft of
 * the new one.
 *
 * @returns its id, and whether the page is still open
 * @throws AppError position_too_large, ApiError
 */
export async function storeNewDashboard(): Promise<{ readonly id: number; readonly isOpen: boolean }> {
  const { dispatch } = useDashboard.getState();
  const content = shownContent();
  try {
    const patch = savePayload(content);
    dispatch({ type: 'save_started' });
    const id = await createDashboard(patch);
    if (!waitsForSave(null)) return { id, isOpen: false };
    const newer = editedSince(content, content);
    dispatch({ type: 'saved', version: 1, content, newer });
    if (newer !== null) keepDraft(id, { title: newer.title, layout: newer.layout, base: content, version: 1 });
    return { id, isOpen: true };
  } catch (error) {
    if (waitsForSave(null)) dispatch({ type: 'save_failed' });
    throw error;
  }
}

/** What is on screen becomes the draft of a new dashboard: the one it belonged to is gone. */
export function keepAsNew(): void {
  const { id } = useDashboard.getState();
  const { title, layout } = shownContent();
  if (id !== null) keepDraft(id, null);
  keepDraft('new', { title, layout, base: { title: UNTITLED, layout: emptyLayout, metadata: {} }, version: 0 });
}

/**
 * Read a dashboard anew after it was written. Its charts come first: the new version with the charts of before would
 * show those that were just added as deleted.
 */
export async function rereadDashboard(client: QueryClient): Promise<void> {
  await Promise.all(['charts', 'datasets'].map((part) => client.invalidateQueries({ queryKey: ['dashboard', part] })));
  await client.invalidateQueries({ queryKey: ['dashboard', 'item'] });
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
export async function saveAsCopy(title: string, duplicateCharts: boolean): Promise<number> {
  const { id } = useDashboard.getState();
  if (id === null) throw new Error(t('Unknown error'));
  return copyDashboard(id, title.trim() === '' ? UNTITLED : title, duplicateCharts, settingsText(shownContent()));
}
