import { colorLookup, noColors } from '@tessera/core/colors/assign';
import { AppError } from '@tessera/core/errors/app-error';
import type { RawForm } from '@tessera/core/form-data';
import type { ChartTheme, QueryResult } from '@tessera/viz/define';
import { nothingSvg, nothingToDraw } from '@tessera/viz/draw-nothing';
import { drawSvg, prepareDrawing } from '@tessera/viz/draw-svg';
import type { StoredMetric } from '@tessera/viz/read-metric-formats';
import { vizEntryOf } from '@tessera/viz/registry';
import { createChartContext } from '@tessera/viz/shared/context';
import { message, messageN, translate, type Translator, withTranslator } from '@tessera/core/messages';

/** Larger pictures are refused: a report asks for a page, not for a poster. */
const MAX_SIDE = 4096;

export type ChartPicture = {
  readonly vizType: string;
  /** Form data as saved; junk in it is read as missing. */
  readonly form: RawForm;
  /** One result per query of the chart, in their order. */
  readonly results: readonly QueryResult[];
  /** px */
  readonly width: number;
  readonly height: number;
  readonly mode: ChartTheme['mode'];
  readonly verboseNames?: Readonly<Record<string, string>>;
  /** The saved metrics of its dataset, for how they are written. */
  readonly metrics?: readonly StoredMetric[];
  /** Colours that the chart or its dashboard fixes for names. */
  readonly labelColors?: Readonly<Record<string, string>>;
  /** The reader's language, numbers and dates; English without one. */
  readonly translator?: Translator;
};

/**
 * Draw a chart to an SVG document: the picture of the screen, without a browser. The same picture gives the same bytes.
 * Where nothing is drawn it says why, as the screen does.
 *
 * @throws AppError invalid_object for a chart type that this version does not have, or a size outside 16 … 4096 px
 */
export async function renderChart({
  vizType,
  form,
  results,
  width,
  height,
  mode,
  verboseNames = {},
  metrics = [],
  labelColors = {},
  translator = translate(),
}: ChartPicture): Promise<string> {
  const entry = vizEntryOf(vizType);
  if (!entry)
    throw new AppError('invalid_object', {
      reason: message('The chart type %(vizType)s does not exist.', { vizType }),
    });
  if (!isSide(width) || !isSide(height))
    throw new AppError('invalid_object', {
      reason: messageN('A picture measures one pixel.', 'A picture measures from 16 to %(count)s pixels.', MAX_SIDE),
    });
  const color = colorLookup({ mode, assignment: noColors, labelColors });
  const context = createChartContext({
    width,
    height,
    mode,
    verboseNames,
    metrics,
    color,
    locale: translator.locale,
  });
  const viz = await entry.load();
  await prepareDrawing(viz, form);
  const nothing = withTranslator(translator, () => nothingToDraw(viz, results, form, context));
  return nothing === null ? drawSvg(viz, results, form, context, translator) : nothingSvg(nothing, context);
}

function isSide(pixels: number): boolean {
  return Number.isFinite(pixels) && pixels >= 16 && pixels <= MAX_SIDE;
}
