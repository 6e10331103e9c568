import {
  IconAlertTriangle,
  IconBulb,
  IconClock,
  IconDatabase,
  IconFilter,
  IconFilterOff,
  IconPalette,
  IconRefresh,
} from '@tabler/icons-react';
import { relativeTime } from '@tessera/core/relative-time';
import { numberText, t, tn } from '@tessera/core/messages';
import { labelIn } from '@tessera/core/label-in';
import type { Advice } from '@tessera/viz/define';
import { limitThatCut } from '@tessera/viz/layer/limit';
import type { StoredMetric } from '@tessera/viz/read-metric-formats';
import { useMemo, type ReactNode } from 'react';
import type { ChartResult } from '../../chart/chart-data.ts';
import { keepsPicture } from '../../chart/chart-status.ts';
import { ChartView } from '../../chart/ChartView.tsx';
import { ColorScopeProvider } from '../../chart/ColorScopeProvider.tsx';
import type { MarkHost } from '../../chart/drill/mark-host.ts';
import { elapsedText } from '../../chart/elapsed-text.ts';
import { useElapsed } from '../../chart/Elapsed.tsx';
import type { ChartControl, Shown } from '../../chart/use-chart.ts';
import { useNow } from '../../chart/use-now.ts';
import { cx } from '../../ui/common/cx.ts';
import { Tooltip } from '../../ui/overlays/Tooltip.tsx';
import paneStyles from './ChartPane.module.css';
import { CompareWith } from './CompareWith.tsx';
import { lentFilters } from './lent-filters.ts';
import type { ExploreColors } from './use-explore-colors.ts';

type ChartPaneProps = {
  readonly chart: ChartControl;
  readonly chartId: number | 'new';
  readonly title: string;
  readonly vizType: string;
  readonly isStale: boolean;
  /** What keeps the chart from following the settings; null while it follows. */
  readonly waits: string | null;
  readonly verboseNames: Readonly<Record<string, string>>;
  readonly metrics: readonly StoredMetric[];
  readonly labelColors: Readonly<Record<string, string>>;
  /** Of the dashboard that the chart was opened from; null for colours of its own. */
  readonly colors: ExploreColors | null;
  readonly empty: ReactNode;
  /** Change one setting, as an advice says. */
  readonly onSet: (control: string, value: unknown) => void;
  readonly host: MarkHost;
};

/** The picture with its facts above: how many rows, how old, how long it took. */
export function ChartPane({
  chart,
  chartId,
  title,
  vizType,
  isStale,
  waits,
  verboseNames,
  metrics,
  labelColors,
  colors,
  empty,
  onSet,
  host,
}: ChartPaneProps) {
  const view = (
    <ChartView
      chart={chart}
      chartId={chartId}
      title={title}
      vizType={vizType}
      verboseNames={verboseNames}
      metrics={metrics}
      labelColors={labelColors}
      empty={empty}
      host={host}
    />
  );
  return (
    <section className={paneStyles['chartPane']} aria-label={t('Chart')}>
      <Facts
        chart={chart}
        isStale={isStale}
        waits={waits}
        onSet={onSet}
        verboseNames={verboseNames}
        hasDashboardColors={colors?.isDashboards === true}
      />
      <div className={paneStyles['chartArea']}>
        <ColorScopeProvider scope={colors?.scope ?? null}>{view}</ColorScopeProvider>
      </div>
    </section>
  );
}

type FactsProps = Pick<ChartPaneProps, 'chart' | 'isStale' | 'waits' | 'onSet' | 'verboseNames'> & {
  readonly hasDashboardColors: boolean;
};

function Facts({ chart, isStale, waits, onSet, verboseNames, hasDashboardColors }: FactsProps) {
  const { state, shown } = chart;
  const isCalm = shown !== null && !isStale && (state.status === 'rendered' || state.status === 'success');
  const advice = useMemo(() => (isCalm ? adviceOf(shown) : null), [isCalm, shown]);
  return (
    <div className={paneStyles['facts']}>
      {advice && <AdviceFact advice={advice} onSet={onSet} />}
      {isStale && shown && waits !== null && state.status !== 'loading' && (
        <span className={cx(paneStyles['fact'], paneStyles['staleFact'])}>{waits}</span>
      )}
      <span className={paneStyles['factsEnd']}>
        {hasDashboardColors && shown && 'color_scheme' in shown.loaded.viz.controls && <DashboardColors />}
        {shown && <LentFilters form={shown.form} verboseNames={verboseNames} />}
        {shown && <CompareWith shown={shown} onSet={onSet} />}
        {shown && keepsPicture(state) && <AnswerFacts shown={shown} onRefresh={() => chart.refresh(true)} />}
        <TimeTaken state={state} />
      </span>
    </div>
  );
}

function AdviceFact({ advice, onSet }: { readonly advice: Advice; readonly onSet: ChartPaneProps['onSet'] }) {
  return (
    <span className={cx(paneStyles['fact'], paneStyles['advice'])}>
      <IconBulb size={14} stroke={1.5} aria-hidden />
      <span className={paneStyles['adviceText']}>{advice.text}</span>
      <button type="button" className={paneStyles['adviceButton']} onClick={() => onSet(advice.control, advice.value)}>
        {advice.action}
      </button>
    </span>
  );
}

/** What is to be known about the rows of the picture. */
function AnswerFacts({ shown, onRefresh }: { readonly shown: Shown; readonly onRefresh: () => void }) {
  const [first] = shown.results;
  if (!first) return null;
  return (
    <>
      <Rejected results={shown.results} />
      <Rows shown={shown} />
      <Age result={first} onRefresh={onRefresh} />
    </>
  );
}

function TimeTaken({ state: { status, startedAt, endedAt, failure } }: Pick<ChartControl, 'state'>) {
  if (startedAt === null) return null;
  if (status === 'loading') return <Running since={startedAt} />;
  if (endedAt === null || failure?.isUnanswered === true) return null;
  return (
    <Tooltip label={t('How long the answer took')}>
      <span className={paneStyles['fact']}>
        <IconClock size={14} stroke={1.5} aria-hidden />
        {elapsedText(endedAt - startedAt)}
      </span>
    </Tooltip>
  );
}

/** Rows that nobody foresaw are no reason to fail. */
function adviceOf({ loaded, results, form }: Shown): Advice | null {
  try {
    return loaded.viz.advise(results, form);
  } catch {
    return null;
  }
}

/** Said, because no setting shows them. */
function LentFilters({ form, verboseNames }: Pick<Shown, 'form'> & Pick<ChartPaneProps, 'verboseNames'>) {
  const filters = lentFilters(form, labelIn(verboseNames));
  if (filters.length === 0) return null;
  return (
    <Tooltip label={filters.join('; ')}>
      <span className={paneStyles['fact']}>
        <IconFilter size={14} stroke={1.5} aria-hidden />
        {tn('Opened with 1 filter', 'Opened with %(count)s filters', filters.length)}
        <span className="ts-visually-hidden">: {filters.join('; ')}</span>
      </span>
    </Tooltip>
  );
}

/** Said, because on another dashboard the same chart may have other colours. */
function DashboardColors() {
  return (
    <Tooltip
      label={t(
        'The names have the colors of the dashboard that the chart was opened from. They are not saved with the chart.',
      )}
    >
      <span className={paneStyles['fact']}>
        <IconPalette size={14} stroke={1.5} aria-hidden />
        {t('Dashboard colors')}
      </span>
    </Tooltip>
  );
}

function Running({ since }: { readonly since: number }) {
  const ms = useElapsed(since);
  return (
    <span className={cx(paneStyles['fact'], paneStyles['running'])}>
      <IconClock size={14} stroke={1.5} aria-hidden />
      {elapsedText(ms)}
    </span>
  );
}

/** A filter without effect is said: the number is another one than the settings promise. */
function Rejected({ results }: { readonly results: readonly ChartResult[] }) {
  const columns = [...new Set(results.flatMap((result) => result.rejectedFilters))].filter((column) => column !== '');
  const [only, ...others] = columns;
  if (only === undefined) return null;
  return (
    <Tooltip label={t('The dataset has no such column: %s', columns.join(', '))}>
      <span className={cx(paneStyles['fact'], paneStyles['cut'])}>
        <IconFilterOff size={14} stroke={1.5} aria-hidden />
        {others.length === 0
          ? t('The filter on %s has no effect', only)
          : tn('1 filter has no effect', '%(count)s filters have no effect', columns.length)}
      </span>
    </Tooltip>
  );
}

/** A limit that cut the result is said, because the picture alone does not show it. */
function Rows({ shown: { results, form } }: { readonly shown: Shown }) {
  const [first] = results;
  const rows = first?.sqlRowCount ?? 0;
  const limit = limitThatCut(results, form);
  const isLess = limit !== null;
  return (
    <Tooltip
      label={
        isLess
          ? t('The row limit of %s was reached: there is more data than the chart shows.', numberText(limit))
          : t('Rows that the database returned')
      }
    >
      <span className={cx(paneStyles['fact'], isLess && paneStyles['cut'])}>
        {isLess && <IconAlertTriangle size={14} stroke={1.5} aria-hidden />}
        {tn('1 row', '%(count)s rows', rows)}
        {isLess && t(' (limit reached)')}
      </span>
    </Tooltip>
  );
}

function Age({ result, onRefresh }: { readonly result: ChartResult; readonly onRefresh: () => void }) {
  const now = useNow();
  const age = result.cachedAt === null ? null : relativeTime(result.cachedAt, now);
  const text = result.isCached ? (age === null ? t('Cached') : t('Cached, %s', age)) : t('Fresh');
  return (
    <Tooltip label={t('Ask the database again')}>
      <button
        type="button"
        className={cx(paneStyles['fact'], paneStyles['factButton'])}
        onClick={onRefresh}
        aria-label={t('%s. Ask the database again', text)}
      >
        {result.isCached ? (
          <IconRefresh size={14} stroke={1.5} aria-hidden />
        ) : (
          <IconDatabase size={14} stroke={1.5} aria-hidden />
        )}
        {text}
      </button>
    </Tooltip>
  );
}
