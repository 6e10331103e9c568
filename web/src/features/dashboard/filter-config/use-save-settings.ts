import { useQueryClient } from '@tanstack/react-query';
import type { DashboardSettings } from '@tessera/core/dashboard/document';
import { readDocument } from '@tessera/core/dashboard/stored';
import { printExactJson } from '@tessera/core/exact-json';
import { stableJson } from '@tessera/core/stable-json';
import { isStaleVersion } from '../../../api/api-error.ts';
import { saveDashboard, storedDashboard } from '../../../api/dashboards.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { edit } from '../edit/apply-change.ts';
import { rereadDashboard } from '../reread-dashboard.ts';

/**
 * Writes the settings of the dashboard: while it is edited as a step of its history, else at once.
 * @throws ApiError
 * what the server refuses; 412 when somebody else saved meanwhile
 */
export function useReplaceSettings(): (settings: DashboardSettings) => Promise<void> {
  const store = useDashboardStore();
  const client = useQueryClient();
  return async (settings) => {
    const { editMode, id, version } = store.getState();
    if (editMode || id === null) return edit(store, { settings });
    const stored = await saveDashboard(id, { json_metadata: printExactJson(settings) }, version);
    store.getState().dispatch({ type: 'version_written', version: stored.version });
    await rereadDashboard(client);
  };
}

/**
 * Changes some settings, the others stay, also those that somebody else stored meanwhile.
 *
 * @param failure  what is said before the reason where that fails
 * @returns whether they were written; the changes are made to the settings as they are stored then
 */
export function useSaveSettings(
  failure: string,
): (changesTo: (settings: DashboardSettings) => DashboardSettings) => Promise<boolean> {
  const store = useDashboardStore();
  const client = useQueryClient();
  const put = async (id: number, changesTo: (settings: DashboardSettings) => DashboardSettings) => {
    const { version, saved } = store.getState();
    const write = async (settings: DashboardSettings, at: number | null) =>
      (await saveDashboard(id, { json_metadata: printExactJson({ ...settings, ...changesTo(settings) }) }, at)).version;
    try {
      return await write(saved.settings, version);
    } catch (error) {
      if (!isStaleVersion(error)) throw error;
      const answer = await storedDashboard(id);
      const theirs = readDocument(answer).settings;
      const isContested = Object.keys(changesTo(theirs)).some(
        (key) => stableJson(theirs[key] ?? null) !== stableJson(saved.settings[key] ?? null),
      );
      if (isContested) throw error;
      return write(theirs, answer.version);
    }
  };
  return async (changesTo) => {
    const { editMode, id, history } = store.getState();
    const { settings } = history.present;
    if (editMode || id === null) {
      edit(store, { settings: { ...settings, ...changesTo(settings) } });
      return true;
    }
    try {
      const version = await put(id, changesTo);
      store.getState().dispatch({ type: 'version_written', version });
      await rereadDashboard(client);
      return true;
    } catch (error) {
      toast.danger(`${failure}: ${describeError(error).title}`);
      return false;
    }
  };
}
