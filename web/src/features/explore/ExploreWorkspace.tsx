import { t } from '@tessera/core/messages';
import { panelResult } from '@tessera/viz/panel-result';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { limits } from '../../api/limits.ts';
import { holds, type Me } from '../../api/me.ts';
import { questionOf as nameOf, type FieldWords } from '../../chart/chart-words.ts';
import { vizName } from '../../chart/use-viz.ts';
import type { DragData } from '../../controls/drag.ts';
import { findColumn, panelContext, resultLabel, type DatasetFields } from '../../controls/fields.ts';
import { usePageActions } from '../../ui/common/page-actions.ts';
import { useDocumentTitle } from '../../ui/layout/Page.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { DatasetPanel } from './DatasetPanel.tsx';
import type { ExploreAddress } from './explore-address.ts';
import { ExploreColumns, type ExploreView } from './ExploreColumns.tsx';
import { ExploreDialogs, type OpenDialog } from './ExploreDialogs.tsx';
import classes from './Explore.module.css';
import { useExplore } from './explore-store.ts';
import { GalleryDialog } from '../../chart-editor/Gallery.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { PictureColumn } from './PictureColumn.tsx';
import { placeField } from './place-field.ts';
import { questionOf } from '../../chart-editor/type-strip/candidates.ts';
import { SettingsColumn } from '../../chart-editor/SettingsColumn.tsx';
import { Subtitle } from './Subtitle.tsx';
import { TitleBar } from './TitleBar.tsx';
import { useAutoRun, type AutoRun } from '../../chart-editor/use-auto-run.ts';
import { useEditedChart, type EditedChart } from '../../chart-editor/use-edited-chart.ts';
import { useExploreKeys } from './use-explore-keys.ts';
import { useExploreSession } from './use-explore-session.ts';
import type { Session } from '../../chart-editor/use-session.ts';
import { useSaved } from './use-saved.ts';
import { WhyOfChart } from './WhyOfChart.tsx';

type WorkspaceProps = { readonly address: ExploreAddress; readonly user: Me; readonly dataset: DatasetFields };

/** An open chart: the picture alone where the address says so, or with all that it is made of. */
export function ExploreWorkspace({ address, user, dataset }: WorkspaceProps) {
  const session = useExploreSession();
  const explored = useEditedChart(address, dataset);
  const title = useTitle(session, dataset);
  const noDownload = holds(user, 'can_csv', 'Tessera')
    ? null
    : t('You may not take data out. Ask an administrator for the right to download.');
  useDocumentTitle(title);
  useCarriedNotice();
  const auto = useAutoRun(session, explored.chart);
  const picture = (
    <PictureColumn
      address={address}
      explored={explored}
      dataset={dataset}
      session={session}
      waits={auto.waits}
      title={title}
      noDownload={noDownload}
    />
  );
  if (address.standalone) return <div className={classes['standalone']}>{picture}</div>;
  return (
    <Workbench
      address={address}
      user={user}
      dataset={dataset}
      session={session}
      explored={explored}
      auto={auto}
      title={title}
      noDownload={noDownload}
      picture={picture}
    />
  );
}

type WorkbenchProps = WorkspaceProps & {
  readonly session: Session;
  readonly explored: EditedChart;
  readonly auto: AutoRun;
  readonly title: string;
  readonly noDownload: string | null;
  readonly picture: ReactNode;
};

/** The picture with what it is made of, and what opens over them. */
function Workbench({ picture, ...page }: WorkbenchProps) {
  const { address, user, dataset, session, explored, title } = page;
  const { chart } = explored;
  const [dialog, setDialog] = useDialog(address, session, explored);
  usePageActions([
    { title: t('Update chart'), run: session.run },
    { title: t('Save chart'), run: () => setDialog('save') },
    { title: t('Undo'), run: () => session.step(-1) },
    { title: t('Redo'), run: () => session.step(1) },
    { title: t('All chart types'), run: () => setDialog('gallery') },
    { title: t('Use another dataset'), run: () => setDialog('dataset') },
    { title: t('View query'), run: () => setDialog('sql') },
    { title: t('Download'), run: () => setDialog('download') },
    { title: t('Share'), run: () => setDialog('share') },
    { title: t('Force refresh'), run: () => chart.refresh(true) },
  ]);
  return (
    <div className={classes['page']}>
      <TitleBar
        title={title}
        user={user}
        viz={session.viz}
        subtitle={<Subtitle session={session} dataset={dataset} shown={chart.shown} title={title} />}
        onStep={session.step}
        onDialog={setDialog}
        onForce={() => chart.refresh(true)}
        hasShown={chart.shown !== null}
      />
      <Columns {...page} picture={picture} onDialog={setDialog} />
      <LeaveDialog />
      <Dialogs {...page} dialog={dialog} onClose={() => setDialog(null)} />
    </div>
  );
}

type ColumnsProps = Pick<WorkbenchProps, 'dataset' | 'session' | 'explored' | 'auto' | 'picture'> & {
  readonly onDialog: (dialog: OpenDialog) => void;
};

/** What there is, how it is asked, what comes out. */
function Columns({ dataset, session, explored, auto, picture, onDialog }: ColumnsProps) {
  const [view, setView] = useState<ExploreView>('chart');
  return (
    <ExploreColumns
      view={view}
      onView={setView}
      fields={(fold) => (
        <DatasetPanel
          dataset={dataset}
          onUse={(field) => place(field, session, dataset)}
          session={session}
          onSwitch={() => onDialog('dataset')}
          {...fold}
        />
      )}
      settings={(fold) => (
        <SettingsColumn
          // A column that folds stands beside the picture; another hides it.
          session={fold.onCollapse ? session : withPicture(session, dataset, () => setView('chart'))}
          dataset={dataset}
          auto={auto}
          shown={explored.chart.shown}
          onGallery={() => onDialog('gallery')}
          {...fold}
        />
      )}
      chart={picture}
    />
  );
}

type DialogsProps = Omit<WorkbenchProps, 'picture' | 'auto'> & {
  readonly dialog: OpenDialog;
  readonly onClose: () => void;
};

function Dialogs({ address, user, dataset, session, explored, title, noDownload, dialog, onClose }: DialogsProps) {
  const onSaved = useSaved(address, dataset);
  const vizType = useExplore((state) => state.draft.vizType);
  const form = useExplore((state) => state.draft.form);
  const { shown } = explored.chart;
  const subject = useMemo(() => {
    const panel = { ...panelContext(dataset), result: shown ? panelResult(shown.results) : null };
    return { dataset, question: questionOf(session.viz, form, panel) };
  }, [session.viz, form, dataset, shown]);
  return (
    <>
      <GalleryDialog
        opened={dialog === 'gallery'}
        type={vizType}
        onClose={onClose}
        onPick={session.changeViz}
        subject={subject}
      />
      {dialog === 'why' && <WhyOfChart title={title} explored={explored} dataset={dataset} onClose={onClose} />}
      {session.viz && (
        <ExploreDialogs
          open={dialog}
          onClose={onClose}
          viz={session.viz}
          user={user}
          dataset={dataset}
          session={session}
          shown={explored.chart.shown}
          title={title}
          noDownload={noDownload}
          dashboardId={address.dashboardId}
          onSaved={onSaved}
        />
      )}
    </>
  );
}

function wordsOf(dataset: DatasetFields): FieldWords {
  return {
    label: (name) => resultLabel(dataset, name),
    isTime: (name) => findColumn(dataset, name)?.kind === 'temporal',
  };
}

/** The name; of a chart without one its question. */
function useTitle({ viz }: Session, dataset: DatasetFields): string {
  const name = useExplore((state) => state.draft.name);
  const { vizType, form } = useExplore((state) => state.draft);
  const question = viz ? nameOf(viz, form, wordsOf(dataset)) : '';
  return name || question || t('Untitled %s', vizName(vizType).toLowerCase());
}

/** What is open over the page. An address that asks for the file gets it once the chart is here. */
function useDialog(
  { open }: ExploreAddress,
  { viz, run, step }: Session,
  { chart }: EditedChart,
): readonly [OpenDialog, (dialog: OpenDialog) => void] {
  const [dialog, setDialog] = useState<OpenDialog>(open === 'query' ? 'sql' : null);
  useExploreKeys({
    onRun: run,
    onSave: () => setDialog('save'),
    onUndo: () => step(-1),
    onRedo: () => step(1),
  });
  useEffect(() => {
    if (open === 'csv' && viz && chart.state.status === 'rendered') setDialog('csv');
  }, [open, viz, chart.state.status]);
  return [dialog, setDialog];
}

/** Put a field where the chart type has a place for it. */
function place(field: DragData, { viz, setControl }: Session, dataset: DatasetFields): void {
  const { form } = useExplore.getState().draft;
  const placed = viz ? placeField(field, viz, form, dataset, panelContext(dataset)) : null;
  if (placed) setControl(placed.key, placed.value);
  else toast.info(t('This chart type has no place for that field.'));
}

/** On a phone the picture is behind another tab: a run that goes through shows it. */
function withPicture(session: Session, dataset: DatasetFields, show: () => void): Session {
  return {
    ...session,
    run: () => {
      session.run();
      const { form } = useExplore.getState().draft;
      const complaints = session.viz?.validate(form, panelContext(dataset), { maxRowLimit: limits.maxRows });
      if (complaints && Object.keys(complaints).length === 0) show();
    },
  };
}

/** After another dataset was chosen that has all: said once. What it lacks is listed above the settings ([4.7-03]). */
function useCarriedNotice(): void {
  const carried = useExplore((state) => state.carried);
  const dispatch = useExplore((state) => state.dispatch);
  useEffect(() => {
    if (!carried || carried.lost.length > 0) return;
    toast.info(t('All settings were carried over to the new dataset.'));
    dispatch({ type: 'carried_seen' });
  }, [carried, dispatch]);
}
