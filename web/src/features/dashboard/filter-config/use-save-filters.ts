import { useQueryClient } from '@tanstack/react-query';
import { readDocument } from '@tessera/core/dashboard/stored';
import { changedConfiguration, contestedFilters, type FilterChanges } from '@tessera/core/native-filters/config';
import { t } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import { isStaleVersion } from '../../../api/api-error.ts';
import { saveFilters, storedDashboard } from '../../../api/dashboards.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { edit } from '../edit/apply-change.ts';
import { rereadDashboard } from '../reread-dashboard.ts';

/** How it went: the filters are written, somebody else wrote the same ones meanwhile, or it failed and was said. */
export type FiltersSaved = 'saved' | 'contested' | 'failed';

/**
 * Writes changes of the filters: while a dashboard is edited they are a step of its history, else they are stored at
 * once ([4.4-01], [7.4-04]). Changes of others to other filters stay; `mineWins` where they changed the same.
 */
export function useSaveFilters(): (changes: FilterChanges, mineWins: boolean) => Promise<FiltersSaved> {
  const store = useDashboardStore();
  const client = useQueryClient();
  const put = async (id: number, changes: FilterChanges, mineWins: boolean): Promise<number | null> => {
    const { version, saved } = store.getState();
    try {
      return await saveFilters(id, changes, version);
    } catch (error) {
      if (!isStaleVersion(error)) throw error;
      const answer = await storedDashboard(id);
      const theirs = configurationOf(readDocument(answer).settings);
      const contested = contestedFilters(configurationOf(saved.settings), theirs, changes);
      if (contested.length > 0 && !mineWins) throw error;
      return saveFilters(id, changes, answer.version);
    }
  };
  return async (changes, mineWins) => {
    const { editMode, id, history } = store.getState();
    const { settings } = history.present;
    if (editMode || id === null) {
      const present = configurationOf(settings);
      edit(store, {
        settings: { ...settings, native_filter_configuration: changedConfiguration(present, changes) },
      });
      return 'saved';
    }
    try {
      const version = await put(id, changes, mineWins);
      if (version !== null) store.getState().dispatch({ type: 'version_written', version });
      await rereadDashboard(client);
      toast.success(t('The filters were saved.'));
      return 'saved';
    } catch (error) {
      if (isStaleVersion(error)) return 'contested';
      toast.danger(t('Failed to save the filters: %s', describeError(error).title));
      return 'failed';
    }
  };
}

function configurationOf(settings: RawForm): readonly RawForm[] {
  const { native_filter_configuration: value } = settings;
  return Array.isArray(value) ? (value as readonly RawForm[]) : [];
}
