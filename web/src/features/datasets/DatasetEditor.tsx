import {
  IconAlertCircleFilled,
  IconChartBar,
  IconRefresh,
  IconRosetteDiscountCheck,
  IconTrash,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tMarked, tn } from '@tessera/core/messages';
import { hrefOf, newChartHref } from '@tessera/core/pages';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ApiError, isStaleVersion } from '../../api/api-error.ts';
import { fetchDataset, sourceChanges, type Dataset } from '../../api/datasets.ts';
import { flushEventsOnLeave, logEvent } from '../../api/event-log.ts';
import { holds, isAdmin, me } from '../../api/me.ts';
import { recordVisit } from '../../api/recent.ts';
import { Badge } from '../../ui/feedback/Badge.tsx';
import { Button, LinkButton } from '../../ui/buttons/Button.tsx';
import { describeError } from '../../ui/feedback/describe-error.ts';
import { ErrorCard } from '../../ui/feedback/ErrorCard.tsx';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { LeaveDialog } from '../../ui/overlays/LeaveDialog.tsx';
import { Page, PageTitle } from '../../ui/layout/Page.tsx';
import { placedMessage } from '../../ui/feedback/placed-message.ts';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { useLeaveGuard } from '../../ui/overlays/use-leave-guard.ts';
import { CalculatedTab } from './CalculatedTab.tsx';
import { ColumnsTab } from './ColumnsTab.tsx';
import { blamedKey, tabOf, textAt, type EditorTab } from './dataset-complaints.ts';
import { draftProblems, shownProblems, type DatasetDraft } from './dataset-draft.ts';
import classes from './Datasets.module.css';
import { DeleteDatasetDialog } from './DeleteDatasetDialog.tsx';
import { MergeDialog } from './MergeDialog.tsx';
import { MetricsTab } from './MetricsTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { useStoredSuggestions } from './use-stored-suggestions.ts';
import { SyncDialog } from './SyncDialog.tsx';
import { UsageTab } from './UsageTab.tsx';
import { useComplaints } from './use-complaints.ts';
import { useDatasetEditor } from './use-dataset-editor.ts';

const tabNames: readonly EditorTab[] = ['columns', 'calculated', 'metrics', 'settings', 'usage'];

export function DatasetEditor({ stored: initial }: { readonly stored: Dataset }) {
  const user = useQuery(me).data;
  const navigate = useNavigate();
  const [parameters, setParameters] = useSearchParams();
  const client = useQueryClient();
  const editor = useDatasetEditor(initial, { onSourceChanged: () => void offerSync(), onRefused: markRefused });
  const { stored, draft, dispatch, isDirty, save } = editor;
  const complaints = useComplaints(draft, stored);
  const [open, setOpen] = useState<'sync' | 'delete' | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [isDoubted, setDoubted] = useState(false);
  const guard = useLeaveGuard(isDirty);
  const tab = tabNames.find((name) => name === parameters.get('tab')) ?? 'columns';
  const drafted = draftProblems(draft);
  const problems = new Map([...complaints.standing, ...shownProblems(drafted, draft)]);
  const [firstProblem] = drafted.values();
  const suggestions = useStoredSuggestions(stored);
  const goTo = (next: EditorTab) => setParameters(next === 'columns' ? {} : { tab: next }, { replace: true });
  const marked = new Set([...problems.keys()].map((key) => tabOf(key, draft)));
  const mark = (name: EditorTab) =>
    marked.has(name)
      ? {
          mark: (
            <IconAlertCircleFilled
              size={14}
              className={classes['tabMark']}
              role="img"
              aria-label={t('Something is wrong here')}
            />
          ),
        }
      : {};
  const mayEdit =
    user !== undefined &&
    holds(user, 'can_write', 'Dataset') &&
    (isAdmin(user) || stored.owners.some((owner) => owner.id === user.id));
  const parts = {
    draft,
    dispatch,
    readOnly: !mayEdit,
    problems,
    places: complaints.places,
    suggestions,
    engine: stored.database.backend,
    onCheck: complaints.check,
  };
  const calculated = draft.columns.filter((column) => column.expression !== null);

  useEffect(() => {
    recordVisit({
      kind: 'dataset',
      id: initial.id,
      title: initial.table_name,
      href: hrefOf('dataset', { id: initial.id }),
    });
  }, [initial.id, initial.table_name]);
  useEffect(() => {
    logEvent({ event_name: 'mount_dataset', source: 'dataset', source_id: initial.id });
    return flushEventsOnLeave();
  }, [initial.id]);

  /** The database is asked about what is new before it is saved: a chart would find out too late. */
  async function trySave(): Promise<void> {
    setChecking(true);
    const wrong = await complaints.checkAll();
    setChecking(false);
    setDoubted(wrong !== null);
    if (wrong === null) editor.store();
    else goTo(tabOf(wrong, draft));
  }

  function markRefused(error: Error, sent: DatasetDraft): void {
    const key = blamedKey(error, sent, stored);
    if (key === null) return;
    complaints.tell(key, {
      about: textAt(sent, key) ?? '',
      message:
        (error instanceof ApiError && Object.values(error.fields).flat().join(' ')) ||
        placedMessage(describeError(error).title, error instanceof ApiError ? error.place : null),
      place: error instanceof ApiError ? error.place : null,
    });
    goTo(tabOf(key, sent));
  }

  /** Another query may have other columns: what differs is shown before it is taken over. */
  async function offerSync(): Promise<void> {
    const { changes } = await client.fetchQuery(sourceChanges(stored.id));
    if (changes.added.length + changes.removed.length + changes.changed.length > 0) setOpen('sync');
  }

  return (
    <Page>
      <PageTitle
        title={stored.table_name}
        chips={
          <>
            <Badge>{stored.kind === 'virtual' ? t('Query') : t('Table')}</Badge>
            <Badge>{[stored.database.database_name, stored.schema].filter(Boolean).join(' · ')}</Badge>
            {stored.certified_by !== null && stored.certified_by !== '' && (
              <Badge tone="accent" icon={<IconRosetteDiscountCheck size={14} stroke={1.5} aria-hidden />}>
                {t('Certified by %s', stored.certified_by)}
              </Badge>
            )}
            {isDirty && <Badge tone="warning">{t('Not saved')}</Badge>}
          </>
        }
        actions={
          <>
            {mayEdit && (
              <IconButton
                danger
                label={t('Delete')}
                icon={<IconTrash size={16} stroke={1.5} />}
                onClick={() => setOpen('delete')}
              />
            )}
            {mayEdit && (
              <Button
                shrinks
                icon={<IconRefresh size={16} stroke={1.5} />}
                disabledReason={isDirty ? t('Save or discard your changes first') : null}
                onClick={() => setOpen('sync')}
              >
                {t('Sync from source')}
              </Button>
            )}
            <LinkButton shrinks to={newChartHref(stored.id)} icon={<IconChartBar size={16} stroke={1.5} aria-hidden />}>
              {t('Explore')}
            </LinkButton>
            {mayEdit && isDirty && <Button onClick={editor.discard}>{t('Discard')}</Button>}
            {mayEdit && (
              <Button
                variant="primary"
                loading={save.isPending || isChecking}
                disabledReason={
                  firstProblem === undefined ? (isDirty ? null : t('Nothing has changed')) : tMarked(firstProblem)
                }
                onClick={() => void trySave()}
              >
                {t('Save')}
              </Button>
            )}
          </>
        }
      />
      {!mayEdit && user !== undefined && (
        <p className={classes['banner']}>
          {t('Only owners and administrators can change this dataset; you can look at it.')}
        </p>
      )}
      {isDoubted && complaints.standing.size > 0 && (
        <div className={classes['doubt']} role="alert">
          <span>
            {tn(
              'The database refuses an expression; the reason stands beside it. Nothing was saved.',
              'The database refuses %(count)s expressions; the reasons stand beside them. Nothing was saved.',
              complaints.standing.size,
            )}
          </span>
          <Button size="small" loading={save.isPending} onClick={editor.store}>
            {t('Save anyway')}
          </Button>
        </div>
      )}
      {save.isError && !isStaleVersion(save.error) && blamedKey(save.error, draft, stored) === null && (
        <ErrorCard small error={save.error} />
      )}

      <Tabs<EditorTab>
        label={t('Dataset')}
        value={tab}
        onChange={goTo}
        tabs={[
          {
            value: 'columns',
            label: t('Columns'),
            count: draft.columns.length - calculated.length,
            ...mark('columns'),
          },
          { value: 'calculated', label: t('Calculated columns'), count: calculated.length, ...mark('calculated') },
          { value: 'metrics', label: t('Metrics'), count: draft.metrics.length, ...mark('metrics') },
          { value: 'settings', label: t('Settings'), ...mark('settings') },
          { value: 'usage', label: t('Usage') },
        ]}
        panelClassName={classes['tabPanel'] ?? ''}
      >
        {tab === 'columns' && <ColumnsTab {...parts} />}
        {tab === 'calculated' && <CalculatedTab {...parts} />}
        {tab === 'metrics' && <MetricsTab {...parts} />}
        {tab === 'settings' && <SettingsTab {...parts} stored={stored} />}
        {tab === 'usage' && <UsageTab id={stored.id} />}
      </Tabs>

      {editor.pending && (
        <MergeDialog
          merge={editor.pending.merge}
          theirs={editor.pending.theirs}
          saving={save.isPending}
          onSave={editor.storeMerged}
          onEdit={editor.editMerged}
        />
      )}
      {open === 'sync' && (
        <SyncDialog
          id={stored.id}
          onClose={() => setOpen(null)}
          onSynced={() => {
            setOpen(null);
            void fetchDataset(stored.id).then((fresh) => editor.adopt(fresh));
          }}
        />
      )}
      {open === 'delete' && (
        <DeleteDatasetDialog
          id={stored.id}
          name={stored.table_name}
          onClose={() => setOpen(null)}
          onDeleted={() => {
            guard.release();
            void navigate(hrefOf('datasets'));
          }}
        />
      )}
      <LeaveDialog guard={guard}>{t('Your changes to this dataset will be lost.')}</LeaveDialog>
    </Page>
  );
}
