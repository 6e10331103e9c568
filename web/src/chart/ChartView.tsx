import { IconPlayerStop, IconRefresh, IconTable } from '@tabler/icons-react';
import { t, tNamed } from '@tessera/core/messages';
import type { ChartContext } from '@tessera/viz/define';
import { Suspense, lazy, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/buttons/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { PanelErrorBoundary } from '../ui/feedback/PanelErrorBoundary.tsx';
import { cx } from '../ui/common/cx.ts';
import classes from './Chart.module.css';
import { AnnotationErrors } from './AnnotationErrors.tsx';
import { useChartContext } from './chart-context.ts';
import { ChartDataTable } from './ChartDataTable.tsx';
import { ChartProgress } from './ChartProgress.tsx';
import { keepsPicture } from './chart-status.ts';
import { Elapsed } from './Elapsed.tsx';
import { FailureCard, FailureStrip } from './FailureCard.tsx';
import { longLegendOf, withoutLegendPicture, type Selected } from './legend.ts';
import type { ChartControl, Shown } from './use-chart.ts';
import { useReducedMotion } from './use-reduced-motion.ts';
import { useSize } from './use-size.ts';

// Few charts have so many names.
const LegendBar = lazy(() => import('./LegendBar.tsx').then((module) => ({ default: module.LegendBar })));

type ChartViewProps = {
  readonly chart: ChartControl;
  readonly chartId: number | 'new';
  /** Name of the chart, for its accessible name. */
  readonly title: string;
  readonly verboseNames?: Readonly<Record<string, string>>;
  /** Colours by name that a dashboard or the chart fixes. */
  readonly labelColors?: Readonly<Record<string, string>>;
  /** Shown before the first request; a hint what to do. */
  readonly empty?: ReactNode;
};

const allShown: Selected = {};
const noNames: Readonly<Record<string, string>> = {};

/**
 * One chart in all its states, at the size of the element around it, which has a height.
 *
 * Whoever shows a chart calls `useChart` with what to show and gives the handle to this view; rows, age and SQL for the
 * things beside the picture are on the handle. `form`, `datasource` and the name tables keep their identity while they
 * do not change. A `ColorScopeProvider` around several charts gives the same name the same colour in all of them.
 */
export function ChartView({
  chart,
  chartId,
  title,
  verboseNames = noNames,
  labelColors = noNames,
  empty,
}: ChartViewProps) {
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const size = useSize(stage);
  const context = useChartContext(chartId, size, verboseNames, labelColors);
  const [asTable, setAsTable] = useState(false);
  const { state, shown } = chart;
  const isLoading = state.status === 'loading';
  const picture = keepsPicture(state) ? shown : null;
  const isTable = picture?.loaded.viz.type === 'table';
  // The button that is pressed goes; the keyboard stays at this chart.
  const andStay = (act: () => void) => {
    frame.current?.focus({ preventScroll: true });
    act();
  };

  return (
    <div
      ref={frame}
      tabIndex={-1}
      role="group"
      aria-label={title}
      className={classes['frame']}
      data-chart-id={chartId}
      data-chart-status={state.status}
      aria-busy={isLoading}
    >
      {state.status === 'failed' && state.failure && picture && (
        <FailureStrip failure={state.failure} onRetry={() => andStay(chart.refresh)} />
      )}
      <div ref={stage} className={classes['stage']}>
        {picture && context && (
          <div className={cx(classes['picture'], isLoading && classes['dimmed'])}>
            {asTable && !isTable ? (
              <ChartDataTable results={picture.results} title={title} onShown={chart.onRendered} />
            ) : (
              <PanelErrorBoundary resetKey={picture} onError={chart.onFailed} title={t('This chart cannot be drawn.')}>
                <Picture key={picture.loaded.viz.type} shown={picture} chart={chart} context={context} title={title} />
              </PanelErrorBoundary>
            )}
          </div>
        )}
        {picture && <AnnotationErrors annotations={chart.annotations} onRetry={() => chart.refresh()} />}
        {/* A table is its data already, and the button would lie over its head. */}
        {picture && !isTable && (
          <IconButton
            className={classes['tableToggle']}
            size="small"
            label={asTable ? t('Show the chart') : t('Show the data as a table')}
            icon={<IconTable size={16} stroke={1.5} />}
            pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          />
        )}
        {state.status === 'empty' && !shown && (empty ?? <Waiting />)}
        {isLoading && !shown && <Waiting />}
        {isLoading && state.startedAt !== null && (
          <Elapsed since={state.startedAt} below={<ChartProgress ask={chart.ask} title={title} />}>
            <Button size="small" icon={<IconPlayerStop size={14} stroke={1.5} />} onClick={() => andStay(chart.stop)}>
              {t('Stop')}
            </Button>
          </Elapsed>
        )}
        {state.status === 'stopped' && state.failure && (
          <div className={cx(classes['notice'], !shown && classes['noticeAlone'])} role="status">
            <span>{state.failure.message}</span>
            <Button size="small" icon={<IconRefresh size={14} stroke={1.5} />} onClick={() => andStay(chart.refresh)}>
              {t('Run again')}
            </Button>
          </div>
        )}
        {state.status === 'failed' && state.failure && !picture && (
          <FailureCard failure={state.failure} onRetry={() => andStay(chart.refresh)} />
        )}
      </div>
      <p className="ts-visually-hidden" role="status">
        {announce(state.status, title)}
      </p>
    </div>
  );
}

/** What a screen reader hears when a chart finishes. */
function announce(status: string, title: string): string {
  if (status === 'rendered') return tNamed('%(title)s is ready', { title });
  return status === 'loading' ? tNamed('%(title)s is loading', { title }) : '';
}

/** Bars that stand still: the place of the picture, nothing that pretends to be data. */
function Waiting() {
  return (
    <div className={classes['waiting']} aria-hidden>
      {[38, 62, 48, 80, 56, 70, 44].map((height, index) => (
        // The bars have no identity but their place.
        <span key={index} style={{ height: `${height}%` }} />
      ))}
    </div>
  );
}

type PictureProps = {
  readonly shown: Shown;
  readonly chart: ChartControl;
  readonly context: ChartContext;
  readonly title: string;
};

function Picture({ shown, chart, context, title }: PictureProps) {
  if (shown.results.every((result) => result.table.rowCount === 0)) return <NoRows onShown={chart.onRendered} />;
  const { draw } = shown.loaded;
  switch (draw.kind) {
    case 'option':
      return <OptionPicture shown={shown} draw={draw} chart={chart} context={context} title={title} />;
    case 'model':
      return <ModelPicture shown={shown} draw={draw} chart={chart} context={context} title={title} />;
    case 'scene':
      return <ScenePicture shown={shown} draw={draw} chart={chart} context={context} title={title} />;
  }
}

function ScenePicture({
  shown,
  draw,
  chart,
  context,
  title,
}: PictureProps & { readonly draw: Extract<Shown['loaded']['draw'], { kind: 'scene' }> }) {
  const scene = useMemo(
    () => draw.toScene(shown.results, shown.form, context),
    [draw, shown.results, shown.form, context],
  );
  useEffect(chart.onRendered, [scene, chart.onRendered, chart.state.status]);
  return (
    <section className={classes['figure']} aria-label={altText(shown, context, title)}>
      <draw.View scene={scene} />
    </section>
  );
}

function OptionPicture({
  shown,
  draw,
  chart,
  context,
  title,
}: PictureProps & { readonly draw: Extract<Shown['loaded']['draw'], { kind: 'option' }> }) {
  const calm = useReducedMotion();
  const [selected, setSelected] = useState<Selected>(allShown);
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const option = useMemo(
    () => draw.toOption(shown.results, shown.form, context),
    [draw, shown.results, shown.form, context],
  );
  const longLegend = useMemo(() => longLegendOf(option), [option]);
  const drawn = useMemo(() => (longLegend ? withoutLegendPicture(option) : option), [option, longLegend]);
  return (
    <>
      <figure className={classes['figure']} role="img" aria-label={altText(shown, context, title)}>
        <draw.Canvas
          option={drawn}
          parts={draw.parts}
          width={context.width}
          height={context.height}
          animate={!calm}
          selected={selected}
          onSelect={setSelected}
          highlighted={highlighted}
          onRendered={chart.onRendered}
          onFailed={chart.onFailed}
        />
      </figure>
      {longLegend && (
        <Suspense fallback={null}>
          <LegendBar
            legend={longLegend}
            title={title}
            selected={selected}
            onSelect={setSelected}
            onHighlight={setHighlighted}
          />
        </Suspense>
      )}
    </>
  );
}

function ModelPicture({
  shown,
  draw,
  chart,
  context,
  title,
}: PictureProps & { readonly draw: Extract<Shown['loaded']['draw'], { kind: 'model' }> }) {
  const model = useMemo(
    () => draw.toModel(shown.results, shown.form, context),
    [draw, shown.results, shown.form, context],
  );
  const { onRendered } = chart;
  // A view reports each drawing by itself; the answer that it belongs to may arrive a moment later.
  const rendered = useCallback(() => onRendered(), [onRendered]);
  useEffect(() => {
    if (chart.state.status === 'success') rendered();
  }, [chart.state.status, rendered, model]);
  return (
    <section className={classes['figure']} aria-label={altText(shown, context, title)}>
      <draw.View
        model={model}
        context={context}
        ownState={chart.ownState}
        setOwnState={chart.setOwnState}
        onEvent={ignore}
        onRendered={rendered}
      />
    </section>
  );
}

function ignore(): void {}

/** A chart in words; one whose words fail still has its name. */
function altText(shown: Shown, context: ChartContext, title: string): string {
  try {
    return `${title}. ${shown.loaded.viz.describe(shown.results, shown.form, context)}`;
  } catch {
    return title;
  }
}

function NoRows({ onShown }: { readonly onShown: () => void }) {
  useEffect(onShown);
  return (
    <div className={classes['noRows']}>
      <EmptyState title={t('No results were returned for this query')} drawing="none" small>
        {t(
          'If you expected results to be returned, ensure any filters are configured properly and the time range holds data.',
        )}
      </EmptyState>
    </div>
  );
}
