import type { QueryClient } from '@tanstack/react-query';
import { AppError } from '@tessera/core/errors/app-error';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { checkedPosition, layoutText, storedLayout } from '@tessera/core/layout/stored';
import { t, tNamed } from '@tessera/core/messages';
import { isStaleVersion } from '../../api/api-error.ts';
import { ApiError } from '../../api/client.ts';
import { copyDashboard, createDashboard, saveDashboard, storedDashboard } from '../../api/dashboards.ts';
import { printJson } from '../../api/json.ts';
import { describeError } from '../../ui/describe-error.ts';
import { toast } from '../../ui/toast-store.ts';
import { useDashboard } from './dashboard-store.ts';
import { learnCharts } from './learn-charts.ts';
import { contentOf, mergeDashboards, type DashboardContent } from './merge-dashboard.ts';

/** The title of a dashboard that nobody has named ([5.0-12]). */
export const UNTITLED = '[ untitled dashboard ]';

/** What is sent: the title, and the layout inside the settings ([7.4-03]). @throws AppError position_too_large */
export function savePayload({ title, layout, metadata }: DashboardContent): { readonly dashboard_title: string; readonly json_metadata: string } {
  checkedPosition(layoutText(layout));
  return { dashboard_title: title.trim() === '' ? UNTITLED : title, json_metadata: settingsText({ layout, metadata }) };
}

/** The settings with the layout inside. */
function settingsText({ layout, metadata }: Omit<DashboardContent, 'title'>): string {
  return printJson({ ...metadata, positions: storedLayout(layout) });
}

/** What is on screen. */
function shownContent(): DashboardContent {
  const { title, history, metadata } = useDashboard.getState();
  return { title: title.trim() === '' ? UNTITLED : title, layout: history.present, metadata };
}

/** `conflict`: someone else changed the same thing, nothing was written, and the changes are still on screen. */
export type SaveOutcome = 'saved' | 'conflict' | 'failed';

/** So often a save that meets those of others is tried again. */
const MERGE_TURNS = 5;

/**
 * Write what is on screen; the store is told how it ends ([8.3-07]). What somebody else saved in between is merged:
 * what only they changed is kept.
 *
 * @param mineWins  Where both changed the same thing it is as this person has it; otherwise nothing is written then.
 * @returns who else's changes went in, by name; null when nobody saved in between
 * @throws AppError position_too_large before anything is sent; ApiError as the server says, 412 when both changed the same
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
        dispatch({ type: 'saved', version: saved.version, content: attempt.content });
        return { mergedWith: attempt.mergedWith };
      } catch (error) {
        if (!isStaleVersion(error) || turn === MERGE_TURNS) throw error;
        const theirs = await storedDashboard(id);
        const merged = mergeDashboards(base, mine, contentOf(theirs));
        if (merged.clashes.length > 0 && !mineWins) throw error;
        attempt = { content: merged.content, version: theirs.version, mergedWith: theirs.changed_by_name };
      }
    }
  } catch (error) {
    dispatch({ type: 'save_failed' });
    throw error;
  }
}

/** Save what is on screen and say how it went. `mineWins` where somebody else changed the same. */
export async function save(client: QueryClient, mineWins = false): Promise<SaveOutcome> {
  try {
    const { mergedWith } = await storeDashboard(mineWins);
    toast.success(t('This dashboard was saved successfully.'));
    if (mergedWith !== null) toast.info(mergedText(mergedWith));
    void client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
    return 'saved';
  } catch (error) {
    if (isStaleVersion(error)) return 'conflict';
    toast.danger(saveErrorText(error));
    return 'failed';
  }
}

function mergedText(who: string): string {
  return who === '' ? t('Someone else changed it meanwhile. What both of you did is kept.') : tNamed('%(who)s changed it meanwhile. What both of you did is kept.', { who });
}

/** Make a dashboard of what is on screen and was never stored. @returns its id. @throws AppError position_too_large, ApiError */
export async function storeNewDashboard(): Promise<number> {
  const { dispatch } = useDashboard.getState();
  const content = shownContent();
  try {
    const patch = savePayload(content);
    dispatch({ type: 'save_started' });
    const id = await createDashboard(patch);
    dispatch({ type: 'saved', version: 1, content });
    return id;
  } catch (error) {
    dispatch({ type: 'save_failed' });
    throw error;
  }
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
  if (error instanceof ApiError && error.status === 403) return error.message === 'Forbidden' ? t('You do not have permission to edit this dashboard') : error.message;
  const reason = error instanceof AppError ? error.message : describeError(error).title;
  return t('Sorry, there was an error saving this dashboard: %s', reason);
}

/** Keep what is on screen as a dashboard of one's own. @returns its id. @throws ApiError */
export async function saveAsCopy(title: string, duplicateCharts: boolean): Promise<number> {
  const { id } = useDashboard.getState();
  if (id === null) throw new Error(t('Unknown error'));
  return copyDashboard(id, title.trim() === '' ? UNTITLED : title, duplicateCharts, settingsText(shownContent()));
}
