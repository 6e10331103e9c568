import { componentOf, ROOT_ID, type Layout } from '@tessera/core/layout/types';
import { placesOfChart } from '@tessera/core/layout/charts';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { dashboard, type DashboardItem, type LinkState } from '../../api/dashboards.ts';
import { flushEventsOnLeave, logEvent } from '../../api/event-log.ts';
import { recordVisit } from '../../api/recent.ts';
import { ColorScopeProvider } from '../../chart/ColorScopeProvider.tsx';
import { AccessRequests } from '../../shell/AccessRequests.tsx';
import { onDemand } from '../../ui/common/on-demand.tsx';
import { preloadMenus } from '../../ui/overlays/Menu.tsx';
import classes from './Dashboard.module.css';
import { withoutReadOnce, type DashboardAddress } from './dashboard-address.ts';
import { useCarryCharts, useHasCharts } from './dashboard-data.tsx';
import type { OpenDialog } from './DashboardDialogs.tsx';
import { DashboardHeader } from './DashboardHeader.tsx';
import { useDashboard, useDashboardStore, useLayout } from './DashboardProvider.tsx';
import { EditSession, Palette, preloadEditor } from './edit/on-demand.ts';
import { FilterOpener } from './filters/FilterOpener.tsx';
import { FirstValues } from './filters/on-demand.tsx';
import { useEscapeClears } from './filters/use-escape-clears.ts';
import { useFilterAddress } from './filters/use-filter-address.ts';
import { useFilterState } from './filters/FilterProvider.tsx';
import { useFilterSlots } from './filters/use-filter-slots.tsx';
import { DashboardFrame } from './frame/DashboardFrame.tsx';
import { RepairNotice } from './repair/RepairNotice.tsx';
import { DashboardStyle } from './style/DashboardStyle.tsx';
import { useDashboardActions } from './use-dashboard-actions.ts';
import { useDashboardColors } from './use-dashboard-colors.ts';
import { useTakeOver } from './use-take-over.ts';
import { useStoredDraft } from './use-stored-draft.ts';
import { SAME_DASHBOARD, useUnsavedGuard } from './use-unsaved-guard.ts';
import { tabsNamed, tabsTowards } from './viewing/named-tabs.ts';
import { usePrintKeys } from './viewing/use-print.ts';
import { useRefresh } from './viewing/use-refresh.ts';
import { useRotatingTabs } from './viewing/use-rotating-tabs.ts';
import { useTabAddress } from './viewing/use-tab-address.ts';
import { ChartBoard, isComplete, runningCount, useStatuses } from './view/chart-board.tsx';
import { ComponentView } from './view/ComponentView.tsx';

/** So long after the last picture a page counts as at rest. */
const AT_REST_MS = 1000;

// Most dashboards are read without a word.
const CommentsPanel = onDemand(async () => (await import('./comments/CommentsPanel.tsx')).CommentsPanel);
// Few come back to what they did not save.
const DraftNotice = onDemand(async () => (await import('./drafts/DraftNotice.tsx')).DraftNotice);
// Who only looks asks nothing.
const DashboardDialogs = onDemand(async () => (await import('./DashboardDialogs.tsx')).DashboardDialogs);

type DashboardViewProps = {
  readonly item: DashboardItem;
  readonly address: DashboardAddress;
  readonly linkState: LinkState | null;
  readonly editMode: boolean;
  /** In its place while its address is read. */
  readonly waiting: ReactNode;
};

/** A dashboard that is open: title row, charts, and in edit mode what can be added. */
export function DashboardView(props: DashboardViewProps) {
  const { item, address, linkState, waiting } = props;
  return (
    <FilterOpener dashboardId={item.id} address={address} linkState={linkState} waiting={waiting}>
      <ChartBoard>
        <OpenDashboard {...props} />
      </ChartBoard>
    </FilterOpener>
  );
}

function OpenDashboard({ item, address, linkState, editMode }: DashboardViewProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const colors = useDashboardColors(item);
  const running = useStatuses(runningCount);
  const refreshing = useRefresh();
  const { actions, isStarred, may } = useDashboardActions(item, setDialog, refreshing.refresh);
  const options = useMemo(
    () => ({ hidesTabs: address.hidesTabs, hidesControls: address.hidesChartControls }),
    [address.hidesTabs, address.hidesChartControls],
  );
  usePageOf(item, address, linkState);
  useTakeOver();
  const configure = useMemo(
    () => ({ onFilters: () => setDialog('filters'), onCrossFilters: () => setDialog('cross_filters') }),
    [],
  );
  const slots = useFilterSlots(address, item.can_edit ? configure : null);
  const isAwaiting = useFilterState(({ awaited }) => awaited.size > 0);
  const isCommenting = useDashboard((state) => state.commenting !== null);
  const guard = useUnsavedGuard();

  return (
    <>
      {isAwaiting && <FirstValues dashboardId={item.id} />}
      <DashboardFrame
        header={
          address.hidesTitle ? null : (
            <DashboardHeader item={item} isStarred={isStarred} running={running} may={may} actions={actions} />
          )
        }
        {...slots}
        palette={editMode ? <Palette /> : isCommenting && <CommentsPanel />}
        isEditing={editMode}
        isBare={address.hidesNavigation}
        dashboardId={item.id}
      >
        <DashboardStyle scope={`[data-dashboard-id="${item.id}"]`} />
        {address.hidesTitle && <h1 className="ts-visually-hidden">{item.dashboard_title}</h1>}
        <Notices item={item} editMode={editMode} onSave={actions.onSave} />
        <ColorScopeProvider scope={colors}>
          <EmptyNote canEdit={item.can_edit} />
          <ComponentView id={ROOT_ID} options={options} />
        </ColorScopeProvider>
      </DashboardFrame>
      {editMode && <EditSession onSave={actions.onSave} />}
      {(dialog !== null || guard.state === 'blocked') && (
        <DashboardDialogs
          item={item}
          dialog={dialog}
          setDialog={setDialog}
          guard={guard}
          refreshing={refreshing}
          onCopyLink={actions.onShare}
          onSave={actions.onSave}
        />
      )}
    </>
  );
}

type NoticesProps = { readonly item: DashboardItem; readonly editMode: boolean; readonly onSave: () => void };

/** What is said over the components before anything else. */
function Notices({ item, editMode, onSave }: NoticesProps) {
  return (
    <>
      <RepairNotice item={item} onSave={onSave} />
      {item.can_edit && !editMode && <AccessRequests dashboardId={item.id} />}
      {item.can_edit && <DraftNotice id={item.id} />}
    </>
  );
}

/** What goes on around the components: the address is read and written, values and drafts come. */
function usePageOf(item: DashboardItem, address: DashboardAddress, linkState: LinkState | null): void {
  useReadOnce(address, linkState);
  useOpened(item);
  useCompleteMark();
  useLoadAhead(item.can_edit);
  useStoredDraft(item.id);
  useFilterAddress(item.id);
  useEscapeClears();
  useTabAddress();
  useRotatingTabs(address.rotatesEvery);
  usePrintKeys();
}

/** A dashboard without charts says so; who may edit gets on from there. */
function EmptyNote({ canEdit }: { readonly canEdit: boolean }) {
  const editMode = useDashboard((state) => state.editMode);
  const layout = useLayout();
  const isEmpty =
    !editMode && Object.values(layout).every(({ type }) => type === 'ROOT' || type === 'GRID' || type === 'HEADER');
  if (!isEmpty) return null;
  return (
    <p className={classes['emptyNote']}>
      {canEdit
        ? t('There are no charts on this dashboard yet. Press Edit dashboard to add some.')
        : t('There are no charts on this dashboard yet.')}
    </p>
  );
}

/** The focused chart and the edit flag act once and leave the address ([2.2-02], [2.2-04]); a link opens its tabs. */
function useReadOnce(address: DashboardAddress, linkState: LinkState | null): void {
  const store = useDashboardStore();
  const [parameters, setParameters] = useSearchParams();
  const { focusedChart, edit, comment } = address;
  const { hash } = useLocation();
  useEffect(() => {
    const { history, dispatch } = store.getState();
    const { layout } = history.present;
    const anchor = linkState?.anchor ?? placeOfHash(layout, hash);
    const target = focusedChart === null ? anchor : placesOfChart(layout, focusedChart)[0];
    for (const [tabsId, tabId] of Object.entries(tabsNamed(layout, linkState?.activeTabs ?? [])))
      dispatch({ type: 'tab_chosen', tabsId, tabId });
    if (target !== undefined && target !== null) {
      for (const [tabsId, tabId] of Object.entries(tabsTowards(layout, target)))
        dispatch({ type: 'tab_chosen', tabsId, tabId });
      requestAnimationFrame(() =>
        document.querySelector(`[data-component-id="${CSS.escape(target)}"]`)?.scrollIntoView({ block: 'center' }),
      );
    }
    if (comment !== null) dispatch({ type: 'commenting_set', commenting: { chartId: null, commentId: comment } });
    if (focusedChart !== null || edit || comment !== null)
      setParameters(withoutReadOnce(parameters), { replace: true });
    // The address is read once per visit, whatever it becomes later.
  }, [focusedChart, edit, comment, hash, linkState, parameters, setParameters, store]);
}

/** The component that the end of an address names, as links of other programs do: `#TAB-x`. */
function placeOfHash(layout: Layout, hash: string): string | null {
  const id = hash.slice(1);
  return componentOf(layout, id) === undefined ? null : id;
}

/** The visit shows in this browser at once, and in every other through the server. */
function useOpened(item: DashboardItem): void {
  const { id, dashboard_title: title, url } = item;
  useEffect(() => {
    recordVisit({ kind: 'dashboard', id, title, href: url });
  }, [id, title, url]);
  useEffect(() => {
    logEvent({ event_name: 'mount_dashboard', source: 'dashboard', source_id: id });
    return flushEventsOnLeave();
  }, [id]);
  // [2.1-02] The address follows the slug; what is open moves there with it.
  const navigate = useNavigate();
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const { key: from = '' } = useParams();
  const carryCharts = useCarryCharts(from);
  useEffect(() => {
    if (pathname === url) return;
    const key = item.slug ?? String(item.id);
    client.setQueryData(dashboard(key).queryKey, item);
    carryCharts(key);
    void navigate({ pathname: url, search }, { replace: true, state: SAME_DASHBOARD });
  }, [item, url, pathname, search, navigate, client, carryCharts]);
}

/** Marks the moment when every chart on screen has its picture; once per visit. */
function useCompleteMark(): void {
  const hasCharts = useHasCharts();
  const seen = useStatuses((statuses) => Object.keys(statuses).length);
  const complete = useStatuses(isComplete);
  const [marked, setMarked] = useState(false);
  const refreshing = useDashboard((state) => state.isRefreshing);
  const dispatch = useDashboard((state) => state.dispatch);
  const isDone = complete && (seen > 0 || !hasCharts);
  useEffect(() => {
    if (refreshing && isDone) dispatch({ type: 'refreshing_set', on: false });
  }, [refreshing, isDone, dispatch]);
  useEffect(() => {
    if (marked || !isDone) return;
    performance.mark('dashboard:complete');
    setMarked(true);
  }, [isDone, marked]);
}

/** At rest the page fetches its menus, and the editor for who may edit: the network may break later. */
function useLoadAhead(canEdit: boolean): void {
  const complete = useStatuses(isComplete);
  useEffect(() => {
    if (!complete) return;
    const timer = setTimeout(() => {
      preloadMenus();
      if (!canEdit) return;
      preloadEditor();
      DashboardDialogs.preload();
    }, AT_REST_MS);
    return () => clearTimeout(timer);
  }, [canEdit, complete]);
}
