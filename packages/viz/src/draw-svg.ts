import type { EChartsOption } from 'echarts';
import { init, setPlatformAPI, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { RawForm } from '@tessera/core/form-data';
import { translate, withTranslator, type Translator } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from './define.ts';
import type { AnyViz } from './erase.ts';
import { stillLegend } from './layer/legend.ts';
import { sceneSvg } from './scene/scene-svg.ts';
import { guardEchartsCaches } from './shared/guard-echarts-caches.ts';
import { escapeMarkup, validText } from './shared/markup.ts';
import { cutMiddle, textWidth } from './shared/text.ts';

/**
 * Draw any chart to an SVG document without a browser: the same option, scene or model that the screen shows.
 *
 * Nothing moves in it, and the same input gives the same bytes.
 *
 * @param translator  The language of labels; English without one.
 */
export async function drawSvg(
  viz: AnyViz,
  results: readonly QueryResult[],
  raw: RawForm,
  context: ChartContext,
  translator: Translator = translate(),
): Promise<string> {
  await prepareDrawing(viz, raw);
  // From here on nothing waits, so that no other picture is drawn in this language.
  return withTranslator(translator, () => drawNow(viz, results, raw, context));
}

/** The same without what is said below it, for whoever writes that with more room. */
export async function drawBareSvg(...given: Parameters<typeof drawSvg>): Promise<string> {
  const [viz, results, raw, context, translator = translate()] = given;
  await prepareDrawing(viz, raw);
  return withTranslator(translator, () => drawPicture(viz, results, raw, context));
}

function drawNow(viz: AnyViz, results: readonly QueryResult[], raw: RawForm, context: ChartContext): string {
  const notes = viz.notes(results, raw, context);
  if (notes.length === 0) return drawPicture(viz, results, raw, context);
  const { width, height, theme } = context;
  const picture = drawPicture(viz, results, raw, { ...context, height: height - NOTE_HEIGHT });
  const note = cutMiddle(notes.join(' · '), width - 16, NOTE_SIZE);
  const place = `x="${width - 8}" y="${height - 5}" text-anchor="end" font-size="${NOTE_SIZE}"`;
  const paint = `font-family="${escapeMarkup(theme.fontFamily)}" fill="${theme.textMuted}"`;
  const text = `<text ${place} ${paint}>${escapeMarkup(note)}</text>`;
  const ground = `<rect width="${width}" height="${height}" fill="${theme.surface}"/>`;
  const drawn = sized(picture, width, height - NOTE_HEIGHT);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${ground}${drawn}${text}</svg>`;
}

const NOTE_HEIGHT = 20;
const NOTE_SIZE = 11;

/** A picture inside another has a size in px. */
function sized(svg: string, width: number, height: number): string {
  return svg.replace(/<svg\b[^>]*>/, (tag) =>
    tag.replace(/ (?:width|height)="[^"]*"/g, '').replace('<svg', `<svg width="${width}" height="${height}"`),
  );
}

async function registerParts({ parts }: Extract<AnyViz['drawing'], { kind: 'option' }>): Promise<void> {
  const { echartsParts } = await parts();
  register([SVGRenderer, ...(Array.isArray(echartsParts) ? echartsParts : [echartsParts])]);
}

function drawPicture(viz: AnyViz, results: readonly QueryResult[], raw: RawForm, context: ChartContext): string {
  const { drawing } = viz;
  if (drawing.kind === 'model') return drawing.toSvg(results, raw, context);
  if (drawing.kind === 'scene') return sceneSvg(drawing.toScene(results, raw, context));
  return drawOption(drawing.toOption(results, raw, context), viz.describe(results, raw, context), context);
}

/** Load what the drawing of a form needs, before `drawOption`. */
export async function prepareDrawing(viz: AnyViz, raw: RawForm): Promise<void> {
  await viz.prepare(raw);
  if (viz.drawing.kind === 'option') await registerParts(viz.drawing);
}

/** An option as SVG, with what it says in words as its title. */
export function drawOption(
  option: EChartsOption,
  title: string,
  { width, height }: Pick<ChartContext, 'width' | 'height'>,
): string {
  guardEchartsCaches();
  // A browser measures text itself, and its canvases share this setting.
  if (!('document' in globalThis))
    setPlatformAPI({ measureText: (text, font) => ({ width: textWidth(text, fontSizeOf(font)) }) });
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ ...withStillLegend(option, width), animation: false });
    return still(validText(chart.renderToSVGString({ useViewBox: true })), title);
  } finally {
    chart.dispose();
  }
}

function withStillLegend(option: EChartsOption, width: number): EChartsOption {
  const { legend } = option;
  return legend === undefined || Array.isArray(legend) ? option : { ...option, legend: stillLegend(legend, width) };
}

function fontSizeOf(font: string | undefined): number {
  return Number(/(\d+(?:\.\d+)?)px/.exec(font ?? '')?.[1] ?? 12);
}

/**
 * The picture alone: no hover styles, no marks of the drawing library. Ids count from one behind a hash of the picture,
 * so that several pictures can stand in one document. The title says what it shows.
 */
function still(svg: string, title: string): string {
  const bare = svg.replace(/<style\b[^>]*>[\s\S]*?<\/style>/g, '');
  // Tag by tag, so that the text of labels is never touched.
  const quiet = bare.replace(/<[^>]*>/g, (tag) =>
    tag
      .replace(/ (?:class|ecmeta_\w+|prev|next|pointer-events)="[^"]*"| next(?=[\s/>])/g, '')
      .replaceAll(/\s+(?=\/?>)/g, ''),
  );
  const prefix = `c${hash(quiet.replace(OWN_ID, '') + title)}`;
  const ids = new Map<string, string>();
  const named = quiet.replace(/<[^>]*>/g, (tag) =>
    tag.replace(OWN_ID, (id) => {
      const known = ids.get(id) ?? `${prefix}-${ids.size + 1}`;
      ids.set(id, known);
      return known;
    }),
  );
  const at = named.indexOf('>') + 1;
  return (
    `${named.slice(0, at).replace('<svg ', '<svg role="img" ')}<title>${escapeMarkup(title)}</title>` + named.slice(at)
  );
}

const OWN_ID = /zr\d+-[\w-]+/g;

/** FNV-1a, 32 bits, in base 36. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value >>> 0).toString(36);
}
