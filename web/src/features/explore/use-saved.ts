import { useQuery } from '@tanstack/react-query';
import type { RawForm } from '@tessera/core/form-data';
import { useNavigate } from 'react-router';
import { me } from '../../api/me.ts';
import type { DatasetFields } from '../../controls/fields.ts';
import { forgetChanges } from './forget-changes.ts';
import { exploreSearch, type ExploreAddress } from './explore-address.ts';
import { useExplore } from './explore-store.ts';
import type { SavedChart } from '../../chart-editor/draft.ts';

/** After a save: the page is that of the stored chart, and its address names it. */
export function useSaved(
  { fromDashboard }: Pick<ExploreAddress, 'fromDashboard'>,
  dataset: DatasetFields,
): (stored: SavedChart, form: RawForm) => Promise<void> {
  const navigate = useNavigate();
  const userId = useQuery(me).data?.id ?? null;
  const dispatch = useExplore((state) => state.dispatch);
  return async (stored, form) => {
    const before = useExplore.getState();
    dispatch({ type: 'saved', chart: stored, form });
    forgetChanges(before, userId);
    forgetChanges({ ...before, chart: stored }, userId);
    // A copy that is not on that dashboard has nothing of its colours.
    const isThere = stored.dashboards.some((one) => one.id === fromDashboard);
    const next = exploreSearch({
      chartId: stored.id,
      datasource: dataset,
      formDataKey: null,
      fromDashboard: isThere ? fromDashboard : null,
    });
    dispatch({ type: 'addressed', address: next });
    await navigate(next, { replace: true });
  };
}
