import { IconChartHistogram, IconLayoutDashboard } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { panelResult } from '@tessera/viz/panel-result';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { GalleryDialog } from '../../../../chart-editor/Gallery.tsx';
import { SettingsColumn } from '../../../../chart-editor/SettingsColumn.tsx';
import { questionOf } from '../../../../chart-editor/type-strip/candidates.ts';
import { useAutoRun } from '../../../../chart-editor/use-auto-run.ts';
import { useEditedChart } from '../../../../chart-editor/use-edited-chart.ts';
import { useSession } from '../../../../chart-editor/use-session.ts';
import { useEditor } from '../../../../chart-editor/editor-context.ts';
import { questionOf as nameOf } from '../../../../chart/chart-words.ts';
import { ChartView } from '../../../../chart/ChartView.tsx';
import { exploreHref } from '../../../../chart/drill/explore-href.ts';
import { findColumn, panelContext, resultLabel, type DatasetFields } from '../../../../controls/fields.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { toast } from '../../../../ui/feedback/toast-store.ts';
import type { ResultOf } from '../result-of.ts';
import { AddToDashboard } from './AddToDashboard.tsx';
import classes from './ChartTab.module.css';

type ChartBenchProps = ResultOf & { readonly dataset: DatasetFields };

const noAddress = () => undefined;
const noPlace = { force: false, dashboardId: null };

/** The picture of a result, and its settings beside it. */
export function ChartBench({ tab, dataset }: ChartBenchProps) {
  const session = useSession(noAddress);
  const edited = useEditedChart(noPlace, dataset);
  const { chart } = edited;
  const auto = useAutoRun(session, chart);
  const [dialog, setDialog] = useState<'gallery' | 'dashboard' | null>(null);
  const draft = useEditor((state) => state.draft);
  const title = (session.viz && nameOf(session.viz, draft.form, wordsOf(dataset))) || tab.name;
  const subject = useMemo(() => {
    const panel = { ...panelContext(dataset), result: chart.shown ? panelResult(chart.shown.results) : null };
    return { dataset, question: questionOf(session.viz, draft.form, panel) };
  }, [session.viz, draft.form, dataset, chart.shown]);
  return (
    <div className={classes['bench']}>
      <div className={classes['picture']}>
        <ChartActions dataset={dataset} onDashboard={() => setDialog('dashboard')} />
        <div className={classes['stage']}>
          <ChartView
            chart={chart}
            chartId="new"
            title={title}
            vizType={draft.vizType}
            empty={<EmptyState title={t('Choose what to see.')} drawing="chart" small />}
          />
        </div>
      </div>
      <div className={classes['settings']}>
        <SettingsColumn
          session={session}
          dataset={dataset}
          auto={auto}
          shown={chart.shown}
          onGallery={() => setDialog('gallery')}
        />
      </div>
      <GalleryDialog
        opened={dialog === 'gallery'}
        type={draft.vizType}
        onClose={() => setDialog(null)}
        onPick={session.changeViz}
        subject={subject}
      />
      {dialog === 'dashboard' && session.viz && (
        <AddToDashboard
          dataset={dataset}
          title={title}
          viz={session.viz}
          form={draft.form}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

function wordsOf(dataset: DatasetFields) {
  return {
    label: (name: string) => resultLabel(dataset, name),
    isTime: (name: string) => findColumn(dataset, name)?.kind === 'temporal',
  };
}

type ChartActionsProps = { readonly dataset: DatasetFields; readonly onDashboard: () => void };

/** What a chart of a result may become. */
function ChartActions({ dataset, onDashboard }: ChartActionsProps) {
  const navigate = useNavigate();
  const form = useEditor((state) => state.draft.form);
  const [isLeaving, setLeaving] = useState(false);
  const create = async () => {
    setLeaving(true);
    try {
      await navigate(await exploreHref(dataset, 'new', form));
    } catch (error) {
      toast.danger(describeError(error).title);
      setLeaving(false);
    }
  };
  return (
    <div className={classes['actions']}>
      <Button
        size="small"
        variant="primary"
        icon={<IconChartHistogram size={14} stroke={1.5} />}
        loading={isLeaving}
        onClick={() => void create()}
      >
        {t('Create chart')}
      </Button>
      <Button size="small" icon={<IconLayoutDashboard size={14} stroke={1.5} />} onClick={onDashboard}>
        {t('Add to dashboard')}
      </Button>
    </div>
  );
}
