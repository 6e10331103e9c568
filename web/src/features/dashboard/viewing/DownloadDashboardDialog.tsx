import { IconFileTypeHtml, IconFileTypePdf, IconPhoto, IconTable, IconVector } from '@tabler/icons-react';
import { componentOf, type Layout } from '@tessera/core/layout/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t, tn } from '@tessera/core/messages';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { holds, me } from '../../../api/me.ts';
import { askOnce } from '../../../chart/ask-once.ts';
import { drawnOf } from '../../../chart/files/drawn.ts';
import { useDashboardCharts } from '../dashboard-data.tsx';
import { useFilters, useFilterState } from '../filters/FilterProvider.tsx';
import { activeFilters, filtersTable } from './active-filters.ts';
import { drawSelections } from './draw-selections.ts';
import type { CardInFile, SelectionsInFile } from './selections-in-file.ts';
import { embeddedFonts } from '../../../chart/files/embedded-fonts.ts';
import { imageOfSvg } from '../../../chart/files/picture-files.ts';
import { elapsedText } from '../../../chart/elapsed-text.ts';
import { useElapsed } from '../../../chart/Elapsed.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { saveFile } from '../../../ui/common/save-file.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useDashboardStore } from '../DashboardProvider.tsx';
import { isComplete, runningCount, useBoard, useStatuses } from '../view/chart-board.tsx';
import { collectSheet } from './collect-cards.ts';
import { sheetHtml, sheetSvg, type Sheet } from './compose-sheet.ts';
import classes from './Viewing.module.css';

type Kind = 'png' | 'pdf' | 'svg' | 'html' | 'xlsx';

/** What holds the whole dashboard; a picture is one of the tabs that are open. */
const WITH_ALL_TABS: ReadonlySet<Kind> = new Set(['pdf', 'html', 'xlsx']);

/** A dashboard as a file: every chart of it is drawn first, also those that were never on screen. */
export function DownloadDashboardDialog({ onClose }: { readonly onClose: () => void }) {
  const { running, progress, mayTake, start } = useMaking(onClose);
  const item = (kind: Kind, name: string, hint: string, icon: ReactNode) => (
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
  const [running, setRunning] = useState<{ readonly kind: Kind; readonly since: number } | null>(null);
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
      const charts = new Map([...board.handles].map(([id, { shown }]) => [id, { shown: shown() }] as const));
      collectSheet(root, layout, charts, { title, filters: latest.current.filters })
        .then(async (sheet) => {
          if (running.kind !== 'html') return fileOf(running.kind, sheet, latest.current.mayTake);
          const selections = await drawSelections(cardsOf(sheet, board, layout), latest.current.scopes, {
            ask: (input) => askOnce(client, input, leaving.signal),
            onProgress: setDrawn,
          });
          return fileOf('html', sheet, latest.current.mayTake, selections);
        })
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
    start: (kind: Kind) => setRunning({ kind, since: Date.now() }),
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
function useWantsCharts(board: ReturnType<typeof useBoard>, kind: Kind | null): void {
  useEffect(() => {
    board.wants.setState({ all: kind !== null, tabs: kind !== null && WITH_ALL_TABS.has(kind) });
    return () => board.wants.setState({ all: false, tabs: false });
  }, [board, kind]);
}

type DrawnSelections = { readonly done: number; readonly all: number };

function progressWords(waiting: number, drawn: DrawnSelections | null): string {
  if (waiting > 0) return tn('Waiting for one chart …', 'Waiting for %(count)s charts …', waiting);
  return drawn === null ? t('Making the file …') : t('Drawing selections: %(done)s of %(all)s …', drawn);
}

/** So long a chart takes at most from being wanted to saying that it asks. */
const SETTLE_MS = 250;

/** The charts of a sheet that have been drawn, with what they ask. */
function cardsOf(sheet: Sheet, board: ReturnType<typeof useBoard>, layout: Layout): readonly CardInFile[] {
  return sheet.parts.flatMap((part): CardInFile[] => {
    const componentId = part.kind === 'chart' ? part.componentId : undefined;
    const handle = componentId === undefined ? undefined : board.handles.get(componentId);
    const drawn = drawnOf(handle?.shown() ?? null);
    const chartId = componentOf(layout, componentId)?.meta.chartId;
    if (part.kind !== 'chart' || componentId === undefined || !handle || !drawn || chartId === undefined) return [];
    return [{ componentId, chartId, title: part.title, drawn, input: handle.input() }];
  });
}

/** @param mayTake  whether this user may take rows out */
async function fileOf(kind: Kind, sheet: Sheet, mayTake: boolean, selections?: SelectionsInFile): Promise<Blob> {
  if (kind === 'html') {
    const words = {
      data: mayTake ? t('Data') : null,
      cut: t('Only the first rows are here.'),
      everything: t('Everything'),
      select: t('Select on'),
    };
    const page = sheetHtml(sheet, words, selections);
    // Its texts were measured with the letters of this page.
    const fonts = await embeddedFonts(page);
    return new Blob([page.replace('<style>', () => `<style>${fonts}`)], { type: 'text/html' });
  }
  if (kind === 'xlsx') {
    const parts = sheet.parts.flatMap((part) =>
      part.kind === 'chart' && part.rows !== null ? [{ title: part.title, rows: part.rows }] : [],
    );
    if (parts.length === 0) throw new Error(t('No chart here has rows.'));
    const said = sheet.filters.length === 0 ? [] : [{ title: t('Filters'), rows: filtersTable(sheet.filters) }];
    return (await import('./workbook.ts')).workbook([...said, ...parts]);
  }
  const drawing = sheetSvg(sheet);
  const fonts = await embeddedFonts(drawing.text);
  const text = drawing.text.replace('>', () => `><style>${fonts}</style>`);
  if (kind === 'svg') return new Blob([text], { type: 'image/svg+xml' });
  const image = await imageOfSvg({ ...drawing, text });
  if (kind === 'png') return image;
  const { pdfOfImage } = await import('./pdf-of-image.ts');
  return pdfOfImage(image, drawing, sheet.title);
}
