import type { QueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { componentOf, type Layout } from '@tessera/core/layout/types';
import { askOnce } from '../../../chart/ask-once.ts';
import { fetchChartRows } from '../../../chart/chart-actions.ts';
import { drawnOf } from '../../../chart/files/drawn.ts';
import { embeddedFonts } from '../../../chart/files/embedded-fonts.ts';
import { imageOfSvg } from '../../../chart/files/picture-files.ts';
import { chartSlots } from '../../../chart/queue.ts';
import type { ChartInput, Shown } from '../../../chart/use-chart.ts';
import type { useBoard } from '../view/chart-board.tsx';
import { filtersTable, type ActiveFilter } from './active-filters.ts';
import { collectSheet, type ShownCharts } from './collect-cards.ts';
import { sheetHtml, sheetSvg, type Sheet } from './compose-sheet.ts';
import { drawSelections } from './draw-selections.ts';
import { notesTable, pageNote, rowsInFile } from './rows-in-file.ts';
import type { CardInFile, SelectionsInFile } from './selections-in-file.ts';

export type FileKind = 'png' | 'pdf' | 'svg' | 'html' | 'xlsx';

/** The kinds with rows. */
const WITH_ROWS: ReadonlySet<FileKind> = new Set(['html', 'xlsx']);

type Page = {
  /** The element that holds the components. */
  readonly root: HTMLElement;
  readonly layout: Layout;
  readonly title: string;
  readonly filters: readonly ActiveFilter[];
  readonly scopes: Parameters<typeof drawSelections>[1];
  readonly board: Pick<ReturnType<typeof useBoard>, 'handles'>;
  readonly client: QueryClient;
  /** Whether this user may take rows out. */
  readonly mayTake: boolean;
};

/** How many selections are drawn of all. */
export type DrawnSelections = { readonly done: number; readonly all: number };

/** A dashboard whose charts are all drawn, as a file. @throws Error for a workbook of no rows */
export async function makeFile(
  kind: FileKind,
  { root, layout, title, filters, scopes, board, client, mayTake }: Page,
  signal: AbortSignal,
  onProgress: (drawn: DrawnSelections) => void,
): Promise<Blob> {
  const rows = (shown: Shown, input: ChartInput) =>
    rowsInFile(shown, input, (asked) => chartSlots.run(signal, () => fetchChartRows(asked, signal)));
  const hasRows = mayTake && WITH_ROWS.has(kind);
  const charts: ShownCharts = new Map(
    [...board.handles].map(([id, { shown, input }]) => [
      id,
      { shown: shown(), rows: hasRows ? (picture: Shown) => rows(picture, input()) : null },
    ]),
  );
  const sheet = await collectSheet(root, layout, charts, { title, filters });
  if (kind === 'xlsx') return workbookOf(sheet);
  if (kind !== 'html') return pictureOf(kind, sheet);
  const selections = await drawSelections(cardsOf(sheet, board, layout), scopes, {
    ask: (input) => askOnce(client, input, signal),
    rows: hasRows ? rows : () => Promise.resolve([]),
    onProgress,
  });
  return pageOf(sheet, selections, mayTake);
}

/** The charts of a sheet that have been drawn, with what they ask. */
function cardsOf(sheet: Sheet, board: Page['board'], layout: Layout): readonly CardInFile[] {
  return sheet.parts.flatMap((part): CardInFile[] => {
    const componentId = part.kind === 'chart' ? part.componentId : undefined;
    const handle = componentId === undefined ? undefined : board.handles.get(componentId);
    const drawn = drawnOf(handle?.shown() ?? null);
    const chartId = componentOf(layout, componentId)?.meta.chartId;
    if (part.kind !== 'chart' || componentId === undefined || !handle || !drawn || chartId === undefined) return [];
    return [{ componentId, chartId, title: part.title, drawn, input: handle.input() }];
  });
}

async function pageOf(sheet: Sheet, selections: SelectionsInFile, mayTake: boolean): Promise<Blob> {
  const words = {
    data: mayTake ? t('Data') : null,
    cut: t('Only the first rows are here.'),
    page: pageNote(),
    everything: t('Everything'),
    select: t('Select on'),
  };
  const page = sheetHtml(sheet, words, selections);
  // Its texts were measured with the letters of this page.
  const fonts = await embeddedFonts(page);
  return new Blob([page.replace('<style>', () => `<style>${fonts}`)], { type: 'text/html' });
}

async function workbookOf(sheet: Sheet): Promise<Blob> {
  const charts = sheet.parts.flatMap((part) => (part.kind === 'chart' ? [part] : []));
  const parts = charts.flatMap(({ title, rows }) =>
    rows.map(({ name, table }) => ({ title, query: name, rows: table })),
  );
  if (parts.length === 0) throw new Error(t('No chart here has rows.'));
  const filters = sheet.filters.length === 0 ? [] : [{ title: t('Filters'), rows: filtersTable(sheet.filters) }];
  const missing = notesTable(charts);
  const notes = missing === null ? [] : [{ title: t('Notes'), rows: missing }];
  return (await import('./workbook.ts')).workbook([...filters, ...notes, ...parts]);
}

async function pictureOf(kind: 'png' | 'pdf' | 'svg', sheet: Sheet): Promise<Blob> {
  const drawing = sheetSvg(sheet);
  const fonts = await embeddedFonts(drawing.text);
  const text = drawing.text.replace('>', () => `><style>${fonts}</style>`);
  if (kind === 'svg') return new Blob([text], { type: 'image/svg+xml' });
  const image = await imageOfSvg({ ...drawing, text });
  if (kind === 'png') return image;
  const { pdfOfImage } = await import('./pdf-of-image.ts');
  return pdfOfImage(image, drawing, sheet.title);
}
