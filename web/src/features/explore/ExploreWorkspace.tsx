import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { Suspense, lazy, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '../../api/limits.ts';
import { holds, type Me } from '../../api/me.ts';
import { chartRequest } from '../../chart/chart-actions.ts';
import { useChart } from '../../chart/use-chart.ts';
import { useVizDefinition, vizName } from '../../chart/use-viz.ts';
import { panelContext, parseDatasourceKey, verboseNames, type DatasetFields } from '../../controls/fields.ts';
import type { DragData } from '../../controls/drag.ts';
import { useDocumentTitle } from '../../ui/layout/Page.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { PanelErrorBoundary } from '../../ui/feedback/PanelErrorBoundary.tsx';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { ChartPane } from './ChartPane.tsx';
import { ControlPanel } from './ControlPanel.tsx';
import { DatasetPanel } from './DatasetPanel.tsx';
import { forgetDrafts } from './draft-store.ts';
import { drawnForm, useExplore } from './explore-store.ts';
import { exploreSearch, type ExploreAddress } from './explore-address.ts';
import { ExploreDialogs, type OpenDialog } from './ExploreDialogs.tsx';
import classes from './Explore.module.css';
import { placeField } from './place-field.ts';
import { ResultsPane } from './ResultsPane.tsx';
import { TitleBar } from './TitleBar.tsx';
import { useAutoRun } from './use-auto-run.ts';
import { useCollapsed } from './use-collapsed.ts';
import { useExploreColors } from './use-explore-colors.ts';
import { useExploreKeys } from './use-explore-keys.ts';
import { useSession } from './use-explore-session.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { ColumnBar } from './ColumnBar.tsx';

const WhyDialog = lazy(() => import('../../chart/WhyDialog.tsx').then((module) => ({ default: module.WhyDialog })));

type WorkspaceProps = { readonly address: ExploreAddress; readonly person: Me; readonly dataset: DatasetFields };
type View = 'fields' | 'settings' | 'chart';

/** Three columns: what there is, how it is asked, what comes out. */
export function ExploreWorkspace({ address, person, dataset }: WorkspaceProps) {
  const state = useExplore();
  const session = useSession();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<OpenDialog>(address.open === 'query' ? 'sql' : null);
  const [view, setView] = useState<View>('chart');
  const isNarrow = useNarrow();
  const fields = useCollapsed('fields');
  const settings = useCollapsed('settings');
  const { draft, chart: saved, run, dispatch } = state;
  const vizQuery = useVizDefinition(draft.vizType);
  const { viz } = session;
  const shownViz = useVizDefinition(run?.vizType ?? '').data ?? null;
  const form = useMemo(() => drawnForm({ run, draft }, shownViz), [run, draft, shownViz]);
  // What is shown belongs to the dataset that it was asked of, also while another one is being chosen.
  const askedOf = form?.['datasource'];
  const source = useMemo(
    () => parseDatasourceKey(askedOf) ?? { id: dataset.id, type: dataset.type },
    [askedOf, dataset.id, dataset.type],
  );
  const panel = useMemo(() => panelContext(dataset), [dataset]);
  const names = useMemo(() => verboseNames(dataset), [dataset]);
  const chart = useChart({
    chartId: saved?.id ?? 'new',
    vizType: run?.vizType ?? '',
    form,
    datasource: source,
    databaseId: source.id === dataset.id ? dataset.databaseId : null,
    run: run?.number ?? 0,
    force: address.force,
    dashboardId: address.dashboardId,
  });
  const asked = dialog === 'why' ? (chart.shown?.effective ?? null) : null;
  const why = useMemo(
    () => asked && chartRequest(asked, { dashboardId: address.dashboardId, datasource: source }),
    [asked, address.dashboardId, source],
  );
  const title = draft.name || t('Untitled %s', vizName(draft.vizType).toLowerCase());
  const noDownload = holds(person, 'can_csv', 'Tessera')
    ? null
    : t('You may not take data out. Ask an administrator for the right to download.');
  const colors = useExploreColors(address.fromDashboard);
  const labelColors = useMemo(() => asColors(draft.form['label_colors']), [draft.form]);

  useDocumentTitle(title);
  useExploreKeys({
    onRun: session.run,
    onSave: () => setDialog('save'),
    onUndo: () => dispatch({ type: 'undone' }),
    onRedo: () => dispatch({ type: 'redone' }),
  });
  useCarriedNotice();
  const auto = useAutoRun(session, draft.form, chart.state);
  useEffect(() => {
    // An address that asks for the file gets it once the chart is here.
    if (address.open === 'csv' && viz && chart.state.status === 'rendered') setDialog('csv');
  }, [address.open, viz, chart.state.status]);

  const use = (field: DragData) => {
    const placed = viz ? placeField(field, viz, draft.form, dataset, panel) : null;
    if (placed) session.setControl(placed.key, placed.value);
    else toast.info(t('This chart type has no place for that field.'));
  };
  const runAndShow = () => {
    session.run();
    // On a phone the picture is behind another tab.
    if (viz && Object.keys(viz.validate(draft.form, panel, { maxRowLimit: limits.maxRows })).length === 0)
      setView('chart');
  };
  const pane = (
    <div className={classes['chartColumn']}>
      <PanelErrorBoundary>
        <ChartPane
          chart={chart}
          chartId={saved?.id ?? 'new'}
          title={title}
          isStale={session.isStale}
          verboseNames={names}
          labelColors={labelColors}
          colors={colors}
          onSet={session.setControl}
          empty={<Empty problems={Object.keys(session.errors).length} />}
        />
      </PanelErrorBoundary>
      {!address.standalone && (
        <ResultsPane
          chart={chart}
          dataset={dataset}
          name={title}
          verboseNames={names}
          initial={address.open === 'results' || address.open === 'samples' ? address.open : null}
          noDownload={noDownload}
        />
      )}
    </div>
  );
  if (address.standalone) return <div className={classes['standalone']}>{pane}</div>;

  const fieldsPanel = (
    <DatasetPanel
      dataset={dataset}
      onUse={use}
      onSwitch={() => setDialog('dataset')}
      {...(isNarrow ? {} : { onCollapse: fields.toggle })}
    />
  );
  const settingsPanel = vizQuery.isError ? (
    <ErrorCard error={vizQuery.error} onRetry={() => void vizQuery.refetch()} small />
  ) : (
    viz && (
      <PanelErrorBoundary resetKey={draft}>
        <ControlPanel
          session={isNarrow ? { ...session, run: runAndShow } : session}
          viz={viz}
          data={{ dataset, form: draft.form, panel }}
          hasRun={run !== null}
          auto={auto}
          onGallery={() => setDialog('gallery')}
          {...(isNarrow ? {} : { onCollapse: settings.toggle })}
        />
      </PanelErrorBoundary>
    )
  );

  return (
    <div className={classes['page']}>
      <TitleBar
        title={title}
        person={person}
        viz={viz}
        onDialog={setDialog}
        noDownload={noDownload}
        onForce={() => chart.refresh(true)}
        hasShown={chart.shown !== null}
      />
      {isNarrow ? (
        <Tabs
          label={t('Parts of the page')}
          value={view}
          onChange={setView}
          tabs={[
            { value: 'fields', label: t('Fields') },
            { value: 'settings', label: t('Settings') },
            { value: 'chart', label: t('Chart') },
          ]}
          className={classes['narrow'] ?? ''}
          panelClassName={classes['narrowPanel'] ?? ''}
        >
          {view === 'fields' && fieldsPanel}
          {view === 'settings' && settingsPanel}
          {view === 'chart' && pane}
        </Tabs>
      ) : (
        <div className={classes['columns']}>
          {fields.isCollapsed ? (
            <ColumnBar
              label={t('Fields')}
              action={t('Show the fields')}
              icon={<IconLayoutSidebarLeftExpand size={16} stroke={1.5} />}
              onOpen={fields.toggle}
            />
          ) : (
            <div className={classes['fieldsColumn']}>{fieldsPanel}</div>
          )}
          {settings.isCollapsed ? (
            <ColumnBar
              label={t('Settings')}
              action={t('Show the settings')}
              icon={<IconLayoutSidebarLeftExpand size={16} stroke={1.5} />}
              onOpen={settings.toggle}
            />
          ) : (
            <div className={classes['controlsColumn']}>{settingsPanel}</div>
          )}
          {pane}
        </div>
      )}
      <LeaveDialog />
      {dialog === 'why' && why && (
        <Suspense fallback={null}>
          <WhyDialog title={title} asked={why} verboseNames={names} onClose={() => setDialog(null)} />
        </Suspense>
      )}
      {viz && (
        <ExploreDialogs
          open={dialog}
          onClose={() => setDialog(null)}
          viz={viz}
          person={person}
          dataset={dataset}
          session={session}
          title={title}
          dashboardId={address.dashboardId}
          onSaved={async (stored, savedForm) => {
            dispatch({ type: 'saved', chart: stored, form: savedForm });
            forgetDrafts(state.address, stored.id);
            // A copy that is not on that dashboard has nothing of its colours.
            const fromDashboard = stored.dashboards.some((one) => one.id === address.fromDashboard)
              ? address.fromDashboard
              : null;
            const next = exploreSearch({ chartId: stored.id, datasource: dataset, formDataKey: null, fromDashboard });
            dispatch({ type: 'addressed', address: next });
            await navigate(next, { replace: true });
          }}
        />
      )}
    </div>
  );
}

/** Before the first run: what is still to do. */
function Empty({ problems }: { readonly problems: number }) {
  if (problems === 0)
    return (
      <EmptyState title={t('Choose what to see, then press Create chart.')} drawing="chart">
        {t('The marked settings on the left are still missing.')}
      </EmptyState>
    );
  return (
    <EmptyState title={t('The chart cannot be made with these settings.')} drawing="chart">
      {problems === 1
        ? t('One setting is wrong or missing; it says what it needs.')
        : t('%s settings are wrong or missing; they say what they need.', problems)}
    </EmptyState>
  );
}

/** After another dataset was chosen: what came along and what did not ([4.7-03]). */
function useCarriedNotice(): void {
  const carried = useExplore((state) => state.carried);
  const dispatch = useExplore((state) => state.dispatch);
  useEffect(() => {
    if (!carried) return;
    if (carried.dropped.length > 0)
      toast.warning(t('The new dataset lacks some of the fields; what it lacks was taken out. Check the settings.'));
    else toast.info(t('All settings were carried over to the new dataset.'));
    dispatch({ type: 'carried_seen' });
  }, [carried, dispatch]);
}

function asColors(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
