import { createColorScope, type ColorScope, type ScopeSettings } from '@tessera/core/colors/color-scope';
import type { ThemeMode } from '@tessera/core/colors/categorical';
import type { RawForm } from '@tessera/core/form-data';
import { withTranslator, type Translator } from '@tessera/core/messages';
import type { ChartContext, QueryResult, RowFacts } from '@tessera/viz/define';
import { drawOption, prepareDrawing } from '@tessera/viz/draw-svg';
import type { AnyViz } from '@tessera/viz/erase';
import { SEARCH_FROM } from '@tessera/viz/layer/legend';
import { picturedNotes } from '@tessera/viz/layer/limit';
import type { StoredMetric } from '@tessera/viz/read-metric-formats';
import { vizEntryOf } from '@tessera/viz/registry';
import { sceneSvg } from '@tessera/viz/scene/scene-svg';
import { createChartContext } from '@tessera/viz/shared/context';

/** One chart of a dashboard as its picture needs it. */
export type Still = {
  readonly chartId: number;
  readonly vizType: string;
  readonly form: RawForm;
  readonly results: readonly (QueryResult & RowFacts)[];
  /** px, of the place that the chart has in its card. */
  readonly width: number;
  readonly height: number;
  readonly verboseNames: Readonly<Record<string, string>>;
  /** The saved metrics of its dataset, for how they are written. */
  readonly metrics: readonly StoredMetric[];
};

export type StillSet = {
  readonly stills: readonly Still[];
  readonly mode: ThemeMode;
  readonly colors: Omit<ScopeSettings, 'source'>;
  readonly translator: Translator;
};

/** `note`: what stands below the picture; it is no part of it. */
export type DrawnStill = { readonly svg: string; readonly note: string; readonly height: number };

/** A line below a picture, in px: its padding and one line of small text. */
const NOTE_PX = 2 + 12 * 1.45;

/**
 * Draw the charts of one dashboard as its page draws them before anybody touched them, with one colour for one name.
 * Null for a chart that cannot be drawn; the others do without it.
 */
export async function renderStills({
  stills,
  mode,
  colors,
  translator,
}: StillSet): Promise<readonly (DrawnStill | null)[]> {
  const loaded = await Promise.all(stills.map(loadStill));
  const scope = createColorScope({ source: 'dashboard', ...colors });
  return withTranslator(translator, () => {
    const around = { mode, scope, locale: translator.locale };
    // Names get their colours in the order of all charts: all of them are met before the first is drawn.
    stills.forEach((still, at) => drawOrNull(still, loaded[at] ?? null, around));
    return stills.map((still, at) => drawOrNull(still, loaded[at] ?? null, around));
  });
}

async function loadStill({ vizType, form }: Still): Promise<AnyViz | null> {
  try {
    const viz = (await vizEntryOf(vizType)?.load()) ?? null;
    if (viz) await prepareDrawing(viz, form);
    return viz;
  } catch {
    return null;
  }
}

type Around = { readonly mode: ThemeMode; readonly scope: ColorScope; readonly locale: string };

function drawOrNull(still: Still, viz: AnyViz | null, around: Around): DrawnStill | null {
  try {
    return viz && drawStill(still, viz, around);
  } catch {
    return null;
  }
}

function drawStill(still: Still, viz: AnyViz, { mode, scope, locale }: Around): DrawnStill | null {
  const { chartId, form, results, verboseNames, metrics, width } = still;
  if (results.every(({ table }) => table.rowCount === 0) || viz.whyEmpty(results, form) !== null) return null;
  // A row of settings for readers stands over the picture, and its height is the page's to know.
  if (viz.readerControls(form).length > 0) return null;
  const color: ChartContext['color'] = (scheme, name) => scope.color(chartId, scheme, name, mode, {});
  const at = (height: number) => createChartContext({ width, height, mode, verboseNames, metrics, color, locale });
  const note = picturedNotes(viz, results, form, at(still.height)).join(' · ');
  const height = note === '' ? still.height : Math.round(still.height - NOTE_PX);
  if (width < 16 || height < 16) return null;
  return { svg: pictureOf(viz, still, at(height)), note, height };
}

/** Of the letters of the product: how far the middle of a line on a canvas lies over its base, in ems. */
const MIDDLE_EM = '0.3006em';

/** The middle of a line of SVG is not that of a canvas, which the picture takes the place of. */
function onCanvasLines(svg: string): string {
  return svg.replace(/<text\b[^>]*>/g, (tag) =>
    / dy="/.test(tag) ? tag : tag.replace(' dominant-baseline="central"', ` dy="${MIDDLE_EM}"`),
  );
}

function pictureOf(viz: AnyViz, { form, results }: Still, context: ChartContext): string {
  const { drawing } = viz;
  if (drawing.kind === 'model') return drawing.toSvg(results, form, context);
  if (drawing.kind === 'scene') return sceneSvg(drawing.toScene(results, form, context));
  const option = drawing.toOption(results, form, context);
  const { legend } = option;
  const isLong = legend !== undefined && !Array.isArray(legend) && (legend.data ?? []).length >= SEARCH_FROM;
  // A long legend is made of elements of the page, beside the drawing.
  const drawn = isLong ? { ...option, legend: { ...legend, show: false } } : option;
  return onCanvasLines(drawOption(drawn, viz.describe(results, form, context), context));
}
