import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { vizQuery } from '../../chart/use-viz.ts';
import { toast } from '../../ui/feedback/toast-store.ts';
import { exploreStart } from './explore-api.ts';
import type { ExploreAddress } from './explore-address.ts';
import { needsLoading, useExplore } from './explore-store.ts';
import { openExplore } from './open-explore.ts';

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
    let isCurrent = true;
    void openExplore(answer, address, search, (type) => client.ensureQueryData(vizQuery(type))).then((next) => {
      if (isCurrent && next) dispatch({ type: 'opened', opened: next });
    });
    if (answer.message !== null) toast.warning(answer.message);
    return () => {
      isCurrent = false;
    };
  }, [start.data, address, search, client, dispatch]);
  return start;
}
