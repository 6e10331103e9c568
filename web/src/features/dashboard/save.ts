import type { QueryClient } from '@tanstack/react-query';
import { AppError } from '@tessera/core/errors/app-error';
import { checkedPosition, layoutText, storedLayout } from '@tessera/core/layout/stored';
import { t } from '@tessera/core/messages';
import { ApiError } from '../../api/client.ts';
import { copyDashboard, saveDashboard, type DashboardPatch } from '../../api/dashboards.ts';
import { describeError } from '../../ui/describe-error.ts';
import { toast } from '../../ui/toast-store.ts';
import { useDashboard, type DashboardState } from './dashboard-store.ts';

/** The title of a dashboard that nobody has named ([5.0-12]). */
export const UNTITLED = '[ untitled dashboard ]';

/** What is sent: the title, and the layout inside the settings ([7.4-03]). @throws AppError position_too_large */
export function savePayload({ title, history, metadata }: Pick<DashboardState, 'title' | 'history' | 'metadata'>): DashboardPatch {
  checkedPosition(layoutText(history.present));
  return { dashboard_title: title.trim() === '' ? UNTITLED : title, json_metadata: settingsText({ history, metadata }) };
}

/** The settings with the layout inside. */
function settingsText({ history, metadata }: Pick<DashboardState, 'history' | 'metadata'>): string {
  return JSON.stringify({ ...metadata, positions: storedLayout(history.present) });
}

/** `conflict`: someone else saved in between, nothing was written, and the changes are still on screen. */
export type SaveOutcome = 'saved' | 'conflict' | 'failed';

/**
 * Write what is on screen; the store is told how it ends ([8.3-07]).
 *
 * @param overwrite Whatever is stored by now.
 * @throws AppError position_too_large before anything is sent; ApiError as the server says
 */
export async function storeDashboard(overwrite: boolean): Promise<void> {
  const { id, version, dispatch, ...state } = useDashboard.getState();
  if (id === null) throw new Error(t('Unknown error'));
  try {
    const patch = savePayload(state);
    dispatch({ type: 'save_started' });
    const saved = await saveDashboard(id, patch, overwrite ? null : version);
    dispatch({ type: 'title_changed', title: patch.dashboard_title ?? state.title });
    dispatch({ type: 'saved', version: saved.version });
  } catch (error) {
    dispatch({ type: 'save_failed' });
    throw error;
  }
}

/** Save what is on screen and say how it went. `overwrite` does so whatever is stored by now. */
export async function save(client: QueryClient, overwrite = false): Promise<SaveOutcome> {
  try {
    await storeDashboard(overwrite);
    toast.success(t('This dashboard was saved successfully.'));
    void client.invalidateQueries({ queryKey: ['dashboard', 'list'] });
    return 'saved';
  } catch (error) {
    if (error instanceof ApiError && error.status === 412) return 'conflict';
    toast.danger(saveErrorText(error));
    return 'failed';
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
  const { id, ...state } = useDashboard.getState();
  if (id === null) throw new Error(t('Unknown error'));
  return copyDashboard(id, title.trim() === '' ? UNTITLED : title, duplicateCharts, settingsText(state));
}
