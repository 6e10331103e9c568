import {
  IconAlertCircleFilled,
  IconChartBar,
  IconRefresh,
  IconRosetteDiscountCheck,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t, tMarked, tn } from '@tessera/core/messages';
import { hrefOf, newChartHref } from '@tessera/core/pages';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { isStaleVersion } from '../../api/api-error.ts';
import { fetchDataset, type Dataset } from '../../api/datasets.ts';
import { flushEventsOnLeave, logEvent } from '../../api/event-log.ts';
import { holds, isAdmin, me } from '../../api/me.ts';
import { recordVisit } from '../../api/recent.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { SqlEditorButton } from '../../chart/SqlEditorButton.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { Page, PageTitle } from '../../ui/layout/Page.tsx';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { useLeaveGuard } from '../../ui/overlays/use-leave-guard.ts';
import { AccelerationTab } from './AccelerationTab.tsx';
import { CalculatedTab } from './CalculatedTab.tsx';
import { ColumnsTab } from './ColumnsTab.tsx';
import { blamedKey, tabOf, type EditorTab } from './dataset-complaints.ts';
import classes from './Datasets.module.css';
import { DeleteDatasetDialog } from './DeleteDatasetDialog.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { MetricsTab } from './MetricsTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { useStoredSuggestions } from './use-stored-suggestions.ts';
import { SyncDialog } from './SyncDialog.tsx';
import { UsageTab } from './UsageTab.tsx';
import { useCheckedEditor, type CheckedEditor } from './use-checked-editor.ts';

const tabNames: readonly EditorTab[] = ['columns', 'calculated', 'metrics', 'settings', 'acceleration', 'usage'];

/** Columns, calculated columns, metrics, settings and usage of one dataset, saved together. */
export function DatasetEditor({ stored: initial }: { readonly stored: Dataset }) {
  const user = useQuery(me).data;
  const [open, setOpen] = useState<'sync' | 'delete' | null>(null);
  const { tab, goTo } = useTab();
  const editor = useCheckedEditor(initial, { onBlame: goTo, onSourceDiffers: () => setOpen('sync') });
  const { stored, draft, isDirty, save } = editor;
  const guard = useLeaveGuard(isDirty);
  const mayEdit =
    user !== undefined &&
    holds(user, 'can_write', 'Dataset') &&
    (isAdmin(user) || stored.owners.some((owner) => owner.id === user.id));
  useVisit(initial);

  return (
    <Page>
      <PageTitle
        title={stored.table_name}
        chips={<Chips dataset={stored} isDirty={isDirty} />}
        actions={<Actions editor={editor} mayEdit={mayEdit} onOpen={setOpen} />}
      />
      {!mayEdit && user !== undefined && (
        <p className={classes['banner']}>
          {t('Only owners and administrators can change this dataset; you can look at it.')}
        </p>
      )}
      {editor.isDoubted && <Doubt count={editor.complaints.standing.size} save={save} onStore={editor.store} />}
      {save.isError && !isStaleVersion(save.error) && blamedKey(save.error, draft, stored) === null && (
        <ErrorCard small error={save.error} />
      )}
      <EditorTabs editor={editor} readOnly={!mayEdit} tab={tab} onTab={goTo} />

      {editor.pending && (
        <MergeDialog
          merge={editor.pending.merge}
          theirs={editor.pending.theirs}
          saving={save.isPending}
          onSave={editor.storeMerged}
          onEdit={editor.editMerged}
        />
      )}
      {open !== null && (
        <OpenedDialog which={open} editor={editor} onClose={() => setOpen(null)} onGone={guard.release} />
      )}
      <LeaveDialog guard={guard}>{t('Your changes to this dataset will be lost.')}</LeaveDialog>
    </Page>
  );
}

/** The open tab is a part of the address. */
function useTab() {
  const [parameters, setParameters] = useSearchParams();
  return {
    tab: tabNames.find((name) => name === parameters.get('tab')) ?? 'columns',
    goTo: (next: EditorTab) => setParameters(next === 'columns' ? {} : { tab: next }, { replace: true }),
  };
}

/** For the recent objects of the user, and for the log of actions. */
function useVisit({ id, table_name }: Dataset): void {
  useEffect(() => {
    recordVisit({ kind: 'dataset', id, title: table_name, href: hrefOf('dataset', { id }) });
  }, [id, table_name]);
  useEffect(() => {
    logEvent({ event_name: 'mount_dataset', source: 'dataset', source_id: id });
    return flushEventsOnLeave();
  }, [id]);
}

function Chips({ dataset, isDirty }: { readonly dataset: Dataset; readonly isDirty: boolean }) {
  return (
    <>
      <Badge>{dataset.kind === 'virtual' ? t('Query') : t('Table')}</Badge>
      <Badge>{[dataset.database.database_name, dataset.schema].filter(Boolean).join(' · ')}</Badge>
      {dataset.certified_by !== null && dataset.certified_by !== '' && (
        <Badge tone="accent" icon={<IconRosetteDiscountCheck size={14} stroke={1.5} aria-hidden />}>
          {t('Certified by %s', dataset.certified_by)}
        </Badge>
      )}
      {isDirty && <Badge tone="warning">{t('Not saved')}</Badge>}
    </>
  );
}

type ActionsProps = {
  readonly editor: CheckedEditor;
  readonly mayEdit: boolean;
  readonly onOpen: (dialog: 'sync' | 'delete') => void;
};

function Actions({ editor, mayEdit, onOpen }: ActionsProps) {
  const { isDirty, firstProblem } = editor;
  const explore = (
    <>
      <SqlEditorButton datasourceKey={`${editor.stored.id}__table`} />
      <LinkButton
        shrinks
        to={newChartHref(editor.stored.id)}
        icon={<IconChartBar size={16} stroke={1.5} aria-hidden />}
      >
        {t('Explore')}
      </LinkButton>
    </>
  );
  if (!mayEdit) return explore;
  return (
    <>
      <IconButton
        danger
        label={t('Delete')}
        icon={<IconTrash size={16} stroke={1.5} />}
        onClick={() => onOpen('delete')}
      />
      <Button
        shrinks
        icon={<IconRefresh size={16} stroke={1.5} />}
        disabledReason={isDirty ? t('Save or discard your changes first') : null}
        onClick={() => onOpen('sync')}
      >
        {t('Sync from source')}
      </Button>
      {explore}
      {isDirty && <Button onClick={editor.discard}>{t('Discard')}</Button>}
      <Button
        variant="primary"
        loading={editor.save.isPending || editor.isChecking}
        disabledReason={firstProblem === null ? (isDirty ? null : t('Nothing has changed')) : tMarked(firstProblem)}
        onClick={() => void editor.checkAndStore()}
      >
        {t('Save')}
      </Button>
    </>
  );
}

type DoubtProps = {
  readonly count: number;
  readonly save: CheckedEditor['save'];
  readonly onStore: () => void;
};

/** The database refused an expression: it can be saved all the same. */
function Doubt({ count, save, onStore }: DoubtProps) {
  return (
    <div className={classes['doubt']} role="alert">
      <span>
        {tn(
          'The database refuses an expression; the reason stands beside it. Nothing was saved.',
          'The database refuses %(count)s expressions; the reasons stand beside them. Nothing was saved.',
          count,
        )}
      </span>
      <Button size="small" loading={save.isPending} onClick={onStore}>
        {t('Save anyway')}
      </Button>
    </div>
  );
}

type EditorTabsProps = {
  readonly editor: CheckedEditor;
  readonly readOnly: boolean;
  readonly tab: EditorTab;
  readonly onTab: (tab: EditorTab) => void;
};

function EditorTabs({ editor, readOnly, tab, onTab }: EditorTabsProps) {
  const { stored, draft, problems, complaints } = editor;
  const suggestions = useStoredSuggestions(stored);
  const parts = {
    draft,
    dispatch: editor.dispatch,
    readOnly,
    problems,
    places: complaints.places,
    suggestions,
    engine: stored.database.backend,
    onCheck: complaints.check,
  };
  const calculated = draft.columns.filter((column) => column.expression !== null).length;
  const marked = new Set([...problems.keys()].map((key) => tabOf(key, draft)));
  const mark = (name: EditorTab) => (marked.has(name) ? { mark: <ProblemMark /> } : {});
  return (
    <Tabs<EditorTab>
      label={t('Dataset')}
      value={tab}
      onChange={onTab}
      tabs={[
        { value: 'columns', label: t('Columns'), count: draft.columns.length - calculated, ...mark('columns') },
        { value: 'calculated', label: t('Calculated columns'), count: calculated, ...mark('calculated') },
        { value: 'metrics', label: t('Metrics'), count: draft.metrics.length, ...mark('metrics') },
        { value: 'settings', label: t('Settings'), ...mark('settings') },
        { value: 'acceleration', label: t('Acceleration') },
        { value: 'usage', label: t('Usage') },
      ]}
      panelClassName={classes['tabPanel'] ?? ''}
    >
      {tab === 'columns' && <ColumnsTab {...parts} />}
      {tab === 'calculated' && <CalculatedTab {...parts} />}
      {tab === 'metrics' && <MetricsTab {...parts} />}
      {tab === 'settings' && <SettingsTab {...parts} stored={stored} />}
      {tab === 'acceleration' && <AccelerationTab id={stored.id} readOnly={readOnly} />}
      {tab === 'usage' && <UsageTab id={stored.id} />}
    </Tabs>
  );
}

function ProblemMark() {
  return (
    <IconAlertCircleFilled
      size={14}
      className={classes['tabMark']}
      role="img"
      aria-label={t('Something is wrong here')}
    />
  );
}

type OpenedDialogProps = {
  readonly which: 'sync' | 'delete';
  readonly editor: CheckedEditor;
  readonly onClose: () => void;
  /** The dataset is deleted: what is unsaved is not asked about. */
  readonly onGone: () => void;
};

function OpenedDialog({ which, editor, onClose, onGone }: OpenedDialogProps) {
  const navigate = useNavigate();
  const { id, table_name } = editor.stored;
  if (which === 'sync')
    return (
      <SyncDialog
        id={id}
        onClose={onClose}
        onSynced={() => {
          onClose();
          void fetchDataset(id).then((fresh) => editor.adopt(fresh));
        }}
      />
    );
  return (
    <DeleteDatasetDialog
      id={id}
      name={table_name}
      onClose={onClose}
      onDeleted={() => {
        onGone();
        void navigate(hrefOf('datasets'));
      }}
    />
  );
}
