import { IconLayoutDashboard } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DashboardDocument } from '@tessera/core/dashboard/document';
import { difference, isOperation, type DashboardOperation } from '@tessera/core/dashboard/operations';
import { readDocument } from '@tessera/core/dashboard/stored';
import { summarise } from '@tessera/core/dashboard/summarise';
import { instantText, t } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import type { VersionRow } from '@tessera/server/contract';
import { useState } from 'react';
import { dashboardVersion, dashboardVersions, restoreVersion } from '../../../api/dashboards.ts';
import { nameOf } from '../../../api/me.ts';
import { DashboardPicture } from '../../../chart/DashboardPicture.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { cx } from '../../../ui/common/cx.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../ui/feedback/ErrorCard.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { isUnsaved } from '../dashboard-store.ts';
import { useDashboard } from '../DashboardProvider.tsx';
import { forgetCharts } from '../learn-charts.ts';
import { rereadDashboard } from '../reread-dashboard.ts';
import { changeLines, missingLines } from './change-lines.ts';
import { ChangeList } from './ChangeList.tsx';
import classes from './Versions.module.css';

type VersionsDialogProps = { readonly id: number; readonly onClose: () => void };

/** What a dashboard was at each save: who changed what, compared in words, and brought back. */
export function VersionsDialog({ id, onClose }: VersionsDialogProps) {
  const list = useQuery(dashboardVersions(id));
  const [chosen, setChosen] = useState<number | null>(null);
  const rows = list.data ?? [];
  const shown = rows.find(({ version }) => version === chosen) ?? rows[0] ?? null;
  const { restore, isBusy } = useRestore(id, rows, onClose);
  const unsaved = useDashboard(isUnsaved);
  const isNow = shown === null || shown.is_current;
  const reason = isNow ? t('This is what is shown now') : unsaved ? t('Save or discard your changes first') : null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Version history')}
      width={820}
      closable={!isBusy}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button
            variant="primary"
            loading={isBusy}
            disabledReason={reason}
            onClick={() => shown !== null && void restore(shown.version)}
          >
            {t('Restore this version')}
          </Button>
        </>
      }
    >
      {list.isPending && <Skeleton height={240} />}
      {list.isError && <ErrorCard error={list.error} onRetry={() => void list.refetch()} small />}
      {list.data?.length === 0 && (
        <EmptyState small drawing="none" title={t('Nothing was saved since this dashboard was made.')} />
      )}
      {shown !== null && (
        <div className={classes['columns']}>
          <ol className={classes['list']} aria-label={t('Versions')}>
            {rows.map((row) => (
              <li key={row.version}>
                <VersionButton
                  id={id}
                  row={row}
                  isChosen={row.version === shown.version}
                  onChoose={() => setChosen(row.version)}
                />
              </li>
            ))}
          </ol>
          <Comparison key={shown.version} id={id} row={shown} current={rows[0]?.version ?? shown.version} />
        </div>
      )}
    </Dialog>
  );
}

type VersionButtonProps = {
  readonly id: number;
  readonly row: VersionRow;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
};

function VersionButton({ id, row, isChosen, onChoose }: VersionButtonProps) {
  const [now] = useState(() => Date.now());
  const at = Date.parse(row.created_on);
  return (
    <button
      type="button"
      className={cx(classes['version'], isChosen && classes['chosen'])}
      aria-current={isChosen || undefined}
      onClick={onChoose}
    >
      <span className={classes['small']}>
        <VersionPicture id={id} version={row.version} />
      </span>
      <span className={classes['said']}>
        <span className={classes['what']}>{wordsOf(row)}</span>
        <span
          className={classes['who']}
          title={instantText(new Date(at), { dateStyle: 'medium', timeStyle: 'medium' })}
        >
          {row.created_by === null
            ? relativeTime(at, now)
            : t('%(when)s by %(who)s', { when: relativeTime(at, now), who: nameOf(row.created_by) })}
        </span>
        {row.is_current && <Badge tone="accent">{t('Now')}</Badge>}
      </span>
    </button>
  );
}

/** What the dashboard was, as the server draws it from the layout of that version. */
function VersionPicture({ id, version }: { readonly id: number; readonly version: number }) {
  return (
    <DashboardPicture
      url={`/api/v1/dashboard/${id}/versions/${version}/picture`}
      fallback={<IconLayoutDashboard size={20} stroke={1.5} />}
    />
  );
}

function wordsOf({ changes }: VersionRow): string {
  if (changes === null) return t('As it was at first');
  return summarise(changes.filter(isOperation)) || t('Saved again');
}

/** What this save changed, or what restoring it would. */
function Comparison({ id, row, current }: { readonly id: number; readonly row: VersionRow; readonly current: number }) {
  const [side, setSide] = useState<'before' | 'now'>(row.changes === null ? 'now' : 'before');
  const version = useQuery(dashboardVersion(id, row.version));
  const newest = useQuery(dashboardVersion(id, current));
  const operations: readonly DashboardOperation[] | null =
    side === 'before'
      ? (row.changes ?? []).filter(isOperation)
      : version.data && newest.data
        ? difference(documentOf(newest.data), documentOf(version.data))
        : null;
  const now = useDashboard((state) => state.saved.layout);
  const missing = version.data ? missingLines(documentOf(version.data).layout, now, version.data.missing_charts) : [];
  const lines = operations === null ? null : [...missing, ...changeLines(operations)];
  return (
    <section className={classes['comparison']} aria-label={t('Changes')}>
      <div className={classes['large']}>
        <VersionPicture id={id} version={row.version} />
      </div>
      {!row.is_current && row.changes !== null && (
        <SegmentedControl
          label={t('Compared with')}
          value={side}
          options={[
            { value: 'before', label: t('What this save changed') },
            { value: 'now', label: t('What restoring changes') },
          ]}
          onChange={setSide}
        />
      )}
      {lines === null && <Skeleton height={120} />}
      {lines?.length === 0 && <p className={classes['nothing']}>{t('No difference that can be said in words.')}</p>}
      {lines !== null && lines.length > 0 && <ChangeList lines={lines} />}
    </section>
  );
}

function documentOf(
  stored: Omit<Parameters<typeof readDocument>[0], 'slug' | 'owners' | 'roles' | 'tags'>,
): DashboardDocument {
  return readDocument({ ...stored, slug: null, owners: [], roles: [], tags: [] });
}

/** Brings a version back; what is said about it takes that back. */
function useRestore(id: number, rows: readonly VersionRow[], onDone: () => void) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const bringBack = async (version: number): Promise<void> => {
    await restoreVersion(id, version);
    forgetCharts(client);
    await rereadDashboard(client);
    await client.invalidateQueries({ queryKey: ['dashboard', 'versions', id] });
  };
  const restore = async (version: number) => {
    const was = rows[0]?.version;
    setBusy(true);
    try {
      await bringBack(version);
      onDone();
      const takeBack = (to: number) => () =>
        void bringBack(to).catch((error: unknown) => toast.danger(describeError(error).title));
      toast.success(
        t('The version was restored.'),
        was === undefined ? {} : { action: { label: t('Undo'), onClick: takeBack(was) } },
      );
    } catch (error) {
      toast.danger(describeError(error).title);
      setBusy(false);
    }
  };
  return { restore, isBusy };
}
