import { IconFileTypeHtml, IconFileTypePdf, IconPhoto, IconTable, IconVector } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { holds, me } from '../../../api/me.ts';
import { useDashboardCharts } from '../dashboard-data.tsx';
import { useFilters, useFilterState } from '../filters/FilterProvider.tsx';
import { activeFilters } from './active-filters.ts';
import { elapsedText } from '../../../chart/elapsed-text.ts';
import { useElapsed } from '../../../chart/Elapsed.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { saveFile } from '../../../ui/common/save-file.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { isComplete, runningCount, useBoard, useStatuses } from '../view/chart-board.tsx';
import { makeFile, type DrawnSelections, type FileKind } from './make-file.ts';
import classes from './Viewing.module.css';

/** What holds the whole dashboard; a picture is one of the tabs that are open. */
const WITH_ALL_TABS: ReadonlySet<FileKind> = new Set(['pdf', 'html', 'xlsx']);

/** A dashboard as a file: every chart of it is drawn first, also those that were never on screen. */
export function DownloadDashboardDialog({ onClose }: { readonly onClose: () => void }) {
  const { running, progress, mayTake, start } = useMaking(onClose);
  const item = (kind: FileKind, name: string, hint: string, icon: ReactNode) => (
    <li>
      <button
        type="button"
        className={classes['file']}
        aria-busy={running?.kind === kind || undefined}
        aria-disabled={running !== null || undefined}
        onClick={() => running === null && start(kind)}
      >
        {icon}
        <span>{name}</span>
        <span className={classes['hint']}>{hint}</span>
      </button>
    </li>
  );
  const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('Download the dashboard')}
      width={480}
      footer={
        <>
          {running && <Waiting since={running.since} text={progress} />}
          <Button onClick={onClose}>{running ? t('Cancel') : t('Close')}</Button>
        </>
      }
    >
      <ul className={classes['files']}>
        {item('png', t('Image (PNG)'), t('The open tabs, as they are seen here'), <IconPhoto {...icon} />)}
        {item('pdf', t('PDF'), t('All tabs on one page, as large as they are'), <IconFileTypePdf {...icon} />)}
        {item('svg', t('Drawing (SVG)'), t('The open tabs, sharp at every size'), <IconVector {...icon} />)}
        {item(
          'html',
          t('Web page (HTML)'),
          t('All tabs with pictures, rows and selections, opens anywhere'),
          <IconFileTypeHtml {...icon} />,
        )}
        {mayTake &&
          item('xlsx', t('Workbook (XLSX)'), t('A sheet for every chart of all tabs'), <IconTable {...icon} />)}
      </ul>
    </Dialog>
  );
}

function Waiting({ since, text }: { readonly since: number; readonly text: string }) {
  return (
    <span className={classes['hint']} role="status">
      {text} {elapsedText(useElapsed(since))}
    </span>
  );
}

/** Draws what is not drawn yet, and makes the file of it. */
function useMaking(onDone: () => void) {
  const board = useBoard();
  const store = useDashboardStore();
  const [running, setRunning] = useState<{ readonly kind: FileKind; readonly since: number } | null>(null);
  const waiting = useStatuses(runningCount);
  const complete = useStatuses(isComplete);
  const isBegun = useRef(false);
  const user = useQuery(me).data;
  const mayTake = user !== undefined && holds(user, 'can_csv', 'Tessera');
  const client = useQueryClient();
  const scopes = useFilters().selections;
  const [drawn, setDrawn] = useState<DrawnSelections | null>(null);
  const filters = useActiveFilters();
  const latest = useRef({ onDone, mayTake, scopes, filters });
  useEffect(() => {
    latest.current = { onDone, mayTake, scopes, filters };
  });
  useWantsCharts(board, running?.kind ?? null);
  useEffect(() => {
    if (running === null || !complete || isBegun.current) return;
    let isOpen = true;
    const leaving = new AbortController();
    // What is complete now may be what was on screen: the others report themselves in the turn after.
    const timer = setTimeout(() => {
      if (!isComplete(board.statuses.getState())) return;
      isBegun.current = true;
      const { layout, title } = store.getState().history.present;
      const root = document.querySelector<HTMLElement>('[data-dashboard-canvas]') ?? document.body;
      makeFile(running.kind, { root, layout, title, board, client, ...latest.current }, leaving.signal, setDrawn)
        .then((blob) => {
          if (!isOpen) return;
          saveFile(blob, title, running.kind);
          latest.current.onDone();
        })
        .catch((error: unknown) => isOpen && toast.danger(describeError(error).title))
        .finally(() => {
          isBegun.current = false;
          if (!isOpen) return;
          setRunning(null);
          setDrawn(null);
        });
    }, SETTLE_MS);
    return () => {
      isOpen = false;
      leaving.abort();
      clearTimeout(timer);
    };
  }, [running, complete, board, store, client]);
  return {
    running,
    progress: progressWords(waiting, drawn),
    mayTake,
    start: (kind: FileKind) => setRunning({ kind, since: Date.now() }),
  };
}

/** What the bar says that acts, by the names of the charts where it is selected. */
function useActiveFilters(): ReturnType<typeof activeFilters> {
  const { filters, selections } = useFilters();
  const masks = useFilterState((state) => state.masks);
  const items = useDashboardCharts();
  const charts = new Map([...selections.keys()].map((id) => [id, items.get(id)?.slice_name ?? String(id)] as const));
  return activeFilters({ filters, masks, charts });
}

/** While a file is made every chart asks, on screen or not, and those of the other tabs where it holds them. */
function useWantsCharts(board: ReturnType<typeof useBoard>, kind: FileKind | null): void {
  useEffect(() => {
    board.wants.setState({ all: kind !== null, tabs: kind !== null && WITH_ALL_TABS.has(kind) });
    return () => board.wants.setState({ all: false, tabs: false });
  }, [board, kind]);
}

function progressWords(waiting: number, drawn: DrawnSelections | null): string {
  if (waiting > 0) return tn('Waiting for one chart …', 'Waiting for %(count)s charts …', waiting);
  return drawn === null ? t('Making the file …') : t('Drawing selections: %(done)s of %(all)s …', drawn);
}

/** So long a chart takes at most from being wanted to saying that it asks. */
const SETTLE_MS = 250;
