import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { me } from '../../api/me.ts';
import { loadedVizQuery, vizQuery } from '../../chart/use-viz.ts';
import { datasourceKey } from '../../controls/fields.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { exploreStart, type ExploreStart } from './explore-api.ts';
import type { ExploreAddress } from './explore-address.ts';
import { needsLoading } from '../../chart-editor/editor-store.ts';
import { useExplore } from './explore-store.ts';
import { keepLasting, readLasting } from './lasting-draft.ts';
import { openExplore } from './open-explore.ts';
import type { LastingDraft } from '../../chart-editor/draft.ts';

/**
 * What the address asks for, loaded; the store is filled when it is here. An address that the page wrote itself is not
 * loaded.
 */
export function useExploreStart(address: ExploreAddress) {
  const client = useQueryClient();
  const { search } = useLocation();
  const isLoading = useExplore((state) => needsLoading(state, search));
  const hasArrived = useExplore((state) => state.leaving !== null && state.address === search);
  const dispatch = useExplore((state) => state.dispatch);
  const query = exploreStart(address);
  const start = useQuery({ ...query, enabled: isLoading && query.enabled !== false });

  useEffect(() => {
    if (hasArrived) dispatch({ type: 'arrived' });
  }, [hasArrived, dispatch]);

  useEffect(() => {
    const answer = start.data;
    if (!answer || !needsLoading(useExplore.getState(), search)) return;
    // The code of the picture comes while the page is made and the data are asked for.
    const type = answer.form['viz_type'];
    if (typeof type === 'string') void client.prefetchQuery(loadedVizQuery(type));
    let isCurrent = true;
    const open = async () => {
      const user = await client.ensureQueryData(me);
      const place = { userId: user.id, chartId: answer.chart?.id ?? null, datasource: datasourceOf(answer) };
      const load = (type: string) => client.ensureQueryData(vizQuery(type));
      const next = await openExplore(answer, address, search, load, readLasting(place, Date.now()));
      if (!isCurrent || !next) return;
      dispatch({ type: 'opened', opened: next });
      const { chart } = answer;
      if (next.restored)
        tellRestored(next.restored, chart?.version ?? null, () => {
          keepLasting(place, null);
          // What is shown then is the chart as it is stored by now.
          if (chart) dispatch({ type: 'chart_changed', chart });
        });
    };
    void open();
    // A page without a dataset says itself why.
    if (answer.message !== null && answer.dataset !== null) toast.warning(answer.message);
    return () => {
      isCurrent = false;
    };
  }, [start.data, address, search, client, dispatch]);
  return start;
}

function datasourceOf({ dataset }: ExploreStart): string | null {
  return dataset && datasourceKey(dataset);
}

const RESTORED_MS = 10_000;

/** Says that changes of an earlier visit are back, and lets go of them. */
function tellRestored({ at, version }: LastingDraft, stored: number | string | null, forget: () => void): void {
  const when = relativeTime(at, Date.now());
  const text =
    version === stored
      ? t('Your unsaved changes are back (%s).', when)
      : t('Your unsaved changes are back (%s). The chart was saved since by somebody.', when);
  const discard = () => {
    forget();
    useExplore.getState().dispatch({ type: 'undone' });
  };
  toast.info(text, { action: { label: t('Discard'), onClick: discard }, durationMs: RESTORED_MS });
}
