import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { chartIdsOf, closedChartIds } from '@tessera/core/layout/charts';
import { readLayout } from '@tessera/core/layout/stored';
import { t } from '@tessera/core/messages';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { dashboard, dashboardCharts, dashboardLink, type ChartItem } from '../../api/dashboards.ts';
import { takeOver } from '../../chart/still/painted.ts';
import { prefetchDefinitions } from '../../chart/use-viz.ts';
import { ObjectProblem } from '../../shell/ObjectProblem.tsx';
import { useDocumentTitle } from '../../ui/layout/Page.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import classes from './Dashboard.module.css';
import titleStyles from './DashboardHeader.module.css';
import { readDashboardAddress } from './dashboard-address.ts';
import { readDraft } from './dashboard-draft.ts';
import { DashboardDataProvider } from './dashboard-data.tsx';
import { isUnsaved, type DashboardStore } from './dashboard-store.ts';
import { DashboardProvider, useDashboard, useDashboardStore } from './DashboardProvider.tsx';
import { DashboardView } from './DashboardView.tsx';
import { newComponentId } from '../../api/component-id.ts';

import { DashboardFrame } from './frame/DashboardFrame.tsx';
import { learnCharts } from './learn-charts.ts';
import { openTabs } from './viewing/use-tab-address.ts';
import { CardSkeleton } from './view/ChartCard.tsx';

/** `/tessera/dashboard/{slug_or_id}/` ([2.1-02]): fetch, then show. */
export function DashboardPage() {
  const { key = '' } = useParams();
  return (
    <DashboardProvider>
      <DashboardDataProvider dashboardKey={key}>
        <DashboardLoader dashboardKey={key} />
      </DashboardDataProvider>
    </DashboardProvider>
  );
}

function DashboardLoader({ dashboardKey: key }: { readonly dashboardKey: string }) {
  const store = useDashboardStore();
  const [parameters] = useSearchParams();
  const address = readDashboardAddress(parameters);
  const item = useQuery(dashboard(key));
  const charts = useQuery(dashboardCharts(key));
  const link = useQuery({ ...dashboardLink(address.permalinkKey ?? ''), enabled: address.permalinkKey !== null });
  const dispatch = useDashboard((state) => state.dispatch);
  const shownId = useDashboard((state) => state.id);
  const editMode = useDashboard((state) => state.editMode);
  const { edit, tabs } = address;
  useDocumentTitle(item.data?.dashboard_title ?? '');

  const data = item.data;
  const chartData = charts.data;
  const client = useQueryClient();
  const canAsk = useDefinitions(client, data?.position_json, chartData);
  const hydrated = useRef<{ readonly item: unknown; readonly charts: unknown }>({ item: null, charts: null });
  useLayoutEffect(() => {
    if (!data || !chartData) return;
    const state = store.getState();
    const isOpen = state.id === data.id;
    if (
      isOpen &&
      ((hydrated.current.item === data && hydrated.current.charts === chartData) || data.version < state.version)
    )
      return;
    hydrated.current = { item: data, charts: chartData };
    // What is being edited is never replaced under the hands of the user; only its charts are brought up to date.
    const placed = chartData.map(({ id, slice_name: name, uuid }) => ({ id, name, uuid }));
    if (isOpen && (state.editMode || isUnsaved(state)))
      for (const chart of placed) dispatch({ type: 'chart_renamed', chartId: chart.id, name: chart.name });
    else {
      dispatch({ type: 'hydrated', item: data, charts: placed, edit, newId: newComponentId });
      if (!isOpen && tabs !== null) openTabs(store, tabs);
      if (!isOpen && data.can_edit) restoreDraft(store, client, data.id);
    }
  }, [data, chartData, edit, tabs, dispatch, shownId, store, client]);
  // What is still being saved finds no page to tell.
  useLayoutEffect(() => () => dispatch({ type: 'closed' }), [dispatch]);

  useNothingPainted(item.isError || charts.isError);
  if (item.isError)
    return <ObjectProblem kind="dashboard" askFor={key} error={item.error} onRetry={() => void item.refetch()} />;
  if (charts.isError)
    return <ObjectProblem kind="dashboard" error={charts.error} onRetry={() => void charts.refetch()} />;
  if (!data || !chartData || !canAsk || shownId !== data.id || (address.permalinkKey !== null && link.isPending))
    return <DashboardSkeleton hidesTitle={address.hidesTitle} />;
  return (
    <DashboardView
      key={data.id}
      item={data}
      address={address}
      linkState={link.data?.state ?? null}
      editMode={editMode}
      waiting={<DashboardSkeleton hidesTitle={address.hidesTitle} />}
    />
  );
}

/** What the server wrote gives way to what is wrong. */
function useNothingPainted(isLost: boolean): void {
  useEffect(() => {
    if (isLost) takeOver();
  }, [isLost]);
}

/** What was not saved before the page was loaded anew is there again, and said. */
function restoreDraft(store: DashboardStore, client: QueryClient, id: number): void {
  const draft = readDraft(id);
  if (draft === null) return;
  store.getState().dispatch({ type: 'draft_restored', draft });
  void learnCharts(client, chartIdsOf(draft.document.layout));
  toast.info(t('Your changes that were not saved are back.'));
}

/** On a slow line the frame of the dashboard does not wait for its charts. */
const TIMEOUT_MS = 60;

/**
 * True once it is known what the charts ask, or soon: then all of them ask in the turn in which they are shown first.
 */
function useDefinitions(
  client: QueryClient,
  layout: string | null | undefined,
  charts: readonly ChartItem[] | undefined,
): boolean {
  const [known, setKnown] = useState(false);
  useLayoutEffect(() => {
    if (!charts || layout === undefined) return;
    const closed = closedChartIds(readLayout(layout));
    let isOpen = true;
    const go = () => isOpen && setKnown(true);
    const timer = setTimeout(go, TIMEOUT_MS);
    void prefetchDefinitions(
      client,
      charts.filter(({ id }) => !closed.has(id)).map((chart) => chart.viz_type),
    ).then(go);
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [client, layout, charts]);
  return known;
}

export function DashboardSkeleton({ hidesTitle }: { readonly hidesTitle: boolean }) {
  return (
    <div aria-busy role="status" aria-label={t('Loading the dashboard')}>
      <h1 className="ts-visually-hidden">{t('Dashboard')}</h1>
      <DashboardFrame
        header={
          !hidesTitle && (
            <div className={titleStyles['titleRow']}>
              <Skeleton width={260} height={24} />
            </div>
          )
        }
      >
        <div className={classes['skeletonGrid']}>
          {['a', 'b', 'c', 'd', 'e', 'f'].map((place) => (
            <CardSkeleton key={place} />
          ))}
        </div>
      </DashboardFrame>
    </div>
  );
}
