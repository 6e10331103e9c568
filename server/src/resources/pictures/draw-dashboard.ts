import type { SheetFrame } from '@tessera/core/layout/sheet-frames';
import { translate, type Catalogue, type Translator } from '@tessera/core/messages';
import { packError, type ThreadError } from '../../engines/process/thread-error.ts';
import { renderChart } from '../../render/render-chart.ts';
import { readStill, type AnsweredStill } from '../../render/read-still.ts';
import { renderStills, type DrawnStill, type Still, type StillSet } from '../../render/render-stills.ts';
import { sheetSize, sheetSvg, type SheetCard } from '../../render/sheet-svg.ts';
import { toPdf } from '../../render/to-pdf.ts';
import { rasterise } from '../../render/to-png.ts';

/** What crosses to the thread that draws: nothing in it is a function. */
export type SheetRequest = Pick<StillSet, 'mode' | 'colors'> & {
  readonly title: string;
  /** px of the canvas; `height` of everything on it. */
  readonly width: number;
  readonly height: number;
  /** px that the whole picture is high at least and at most. */
  readonly least: number;
  readonly most: number;
  readonly frames: readonly SheetFrame[];
  /** By the id of its component: the card of a chart, with what its drawing is made of. */
  readonly cards: readonly {
    readonly componentId: string;
    readonly title: string;
    readonly words: string;
    readonly still: AnsweredStill | null;
  }[];
  /** Pixels of the image per px of the drawing. */
  readonly scale: number;
  readonly withPdf: boolean;
  readonly catalogue: Catalogue;
  readonly locale: string;
};
export type SheetReply =
  | { readonly type: 'done'; readonly png: Uint8Array; readonly pdf: Uint8Array | null }
  | ThreadError;

/** A drawing of more characters is a mistake, and would hold up whoever paints it. */
const MAX_CARD = 1_000_000;
const MAX_SHEET = 12_000_000;
/** Pixels of one image: four bytes each. */
const MAX_PIXELS = 16_000_000;

/** A dashboard as PNG and PDF; errors are a part of the reply, as they have to leave a thread. */
export async function drawDashboard(request: SheetRequest): Promise<SheetReply> {
  try {
    const svg = sheetSvg({ ...request, cards: await cardsOf(request) });
    if (svg.length > MAX_SHEET) throw new RangeError('The drawing is too large.');
    const { width, height } = sheetSize(request);
    const scale = Math.min(request.scale, Math.sqrt(MAX_PIXELS / (width * height)));
    const image = rasterise(svg, Math.max(1, Math.floor(width * scale)));
    const pdf = request.withPdf ? toPdf(image, width, request.title) : null;
    return { type: 'done', png: image.asPng(), pdf };
  } catch (error) {
    return packError(error);
  }
}

async function cardsOf({ cards, mode, colors, ...request }: SheetRequest): Promise<ReadonlyMap<string, SheetCard>> {
  const translator = translate(request.catalogue, request.locale);
  const read = cards.map(({ still }) => (still === null ? null : readOrNull(still)));
  const stills = read.filter((still) => still !== null);
  const pictures = new Map<Still, DrawnStill | null>();
  const drawn = await renderStills({ stills, mode, colors, translator });
  for (const [at, still] of stills.entries()) pictures.set(still, drawn[at] ?? (await alone(still, mode, translator)));
  return new Map(
    cards.map(({ componentId, title, words }, at) => {
      const still = read[at] ?? null;
      const drawing = still === null ? null : (pictures.get(still) ?? null);
      const isDrawn = drawing !== null && drawing.svg.length <= MAX_CARD;
      return [componentId, { title, words, drawing: isDrawn ? drawing : null }];
    }),
  );
}

function readOrNull(still: AnsweredStill): Still | null {
  try {
    return readStill(still);
  } catch {
    return null;
  }
}

/** A chart that a page does not show before its script runs; null for one without rows. */
async function alone(still: Still, mode: StillSet['mode'], translator: Translator): Promise<DrawnStill | null> {
  if (still.results.every(({ table }) => table.rowCount === 0)) return null;
  try {
    const svg = await renderChart({ ...still, mode, translator });
    return { svg, note: '', height: still.height };
  } catch {
    return null;
  }
}
