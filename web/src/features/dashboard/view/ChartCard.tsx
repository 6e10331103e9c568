import { IconClock, IconMinimize } from '@tabler/icons-react';
import type { LayoutComponent } from '@tessera/core/layout/types';
import { instantText, t } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { Link } from 'react-router';
import type { ChartItem } from '../../../api/dashboards.ts';
import { subtitleOf } from '../../../chart/chart-words.ts';
import { ChartView } from '../../../chart/ChartView.tsx';
import { StillContext } from '../../../chart/still/StillCanvas.tsx';
import { useStillChart } from '../../../chart/still/use-still.ts';
import type { ChartControl } from '../../../chart/use-chart.ts';
import { vizEntry } from '../../../chart/use-viz.ts';
import { cx } from '../../../ui/common/cx.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
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
import { ChartDescription } from './ChartDescription.tsx';
import { ChartMenu } from './ChartMenu.tsx';
import { chartHref } from './chart-href.ts';
import { readDatasource } from './datasource.ts';
import { SelectHint } from './SelectHint.tsx';
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
  if (!chart) return <MissingChart name={component.meta.sliceName ?? null} />;
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
  // Only of datasets that this user may read; of another one only what is on the dashboard.
  const dataset = useDatasetNames(chart.datasource_id);
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
    databaseId: dataset?.database.id ?? null,
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
    readsDataset: dataset !== undefined,
    refresh: control.refresh,
    selects: selection.emits,
    isQuick: control.shown !== null && isQuick(control.shown),
  });
  useReport(componentId, { ...control, input }, asks ? control.state.status : null);
  return { control, still, whole, host, selection, onOutcome, datasource, dataset, missing };
}

function LiveChart({ component, chart, hidesControls }: ChartCardProps & { readonly chart: ChartItem }) {
  const card = useRef<HTMLElement>(null);
  const isFull = useDashboard((state) => state.fullSizeId === component.id);
  const editMode = useDashboard((state) => state.editMode);
  const found = useCardChart(card, component.id, chart);
  const { control, still, whole, host, selection, onOutcome, datasource, dataset, missing } = found;
  const touched = useFilterState((state) => state.touched?.has(chart.id) ?? null);
  useLeaveFullSize(isFull);
  const intent = useIntent(component.id, chart.id);
  const title = component.meta.sliceNameOverride ?? chart.slice_name;

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
        control={control}
        title={title}
        readsDataset={dataset !== undefined}
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
              {...(dataset === undefined ? {} : { verboseNames: dataset.verbose_map })}
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

/** Why a card has nothing to show. @param missing  names of filters without a value; null without a dataset */
function NothingToAsk({ missing }: { readonly missing: string | null }) {
  const title =
    missing === null ? t('This chart has no dataset.') : t('Choose a value of "%s" to see this chart.', missing);
  return <EmptyState small drawing="none" title={title} />;
}

function useFullSizeLeft(): () => void {
  const dispatch = useDashboard((state) => state.dispatch);
  return () => dispatch({ type: 'full_size_set', id: null });
}

function LeaveFullSize() {
  const leave = useFullSizeLeft();
  return (
    <IconButton
      size="small"
      label={t('Exit full screen')}
      shortcut="Esc"
      icon={<IconMinimize size={16} stroke={1.5} />}
      onClick={leave}
    />
  );
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

const CommentMark = onDemand(async () => (await import('../comments/CommentMarks.tsx')).CommentMark);

type CardHeadProps = ChartCardProps & {
  readonly chart: ChartItem;
  readonly control: ChartControl;
  readonly title: string;
  readonly readsDataset: boolean;
  readonly isFull: boolean;
  readonly drill: DrillHost | null;
};

/** What acts on it, what is said about it, and how old it is. */
function Marks({ chart, control, title }: Pick<CardHeadProps, 'chart' | 'control' | 'title'>) {
  const editMode = useDashboard((state) => state.editMode);
  const applied = control.effective?.applied ?? [];
  return (
    <>
      {applied.length > 0 && (
        <AppliedFilters
          sources={applied}
          queries={control.effective?.queries ?? null}
          rejected={control.shown?.results.flatMap(({ rejectedFilters }) => rejectedFilters) ?? noColumns}
        />
      )}
      {!editMode && <CommentMark chartId={chart.id} title={title} />}
      <DataAge control={control} />
    </>
  );
}

function CardHead({ component, chart, control, title, readsDataset, isFull, hidesControls, drill }: CardHeadProps) {
  const editMode = useDashboard((state) => state.editMode);
  const dashboardId = useDashboard((state) => state.id);
  const subtitle = useSubtitle({ chart, control, title });
  const description = chart.description?.trim() ?? '';
  const [isDescribed, describe] = useDescribed(chart.id);
  return (
    <>
      <header className={cardStyles['cardHead']}>
        <div className={cardStyles['cardTitles']}>
          <h2 className={cardStyles['cardTitle']} title={title}>
            {editMode || !readsDataset ? (
              title
            ) : (
              <Link to={chartHref(chart.id, dashboardId, control.effective)}>{title}</Link>
            )}
          </h2>
          {subtitle !== '' && (
            <p className={cardStyles['cardSubtitle']} title={subtitle}>
              {subtitle}
            </p>
          )}
        </div>
        {description !== '' && !editMode && !isDescribed && <ChartDescription text={description} title={title} />}
        <Marks chart={chart} control={control} title={title} />
        {isFull && <LeaveFullSize />}
        {!hidesControls && !editMode && (
          <ChartMenu
            chart={chart}
            placementId={component.id}
            loaded={control.loaded}
            shown={control.shown}
            effective={control.effective}
            refresh={control.refresh}
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
}

const noColumns: readonly string[] = [];

/** What is shown, under the name; where the card has room for it. */
function useSubtitle({ chart, control: { shown }, title }: Pick<CardHeadProps, 'chart' | 'control' | 'title'>): string {
  const names = useDatasetNames(chart.datasource_id)?.verbose_map ?? noNames;
  return useMemo(() => {
    const label = (name: string) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name);
    return shown ? subtitleOf(shown.loaded.viz, shown.form, shown.results, { title, label }) : '';
  }, [shown, names, title]);
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

/** Answers younger than an hour need no word on every card; older than a day are stale. */
const NEW_MS = 3_600_000;
const STALE_MS = 86_400_000;

/** How old the rows are that the picture shows. */
function DataAge({ control }: { readonly control: ChartControl }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const cachedAt =
    control.shown?.results.reduce<number | null>(
      (oldest, result) => (result.cachedAt === null ? oldest : Math.min(oldest ?? result.cachedAt, result.cachedAt)),
      null,
    ) ?? null;
  if (cachedAt === null || now - cachedAt < NEW_MS) return null;
  const age = relativeTime(cachedAt, now);
  return (
    <span
      className={cx(cardStyles['age'], now - cachedAt > STALE_MS && cardStyles['stale'])}
      title={t('The data is from %(time)s', {
        time: instantText(new Date(cachedAt), { dateStyle: 'medium', timeStyle: 'medium' }),
      })}
    >
      <IconClock size={12} stroke={1.5} aria-hidden />
      {age}
    </span>
  );
}

/** The layout names a chart that is gone, or that this user may not see. */
function MissingChart({ name }: { readonly name: string | null }) {
  return (
    <article className={cardStyles['card']} aria-label={name ?? t('Missing chart')}>
      <EmptyState
        small
        drawing="none"
        title={
          name === null
            ? t('This chart is not shared with you, or was deleted.')
            : t('"%(name)s" was deleted, or is not shared with you.', { name })
        }
      />
    </article>
  );
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
