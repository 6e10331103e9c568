import type { LayoutComponent } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { labelIn } from '@tessera/core/label-in';
import { memo, useCallback, useEffect, useMemo, useRef, type RefObject } from 'react';
import { Link } from 'react-router';
import type { ChartItem } from '../../../api/dashboards.ts';
import { subtitleOf } from '../../../chart/chart-words.ts';
import { ChartView } from '../../../chart/ChartView.tsx';
import { StillContext } from '../../../chart/still/StillCanvas.tsx';
import { useStillChart } from '../../../chart/still/use-still.ts';
import type { ChartControl } from '../../../chart/use-chart.ts';
import { vizEntry } from '../../../chart/use-viz.ts';
import { cx } from '../../../ui/common/cx.ts';
import { PanelErrorBoundary } from '../../../ui/feedback/PanelErrorBoundary.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import cardStyles from './Card.module.css';
import { useChartItem, useDatasetNames } from '../dashboard-data.tsx';
import { useDashboard } from '../DashboardProvider.tsx';
import { useChartReadiness, useChartMasks, useFilterState } from '../filters/FilterProvider.tsx';
import { useCardSelection } from '../filters/use-card-selection.ts';
import { useMissedRefresh, useReport, useWantsAll } from './chart-board.tsx';
import { IconFilter } from '@tabler/icons-react';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import type { AppliedFiltersProps } from './AppliedFilters.tsx';
import type { DrillHost } from '../../../chart/drill/mark-host.ts';
import { Markdown } from '../../../ui/markdown/Markdown.tsx';
import { ChartMenu } from './ChartMenu.tsx';
import { chartHref } from './chart-href.ts';
import { readDatasource } from './datasource.ts';
import { isQuick, useIntent } from './use-intent.ts';
import { useMarkHost } from './use-mark-host.ts';
import { useDescribed } from './use-described.ts';
import { useSeen } from './use-seen.ts';
import { useWhole } from './use-whole.ts';

type ChartCardProps = { readonly component: LayoutComponent; readonly hidesControls: boolean };

/** A chart on the dashboard: name, age, menu, picture. It asks for data when it comes on screen. */
export function ChartCard({ component, hidesControls }: ChartCardProps) {
  const chartId = component.meta.chartId ?? 0;
  const chart = useChartItem(chartId);
  if (!chart) return <MissingChart component={component} />;
  return (
    <PanelErrorBoundary resetKey={chart} title={t('The chart "%(name)s" cannot be shown.', { name: chart.slice_name })}>
      <LiveChart component={component} chart={chart} hidesControls={hidesControls} />
    </PanelErrorBoundary>
  );
}

/** The chart of a card: it asks when and while it is on screen, and its filters are settled. */
function useCardChart(card: RefObject<HTMLElement | null>, componentId: string, chart: ChartItem) {
  const wantsAll = useWantsAll();
  const sight = useSeen(card);
  const seen = sight.seen || wantsAll;
  const dashboardId = useDashboard((state) => state.id);
  const datasource = useMemo(() => readDatasource(chart.datasource), [chart.datasource]);
  const dataset = useDatasetNames(chart.datasource_id);
  // Of a dataset that this user may not read there are only the names of what is on the dashboard.
  const databaseId = dataset?.database?.id ?? null;
  const readsDataset = databaseId !== null;
  const masks = useChartMasks(chart.id);
  const force = useMissedRefresh(componentId);
  const { isAwaiting, missing } = useChartReadiness(chart.id);
  const asks = seen && !isAwaiting && missing === '';
  const { selection, onOutcome } = useCardSelection(chart.id);
  const input = {
    chartId: chart.id,
    vizType: chart.viz_type,
    form: chart.form_data,
    datasource,
    databaseId,
    dashboardId,
    masks,
    enabled: asks,
    isAway: !sight.isNear && !wantsAll,
    force,
  };
  const { whole, places, isAwaited } = useWhole(input);
  const { control, still } = useStillChart(componentId, { ...input, whole: places, enabled: asks && !isAwaited });
  const host = useMarkHost(datasource, {
    chartId: chart.id,
    readsDataset,
    refresh: control.refresh,
    selects: selection.emits,
    isQuick: control.shown !== null && isQuick(control.shown),
  });
  useReport(componentId, { ...control, input }, asks ? control.live : null);
  return { control, still, whole, host, selection, onOutcome, datasource, dataset, readsDataset, missing };
}

function LiveChart({ component, chart, hidesControls }: ChartCardProps & { readonly chart: ChartItem }) {
  const card = useRef<HTMLElement>(null);
  const isFull = useDashboard((state) => state.fullSizeId === component.id);
  const editMode = useDashboard((state) => state.editMode);
  const found = useCardChart(card, component.id, chart);
  const { control, still, whole, host, selection, onOutcome, datasource, dataset, readsDataset, missing } = found;
  const touched = useFilterState((state) => state.touched?.has(chart.id) ?? null);
  useLeaveFullSize(isFull);
  const intent = useIntent(component.id, chart.id);
  const title = component.meta.sliceNameOverride ?? chart.slice_name;
  const wayOut = useWayOut(chart.id, title);

  return (
    <article
      ref={card}
      className={cx(cardStyles['card'], isFull && cardStyles['full'])}
      aria-label={title}
      data-full={isFull || undefined}
      data-touched={touched ?? undefined}
      {...intent.card}
    >
      <CardHead
        component={component}
        chart={chart}
        effective={control.effective}
        shown={control.shown}
        loaded={control.loaded}
        refresh={control.refresh}
        title={title}
        readsDataset={readsDataset}
        isFull={isFull}
        hidesControls={hidesControls}
        drill={host.drill}
      />
      <div className={cx(cardStyles['cardBody'], editMode && cardStyles['inert'])} inert={editMode}>
        {datasource === null || missing !== '' ? (
          <NothingToAsk missing={datasource === null ? null : missing} />
        ) : (
          <StillContext value={still}>
            <ChartView
              chart={control}
              chartId={chart.id}
              title={title}
              vizType={chart.viz_type}
              host={host}
              selection={selection}
              onOutcome={onOutcome}
              whole={whole}
              wayOut={wayOut}
              {...(dataset && { verboseNames: dataset.verbose_map, metrics: dataset.metrics })}
            />
          </StillContext>
        )}
        {intent.isNear && !editMode && selection.emits && control.shown !== null && (
          <SelectHint brushes={vizEntry(chart.viz_type)?.capabilities.brushes != null} />
        )}
      </div>
    </article>
  );
}

/** What is offered where the dataset, a column or a metric of the chart is gone. */
function useWayOut(chartId: number, title: string) {
  return useCallback((code: string) => <LostSource chartId={chartId} title={title} code={code} />, [chartId, title]);
}

function useFullSizeLeft(): () => void {
  const dispatch = useDashboard((state) => state.dispatch);
  return () => dispatch({ type: 'full_size_set', id: null });
}

/** As large as what comes: names and values of filters bring their formats. */
const AppliedFilters = onDemand<AppliedFiltersProps>(
  async () => (await import('./AppliedFilters.tsx')).AppliedFilters,
  ({ sources }) => (
    <span className={cardStyles['filters']} aria-hidden>
      <IconFilter size={12} stroke={1.5} />
      {sources.length}
    </span>
  ),
);

const LostSource = onDemand(async () => (await import('./LostSource.tsx')).LostSource);
const MissingChart = onDemand(async () => (await import('./MissingChart.tsx')).MissingChart);
const LeaveFullSize = onDemand(async () => (await import('./LeaveFullSize.tsx')).LeaveFullSize);
const NothingToAsk = onDemand(async () => (await import('./NothingToAsk.tsx')).NothingToAsk);
const ChartDescription = onDemand(async () => (await import('./ChartDescription.tsx')).ChartDescription);
const SelectHint = onDemand(async () => (await import('./SelectHint.tsx')).SelectHint);
const DataAge = onDemand(async () => (await import('./DataAge.tsx')).DataAge);
const CommentMark = onDemand(async () => (await import('../comments/CommentMarks.tsx')).CommentMark);

type CardHeadProps = ChartCardProps &
  Pick<ChartControl, 'effective' | 'shown' | 'loaded' | 'refresh'> & {
    readonly chart: ChartItem;
    readonly title: string;
    readonly readsDataset: boolean;
    readonly isFull: boolean;
    readonly drill: DrillHost | null;
  };

/** What acts on it, what is said about it, and how old it is. */
function Marks({ chart, effective, shown, title }: Pick<CardHeadProps, 'chart' | 'effective' | 'shown' | 'title'>) {
  const editMode = useDashboard((state) => state.editMode);
  const applied = effective?.applied ?? [];
  return (
    <>
      {applied.length > 0 && (
        <AppliedFilters
          sources={applied}
          queries={effective?.queries ?? null}
          rejected={shown?.results.flatMap(({ rejectedFilters }) => rejectedFilters) ?? noColumns}
        />
      )}
      {!editMode && <CommentMark chartId={chart.id} title={title} />}
      {shown !== null && <DataAge shown={shown} />}
    </>
  );
}

/** Drawn anew when what it says changes, not with every step of a selection. */
const CardHead = memo(function CardHead(props: CardHeadProps) {
  const { component, chart, effective, shown, title, readsDataset, isFull, hidesControls, drill } = props;
  const editMode = useDashboard((state) => state.editMode);
  const dashboardId = useDashboard((state) => state.id);
  const subtitle = useSubtitle({ chart, shown, title });
  const description = chart.description?.trim() ?? '';
  const [isDescribed, describe] = useDescribed(chart.id);
  const leave = useFullSizeLeft();
  return (
    <>
      <header className={cardStyles['cardHead']}>
        <div className={cardStyles['cardTitles']}>
          <h2 className={cardStyles['cardTitle']} title={title}>
            {editMode || !readsDataset ? title : <Link to={chartHref(chart.id, dashboardId, effective)}>{title}</Link>}
          </h2>
          {subtitle !== '' && (
            <p className={cardStyles['cardSubtitle']} title={subtitle}>
              {subtitle}
            </p>
          )}
        </div>
        {description !== '' && !editMode && !isDescribed && <ChartDescription text={description} title={title} />}
        <Marks chart={chart} effective={effective} shown={shown} title={title} />
        {isFull && <LeaveFullSize onLeave={leave} />}
        {!hidesControls && !editMode && (
          <ChartMenu
            chart={chart}
            placementId={component.id}
            loaded={props.loaded}
            shown={shown}
            effective={effective}
            refresh={props.refresh}
            dashboardId={dashboardId}
            readsDataset={readsDataset}
            isFull={isFull}
            title={title}
            subtitle={subtitle}
            drill={drill}
            isDescribed={description === '' ? null : isDescribed}
            onDescribe={describe}
          />
        )}
      </header>
      {description !== '' && isDescribed && !editMode && (
        <div className={cardStyles['described']}>
          <Markdown source={description} level={3} />
        </div>
      )}
    </>
  );
});

const noColumns: readonly string[] = [];

/** What is shown, under the name; where the card has room for it. */
function useSubtitle({ chart, shown, title }: Pick<CardHeadProps, 'chart' | 'shown' | 'title'>): string {
  const names = useDatasetNames(chart.datasource_id)?.verbose_map ?? noNames;
  return useMemo(
    () => (shown ? subtitleOf(shown.loaded.viz, shown.form, shown.results, { title, label: labelIn(names) }) : ''),
    [shown, names, title],
  );
}

const noNames: Readonly<Record<string, string>> = {};

/** Escape leaves the full size, wherever the focus is. */
function useLeaveFullSize(isFull: boolean): void {
  const leave = useFullSizeLeft();
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    if (!isFull) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) latest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isFull]);
}

/** The shape of a card while the dashboard itself is on its way. */
export function CardSkeleton() {
  return (
    <div className={cardStyles['card']}>
      <div className={cardStyles['cardHead']}>
        <Skeleton width="45%" />
      </div>
      <div className={cardStyles['cardBody']}>
        <Skeleton height="100%" />
      </div>
    </div>
  );
}
