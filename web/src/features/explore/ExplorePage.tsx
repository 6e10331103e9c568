import { useQuery } from '@tanstack/react-query';
import { chartHref } from '@tessera/core/pages';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { flushEventsOnLeave, logEvent } from '../../api/event-log.ts';
import { me } from '../../api/me.ts';
import { recordVisit } from '../../api/recent.ts';
import { ObjectProblem } from '../../shell/ObjectProblem.tsx';
import { parseExploreAddress } from './explore-address.ts';
import { ExploreEditor, useExplore } from './explore-store.ts';
import { ExploreSkeleton } from './ExploreSkeleton.tsx';
import { ExploreWorkspace } from './ExploreWorkspace.tsx';
import { LostDataset } from './LostDataset.tsx';
import { NewChart } from './NewChart.tsx';
import { useExploreStart } from './use-explore-start.ts';

/** `/explore/`: a chart, a dataset, or the start of a new chart, as the address says. */
export function ExplorePage() {
  const [parameters] = useSearchParams();
  const search = parameters.toString();
  const address = useMemo(() => parseExploreAddress(new URLSearchParams(search)), [search]);
  const isStart =
    address.chartId === null &&
    address.datasource === null &&
    address.formDataKey === null &&
    address.permalinkKey === null;
  const dispatch = useExplore((state) => state.dispatch);

  // Leaving the page ends its state; the address brings it back.
  useEffect(() => () => dispatch({ type: 'closed' }), [dispatch]);
  if (isStart) return <NewChart dashboardId={address.dashboardId} />;
  return (
    <ExploreEditor>
      <OpenedChart address={address} />
    </ExploreEditor>
  );
}

function OpenedChart({ address }: { readonly address: ReturnType<typeof parseExploreAddress> }) {
  const user = useQuery(me);
  const start = useExploreStart(address);
  const dataset = useExplore((state) => state.dataset);
  const chart = useExplore((state) => state.chart);

  useEffect(() => {
    if (chart) recordVisit({ kind: 'chart', id: chart.id, title: chart.name, href: chartHref(chart.id) });
  }, [chart]);
  const chartId = chart?.id;
  useEffect(() => {
    if (chartId === undefined) return undefined;
    logEvent({ event_name: 'mount_explorer', source: 'slice', source_id: chartId });
    return flushEventsOnLeave();
  }, [chartId]);

  if (start.isError)
    return (
      <ObjectProblem
        kind={address.chartId === null && address.datasource !== null ? 'dataset' : 'chart'}
        error={start.error}
        onRetry={() => void start.refetch()}
      />
    );
  if (start.data?.chart && !start.data.dataset)
    return <LostDataset {...start.data} chart={start.data.chart} address={address} />;
  if (!dataset || !user.data) return <ExploreSkeleton />;
  return <ExploreWorkspace address={address} user={user.data} dataset={dataset} />;
}
