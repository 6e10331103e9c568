import { IconPlayerStop, IconRefresh, IconTable } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '@tessera/viz/define';
import { picturedNotes } from '@tessera/viz/layer/limit';
import type { StoredMetric } from '@tessera/viz/read-metric-formats';
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Button } from '../ui/buttons/Button.tsx';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { PanelErrorBoundary } from '../ui/feedback/PanelErrorBoundary.tsx';
import { cx } from '../ui/common/cx.ts';
import classes from './Chart.module.css';
import { AnnotationErrors } from './AnnotationErrors.tsx';
import { useChartContext } from './chart-context.ts';
import { ChartDataTable } from './ChartDataTable.tsx';
import { ChartProgress } from './ChartProgress.tsx';
import { ChartSkeleton } from './ChartSkeleton.tsx';
import { keepsPicture } from './chart-status.ts';
import { Elapsed } from './Elapsed.tsx';
import { FailureCard, FailureStrip } from './FailureCard.tsx';
import { nowhere, type LevelOfDrill, type MarkHost } from './drill/mark-host.ts';
import { MarkDesk } from './drill/MarkDesk.tsx';
import { useLongPress } from './long-press.ts';
import { rememberDrawn } from './files/drawn.ts';
import { Picture } from './Picture.tsx';
import { useLiveStatus, type ChartControl } from './use-chart.ts';
import { ReaderBar } from './ReaderBar.tsx';
import { useReaderForm } from './reader-form.ts';
import { useInputs, type ControlledSelection, type OnOutcome } from './use-inputs.ts';
import { usePrepared } from './use-prepared.ts';
import { useSize, type Measure, type Size } from './use-size.ts';

type ChartViewProps = {
  readonly chart: ChartControl;
  readonly chartId: number | 'new';
  /** Name of the chart, for its accessible name. */
  readonly title: string;
  /** Decides what stands in the chart's place while it loads. */
  readonly vizType: string;
  readonly verboseNames?: Readonly<Record<string, string>> | undefined;
  /** The saved metrics of its dataset, for how they are written; the list keeps its identity as the name tables do. */
  readonly metrics?: readonly StoredMetric[] | undefined;
  /** Colours by name that a dashboard or the chart fixes. */
  readonly labelColors?: Readonly<Record<string, string>>;
  /** Shown before the first request; a hint what to do. */
  readonly empty?: ReactNode;
  /** What leaves the chart when it is touched: a data mask or a drill target. */
  readonly onOutcome?: OnOutcome;
  /** Where its page holds what is selected; without it the chart does. */
  readonly selection?: ControlledSelection;
  /** The answers without what is selected on other charts; see `ChartContext.whole`. */
  readonly whole?: readonly QueryResult[] | null;
  /** What the page offers where an error stays, by its code. */
  readonly wayOut?: (code: string) => ReactNode;
  /** What can be done with its marks here; without it they can be selected. */
  readonly host?: MarkHost;
};

const noNames: Readonly<Record<string, string>> = {};

/**
 * One chart in all its states, at the size of the element around it, which has a height.
 *
 * Whoever shows a chart calls `useChart` with what to show and gives the handle to this view; rows, age and SQL for the
 * things beside the picture are on the handle. `form`, `datasource` and the name tables keep their identity while they
 * do not change. A `ColorScopeProvider` around several charts gives the same name the same colour in all of them.
 */
export const ChartView = memo(function ChartView(props: ChartViewProps) {
  const { chartId, title, verboseNames = noNames, host = nowhere } = props;
  const drawLevel = (level: LevelOfDrill) => {
    // What is selected over the page is no selection of its card.
    const { selection: _, onOutcome: __, ...rest } = props;
    return <ChartView {...rest} {...level} />;
  };
  return (
    <MarkDesk host={host} chartId={chartId} title={title} verboseNames={verboseNames} drawLevel={drawLevel}>
      <ChartFrame {...props} />
    </MarkDesk>
  );
});

function ChartFrame(props: ChartViewProps) {
  const { chart, chartId, title, vizType, empty, wayOut, onOutcome, selection } = props;
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [size, measure] = useSize(stage);
  const { state } = chart;
  const { seen: shown, controls, choose } = useReaderForm(chart.shown);
  const control = useInputs(shown, onOutcome, selection);
  const [asTable, setAsTable] = useState(false);
  const isLoading = state.status === 'loading';
  const { picture, context, notes } = useDrawing(props, shown, size, control);
  const isFitted = useFitted(stage, context !== null, measure);
  const isTable = picture?.loaded.viz.type === 'table';
  useLongPress(stage);
  // The button that is pressed goes; the keyboard stays at this chart.
  const andStay = (act: () => void) => {
    frame.current?.focus({ preventScroll: true });
    act();
  };

  return (
    <StatusFrame ref={frame} chart={chart} chartId={chartId} title={title}>
      {state.status === 'failed' && state.failure && picture && (
        <FailureStrip failure={state.failure} onRetry={() => andStay(chart.refresh)} />
      )}
      {picture && controls.length > 0 && <ReaderBar controls={controls} onChange={choose} />}
      <div
        ref={stage}
        className={classes['stage']}
        style={drawnSize(context)}
        data-drawn={context === null ? undefined : ''}
      >
        {picture && context && isFitted && (
          <div className={cx(classes['picture'], isLoading && classes['dimmed'])}>
            {asTable && !isTable ? (
              <ChartDataTable results={picture.results} form={picture.form} title={title} onShown={chart.onRendered} />
            ) : (
              <Drawing picture={picture} chart={chart} context={context} control={control} title={title} />
            )}
          </div>
        )}
        {picture && <AnnotationErrors annotations={chart.annotations} onRetry={() => chart.refresh()} />}
        {/* A table is its data already, and the button would lie over its head. */}
        {picture && !isTable && <TableToggle isOn={asTable} onToggle={() => setAsTable(!asTable)} />}
        <StateOver chart={chart} title={title} vizType={vizType} empty={empty} wayOut={wayOut} andStay={andStay} />
      </div>
      <Notes text={notes} />
    </StatusFrame>
  );
}

/** The size of the picture: paper is narrower than the screen, and shows all of it smaller. */
function drawnSize(context: ChartContext | null): Readonly<Record<string, string>> | undefined {
  return context === null
    ? undefined
    : { '--drawn-width': `${context.width}px`, '--drawn-height': `${context.height}px` };
}

type StatusFrameProps = Pick<ChartViewProps, 'chart' | 'chartId' | 'title'> & {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
};

/** Says where the chart stands, without drawing again what it holds. */
function StatusFrame({ ref, chart, chartId, title, children }: StatusFrameProps) {
  const status = useLiveStatus(chart);
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="group"
      aria-label={title}
      className={classes['frame']}
      data-chart-id={chartId}
      data-chart-status={status}
      aria-busy={status === 'loading'}
    >
      {children}
      <p className="ts-visually-hidden" role="status">
        {announce(status, title)}
      </p>
    </div>
  );
}

/** Whether the first picture knows the room that its notes leave it: drawn before, it would be drawn twice. */
function useFitted(stage: RefObject<HTMLElement | null>, isDrawable: boolean, measure: Measure): boolean {
  const [isFitted, setIsFitted] = useState(false);
  useLayoutEffect(() => {
    if (!isDrawable || !stage.current) return;
    measure(stage.current);
    setIsFitted(true);
  }, [stage, isDrawable, measure]);
  return isFitted;
}

/** What is drawn, and what it is drawn with. */
function useDrawing(
  { chart, chartId, verboseNames = noNames, metrics, labelColors = noNames, whole = null }: ChartViewProps,
  shown: ChartControl['shown'],
  size: Size | null,
  { inputs }: ReturnType<typeof useInputs>,
) {
  const picture = usePrepared(keepsPicture(chart.state) ? shown : null);
  const createContext = picture?.loaded.createContext ?? null;
  const around = useChartContext(createContext, chartId, size, verboseNames, metrics, labelColors, inputs);
  const context = useMemo(() => (around && whole ? { ...around, whole } : around), [around, whole]);
  const notes = useMemo(() => notesOf(picture, context), [picture, context]);
  useEffect(() => {
    if (chart.shown && picture && context) rememberDrawn(chart.shown, { picture, context });
  }, [chart.shown, picture, context]);
  return { picture, context, notes };
}

function Notes({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <p className={classes['limit']} title={text}>
      {text}
    </p>
  );
}

type DrawingProps = Pick<ChartViewProps, 'chart' | 'title'> & {
  readonly picture: NonNullable<ChartControl['shown']>;
  readonly context: ChartContext;
  readonly control: ReturnType<typeof useInputs>;
};

function Drawing({ picture, chart, context, control, title }: DrawingProps) {
  return (
    <PanelErrorBoundary resetKey={picture} onError={chart.onFailed} title={t('This chart cannot be drawn.')}>
      <Picture
        key={picture.loaded.viz.type}
        shown={picture}
        chart={chart}
        context={context}
        control={control}
        title={title}
      />
    </PanelErrorBoundary>
  );
}

function TableToggle({ isOn: asTable, onToggle }: { readonly isOn: boolean; readonly onToggle: () => void }) {
  return (
    <IconButton
      className={classes['tableToggle']}
      size="small"
      label={asTable ? t('Show the chart') : t('Show the data as a table')}
      icon={<IconTable size={16} stroke={1.5} />}
      pressed={asTable}
      onClick={onToggle}
    />
  );
}

type StateOverProps = Pick<ChartViewProps, 'chart' | 'title' | 'vizType' | 'empty'> & {
  readonly wayOut: ChartViewProps['wayOut'];
  /** Keeps the keyboard at this chart, whose button goes. */
  readonly andStay: (act: () => void) => void;
};

/** What lies over the picture, or stands in its place: that it is loading, was stopped, has failed. */
function StateOver({ chart, title, vizType, empty, wayOut, andStay }: StateOverProps) {
  const { state, shown } = chart;
  const isLoading = state.status === 'loading';
  return (
    <>
      {state.status === 'empty' && !shown && (empty ?? <ChartSkeleton vizType={vizType} />)}
      {isLoading && !shown && <ChartSkeleton vizType={vizType} />}
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
      {state.status === 'failed' && state.failure && !(keepsPicture(state) && shown) && (
        <FailureCard failure={state.failure} wayOut={wayOut} onRetry={() => andStay(chart.refresh)} />
      )}
    </>
  );
}

/** What is said below the picture; of one that cannot be drawn nothing. */
function notesOf(picture: ChartControl['shown'], context: ChartContext | null): string {
  if (picture === null || context === null) return '';
  try {
    return picturedNotes(picture.loaded.viz, picture.results, picture.form, context).join(' · ');
  } catch {
    return '';
  }
}

/** What a screen reader hears when a chart finishes. */
function announce(status: string, title: string): string {
  if (status === 'rendered') return t('%(title)s is ready', { title });
  return status === 'loading' ? t('%(title)s is loading', { title }) : '';
}
