import { useQuery } from '@tanstack/react-query';
import { IconChartBar, IconChevronRight } from '@tabler/icons-react';
import type { RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { FieldList } from '../../controls/FieldList.tsx';
import { KindIcon } from '../../controls/KindIcon.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useBackSteps } from '../../ui/overlays/use-back-steps.ts';
import { useChart } from '../use-chart.ts';
import classes from './Drill.module.css';
import { drilledForm, fixedValues, shownColumns } from './drill-form.ts';
import { dimensionsOf, type Dimension } from './drill-info.ts';
import { exploreHref } from './explore-href.ts';
import { valueText } from './mark-filters.ts';
import type { DrawLevel, DrillHost, MarkHost, MarkQuestion } from './mark-host.ts';
import { timesOf } from './mark-moment.ts';

type DrillByDialogProps = {
  readonly question: MarkQuestion;
  readonly host: DrillHost;
  readonly chartId: number | 'new';
  readonly title: string;
  readonly drawLevel: DrawLevel;
  readonly onClose: () => void;
};

/** One chart on the way down: what it is called there, and its settings. */
type Level = { readonly name: string; readonly form: RawForm };

/** A chart broken down by one dimension after the other, from one of its marks. */
export function DrillByDialog(props: DrillByDialogProps) {
  const { question, host, chartId, title, drawLevel, onClose } = props;
  const { viz } = question.shown.loaded;
  const { levels, level, asked, setAsked, breakDown, goTo, leaveSteps } = useLevels(question, title, onClose);
  // A point in time alone is no part of its series: the whole is broken down.
  const name = fixedValues(question.target).length === 0 ? title : question.mark.name;
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What had the focus goes with its step: it stays in the dialog.
    (body.current?.querySelector('input') ?? body.current)?.focus({ preventScroll: true });
  }, [asked, levels]);
  const navigate = useNavigate();
  const open = () => {
    exploreHref(host.datasource, chartId, level.form).then(
      (href) => {
        leaveSteps();
        onClose();
        void navigate(href, { replace: true });
      },
      (error: unknown) => toast.danger(describeError(error).title),
    );
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      width="min(1040px, 96vw)"
      title={t('Break down %(name)s', { name })}
      {...(name === title ? {} : { subtitle: title })}
      {...(host.mayExplore && asked === null
        ? {
            footer: (
              <Button icon={<IconChartBar size={16} stroke={1.5} />} onClick={open}>
                {t('Open in Explore')}
              </Button>
            ),
          }
        : {})}
    >
      <div ref={body} className={classes['drill']} tabIndex={-1}>
        <Crumbs levels={levels} isPicking={asked !== null} onGo={goTo} />
        {asked ? (
          <PickDimension host={host} form={level.form} onPick={breakDown} />
        ) : (
          <LevelChart
            // Each level is a chart of its own: nothing is selected in it yet.
            key={levels.length}
            vizType={viz.type}
            level={level}
            host={host}
            chartId={chartId}
            drawLevel={drawLevel}
            onBreakDown={setAsked}
          />
        )}
      </div>
    </Dialog>
  );
}

/** The way down, and the mark that is asked about now. */
function useLevels(question: MarkQuestion, title: string, onClose: () => void) {
  const { viz } = question.shown.loaded;
  const first: Level = { name: title, form: question.shown.form };
  const [levels, setLevels] = useState<readonly Level[]>([first]);
  const [asked, setAsked] = useState<MarkQuestion | null>(question);
  const level = levels.at(-1) ?? first;
  const breakDown = (dimension: Dimension) => {
    if (asked === null) return;
    const isTime = timesOf(asked.shown);
    const form = drilledForm(level.form, viz, asked.target, dimension.name, isTime);
    const fixed = fixedValues(asked.target)
      .map((value) => valueText(value, isTime))
      .join(', ');
    const by = t('by %(dimension)s', { dimension: dimension.label });
    setLevels([...levels, { name: fixed === '' ? by : `${fixed} · ${by}`, form }]);
    setAsked(null);
  };
  const goTo = (index: number) => {
    setLevels(levels.slice(0, index + 1));
    setAsked(null);
  };
  // A step is a dimension that is being chosen, and then the chart that is broken down by it.
  const depth = levels.length - (asked === null ? 1 : 0);
  const leaveSteps = useBackSteps(Math.max(depth, 1), (to) => (to === 0 ? onClose() : goTo(to)));
  return { levels, level, asked, setAsked, breakDown, goTo, leaveSteps };
}

type CrumbsProps = {
  readonly levels: readonly Level[];
  /** Another dimension is being chosen: then the last level is a way back as well. */
  readonly isPicking: boolean;
  readonly onGo: (index: number) => void;
};

function Crumbs({ levels, isPicking, onGo }: CrumbsProps) {
  const last = levels.length - 1;
  return (
    <nav aria-label={t('Way down')}>
      <ol className={classes['crumbs']}>
        {levels.map(({ name }, index) => (
          // The same step may come twice.
          <li key={index}>
            {index > 0 && <IconChevronRight size={14} stroke={1.5} aria-hidden />}
            <button
              type="button"
              className={classes['crumb']}
              title={name}
              aria-current={index === last && !isPicking ? 'step' : undefined}
              onClick={() => onGo(index)}
            >
              {name}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type PickDimensionProps = {
  readonly host: DrillHost;
  readonly form: RawForm;
  readonly onPick: (dimension: Dimension) => void;
};

function PickDimension({ host, form, onPick }: PickDimensionProps) {
  const dimensions = useQuery(dimensionsOf(host));
  const shown = useMemo(() => shownColumns(form), [form]);
  if (dimensions.isError) return <ErrorCard error={dimensions.error} onRetry={() => void dimensions.refetch()} small />;
  const offered = (dimensions.data ?? []).filter(({ name }) => !shown.has(name));
  return (
    <div className={classes['pick']}>
      <p className={classes['hint']}>{t('Choose a dimension to break it down by.')}</p>
      <FieldList
        label={t('Search dimensions')}
        typed=""
        options={offered.map(({ name, label, kind }) => ({
          value: name,
          label,
          note: label === name ? null : name,
          icon: <KindIcon kind={kind} />,
          chosen: false,
        }))}
        emptyText={dimensions.isPending ? t('Loading the dimensions') : t('The dataset has no other dimension.')}
        onPick={(name) => {
          const dimension = offered.find((one) => one.name === name);
          if (dimension) onPick(dimension);
        }}
      />
    </div>
  );
}

type LevelChartProps = Pick<DrillByDialogProps, 'host' | 'chartId' | 'drawLevel'> & {
  readonly vizType: string;
  readonly level: Level;
  readonly onBreakDown: (question: MarkQuestion) => void;
};

function LevelChart({ vizType, level: { name, form }, host, chartId, drawLevel, onBreakDown }: LevelChartProps) {
  const { datasource, dashboardId } = host;
  const chart = useChart({ chartId, vizType, form, datasource, dashboardId });
  const marks = useMemo<MarkHost>(
    () => ({
      press: 'menu',
      filters: null,
      annotate: null,
      follows: null,
      comment: null,
      drill: { ...host, onBreakDown },
    }),
    [host, onBreakDown],
  );
  return <div className={classes['chart']}>{drawLevel({ chart, title: name, host: marks })}</div>;
}
