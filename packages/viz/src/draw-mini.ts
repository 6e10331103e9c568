import type { EChartsOption } from 'echarts';
import { init, use as register } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { RawForm } from '@tessera/core/form-data';
import type { ChartContext, QueryResult } from './define.ts';
import type { AnyViz } from './erase.ts';
import { sceneSvg } from './scene/scene-svg.ts';
import { guardEchartsCaches } from './shared/guard-echarts-caches.ts';

/**
 * A chart as a picture of a thumbnail's size: its marks alone, without words, axes and legend.
 *
 * It is drawn at the size of its context and shown smaller. Text is left out but in types that are nothing else.
 */
export async function drawMini(
  viz: AnyViz,
  results: readonly QueryResult[],
  raw: RawForm,
  context: ChartContext,
): Promise<string> {
  const { drawing } = viz;
  await viz.prepare(raw);
  if (drawing.kind === 'model') return drawing.toSvg(results, raw, context);
  if (drawing.kind === 'scene') return wordless(sceneSvg(drawing.toScene(results, raw, context)));
  const { echartsParts } = await drawing.parts();
  register([SVGRenderer, ...(Array.isArray(echartsParts) ? echartsParts : [echartsParts])]);
  guardEchartsCaches();
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: context.width, height: context.height });
  try {
    chart.setOption(bare(drawing.toOption(results, raw, context)));
    return chart.renderToSVGString({ useViewBox: true });
  } finally {
    chart.dispose();
  }
}

/** Labels go; a number that is the picture itself stays. */
function wordless(svg: string): string {
  return svg.replace(/<text\b([^>]*)>[\s\S]*?<\/text>/g, (text, attributes: string) =>
    Number(/font-size="([\d.]+)/.exec(attributes)?.[1] ?? 0) > LABEL_SIZE ? text : '',
  );
}

/** The largest type of labels, in px. */
const LABEL_SIZE = 16;

const quiet = { show: false } as const;
const EDGE = 6;

/** The option with nothing but its marks. */
export function bare(option: EChartsOption): EChartsOption {
  const axis = (one: object) => ({
    ...one,
    name: '',
    axisLabel: quiet,
    axisTick: quiet,
    minorTick: quiet,
    splitLine: quiet,
    minorSplitLine: quiet,
    axisPointer: quiet,
  });
  const mark = (one: object) => ({
    ...one,
    label: quiet,
    endLabel: quiet,
    labelLine: quiet,
    ...('type' in one && one.type === 'pie' ? wholePie(one) : {}),
  });
  const { dataZoom: _zoom, toolbox: _tools, title, graphic, tooltip: _tip, ...rest } = option;
  // What has no marks is its words.
  const hasMarks = Array.isArray(option.series) ? option.series.length > 0 : option.series !== undefined;
  return {
    ...rest,
    ...(hasMarks ? {} : { ...(title ? { title } : {}), ...(graphic ? { graphic } : {}) }),
    animation: false,
    legend: quiet,
    ...each('visualMap', option.visualMap, (one) => ({ ...one, show: false })),
    ...each('grid', option.grid, (one) => ({
      ...one,
      left: EDGE,
      right: EDGE,
      top: EDGE,
      bottom: EDGE,
      width: 'auto',
      height: 'auto',
      containLabel: false,
    })),
    ...each('xAxis', option.xAxis, axis),
    ...each('yAxis', option.yAxis, axis),
    ...each('series', option.series, mark),
  };
}

/** Without labels around it a pie has all the room. */
function wholePie(one: object): object {
  const hole = 'radius' in one && Array.isArray(one.radius) && parseFloat(String(one.radius[0])) > 0;
  return { center: ['50%', '50%'], radius: hole ? ['48%', '94%'] : '94%' };
}

/** One part of an option, which may be one thing, a list of them, or not there. */
function each(name: string, part: unknown, change: (one: object) => object): Record<string, unknown> {
  if (typeof part !== 'object' || part === null) return {};
  const list: readonly unknown[] = Array.isArray(part) ? part : [part];
  const changed = list.map((one) => (typeof one === 'object' && one !== null ? change(one) : one));
  return { [name]: Array.isArray(part) ? changed : changed[0] };
}
