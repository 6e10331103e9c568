import { parseExactJson } from '@tessera/core/exact-json';
import { translate, type Catalogue } from '@tessera/core/messages';
import { readShownResult } from '@tessera/viz/read-shown-result';
import { packError, type ThreadError } from '../../engines/process/thread-error.ts';
import { renderChart, type ChartPicture } from '../../render/render-chart.ts';
import { toPng } from '../../render/to-png.ts';

/** What crosses to the thread that draws: nothing in it is a function. */
export type PictureRequest = Omit<ChartPicture, 'results' | 'translator'> & {
  /** Answers of chart data, one per query, as their bytes of JSON. */
  readonly answers: readonly Uint8Array[];
  readonly catalogue: Catalogue;
  readonly locale: string;
  /** Pixels of the image per pixel of the drawing. */
  readonly scale: number;
};
export type PictureReply = { readonly type: 'done'; readonly png: Uint8Array } | ThreadError;

/** A drawing of more characters is a mistake, and would hold up whoever paints it. */
const MAX_SVG = 8_000_000;

/** A chart as PNG; errors are a part of the reply, as they have to leave a thread. */
export async function drawPicture(request: PictureRequest): Promise<PictureReply> {
  const { answers, catalogue, locale, scale, ...picture } = request;
  try {
    const results = answers.map((answer) => readShownResult(parseExactJson(Buffer.from(answer).toString('utf8'))));
    const svg = await renderChart({ ...picture, results, translator: translate(catalogue, locale) });
    if (svg.length > MAX_SVG) throw new RangeError('The drawing is too large.');
    return { type: 'done', png: toPng(svg, picture.width * scale) };
  } catch (error) {
    return packError(error);
  }
}
