import { metricLabel } from '@tessera/core/form-data';
import type { DataZoomComponentOption, EChartsOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { offsetsOf } from '../../bundles/compared-times.ts';
import type { Axis } from '../../shared/axes.ts';
import { baseOption } from '../../shared/base-option.ts';
import { derivedMeasure } from '../../layer/derived-measure.ts';
import { type Insets, type LegendForm, legendOf } from '../../layer/legend.ts';
import { downwardGrid, plotGrid } from '../../shared/plot-grid.ts';
import { cutMiddle, textWidth, wrapLines } from '../../shared/text.ts';
import { annotationMarks } from './annotation-marks.ts';
import { endForSpans, readAnnotations } from './annotations.ts';
import type { FamilyForm } from './controls.ts';
import { incompleteOf, readSeries, type SeriesData } from './data.ts';
import { truthful } from './honest.ts';
import { marksOf } from './marks.ts';
import { baseAxis, measureAxis } from './plot-axes.ts';
import type { Layer, Mark, SeriesOption, Style } from './style.ts';
import { withIncomplete } from './incomplete.ts';
import { brushedRange } from './dimming.ts';
import { tooltipOf } from './tooltip.ts';
import { axisGrain } from './touch.ts';
import { wholeOfLayers, wholeSeries } from './whole.ts';

/** What a chart type of the family is by itself; everything else comes from the form. */
export type Kind = {
  /** The mark that the form cannot change; null lets `seriesType` decide. */
  readonly mark: Mark | null;
  readonly filled: boolean;
};

const PADDING = 10;
const ZOOM_HEIGHT = 36;
const DIRECT_LABELS_FROM = { width: 420, height: 160 } as const;
const DIRECT_LABELS_MAX = 8;
const DIRECT_LABEL_WIDTH = 104;
/** Height of a name at the end of a line. */
const DIRECT_LABEL_HEIGHT = 16;

/** The whole family in one drawing: marks over a base axis of time, numbers or categories. */
export function timeseriesOption(
  kind: Kind,
  results: readonly QueryResult[],
  asked: FamilyForm,
  context: ChartContext,
): EChartsOption {
  const form = truthful(asked, context);
  const mark = kind.mark ?? form.seriesType;
  const data = readSeries(results[0], form, mark === 'bar', context);
  const names = [...data.series, ...readAnnotations(results[0], data, form).lines].map(({ name }) => name);
  const style = styleOf(kind, mark, names, form, context);
  const layers = [{ data, form, style }] as const;
  const option = layersOption(layers, results[0], context, (length) =>
    measureAxis(titled(form, context), style, length, context),
  );
  return withWhole(option, wholeOfLayers(layers, context), context);
}

/** The option with the pale whole behind a part. */
export function withWhole(
  option: EChartsOption,
  behind: ReturnType<typeof wholeOfLayers>,
  context: ChartContext,
): EChartsOption {
  if (behind === null) return option;
  const { whole, layer } = behind;
  const pale = wholeSeries(whole, layer.data, layer.form, layer.style, context);
  return { ...option, series: [...listOf(option.series), pale] };
}

function listOf(series: EChartsOption['series']) {
  return Array.isArray(series) ? series : series ? [series] : [];
}

/** Less height has no line for a title that nobody asked for. */
const TITLED_FROM = 220;
const TITLE_BELOW = 26;

/** An axis without a title of the author says what is measured, and what was made of it. */
function titled(form: FamilyForm, context: ChartContext): FamilyForm {
  if (form.y_axis_title !== '' || context.height < TITLED_FROM) return form;
  const title = measuredBy(form, context);
  const margin = form.y_axis_title_margin ?? 0;
  if (title === null) return form;
  return {
    ...form,
    y_axis_title: title,
    y_axis_title_position: 'Top',
    // Below the labels of an axis that lies at the bottom.
    y_axis_title_margin: form.orientation === 'horizontal' ? Math.max(TITLE_BELOW, margin) : margin,
  };
}

/** Null where the legend says it: several metrics as they are, and changes between times. */
function measuredBy(form: FamilyForm, context: ChartContext): string | null {
  if (form.stack === 'Stream' || (offsetsOf(form).length > 0 && form.comparison_type !== 'values')) return null;
  const names = form.metrics.map((metric) => context.verboseName(metricLabel(metric)));
  const isExpanded = form.stack === 'Expand' && form.contributionMode === null;
  const name = names.length > 1 ? cutMiddle(names.join(', '), context.width / 2, 12) : (names[0] ?? '');
  const title = derivedMeasure(name, isExpanded ? { ...form, contributionMode: 'row' } : form);
  return names.length === 0 || (names.length > 1 && title === name) ? null : title;
}

/**
 * Layers over one base axis, which is that of the first; so are legend, tooltip, zoom and annotations.
 *
 * @param measures  the axis of what is measured, or both of them, for a length in px
 */
export function layersOption(
  layers: readonly [Layer, ...Layer[]],
  result: QueryResult | undefined,
  context: ChartContext,
  measures: (length: number) => Axis | Axis[],
): EChartsOption {
  const [{ data, form, style }] = layers;
  const annotations = readAnnotations(result, data, form);
  const names = [...layers.flatMap((layer) => layer.data.series), ...annotations.lines].map(({ name }) => name);
  const { legend, insets: legendInsets } = legendOf(
    [...new Set(names)].map((name) => ({ name, label: name })),
    legendForm(form, style),
    context,
  );
  const insets = plotInsets(legendInsets, style, data, form);
  const room = {
    width: context.width - insets.left - insets.right - 48,
    height: context.height - insets.top - insets.bottom - 24,
  };
  const hasBars = layers.some((layer) => layer.style.mark === 'bar' || layer.style.mark === 'scatter');
  const end = endForSpans(annotations.spans, data.x, form.time_grain_sqla);
  const base: Axis = {
    ...baseAxis(data, form, { ...style, hasBars }, room, context),
    ...(end === null ? {} : { max: end }),
  };
  const values = measures(style.horizontal ? room.width : room.height);
  return {
    ...baseOption(context),
    grid: style.horizontal
      ? downwardGrid(insets, { areTurned: (form.xAxisLabelRotation ?? 0) !== 0 })
      : plotGrid(insets),
    legend,
    tooltip: tooltipOf(layers, annotations, context),
    xAxis: style.horizontal ? values : base,
    yAxis: style.horizontal ? { ...base, inverse: true } : values,
    series: [
      ...layers.flatMap((layer, at) => layerMarks(layer, at, result, context)),
      ...annotationMarks(annotations, form, style, context),
      ...brushedRange(style, context),
    ],
    ...(form.zoomable ? { dataZoom: zoomOf(style, legendInsets, context) } : {}),
  };
}

/** The marks of a layer; its stacks are its own. */
function layerMarks(
  { data, form, style }: Layer,
  at: number,
  result: QueryResult | undefined,
  context: ChartContext,
): readonly SeriesOption[] {
  const parts = new Map(data.series.map((series) => [series.key, incompleteOf(series, data)]));
  const marks = withIncomplete(
    marksOf(data, form, style, context, axisGrain(result, form)),
    (key) => parts.get(key) ?? data.x.incomplete,
    context,
  );
  if (at === 0) return marks;
  return marks.map((mark) => (mark.stack === undefined ? mark : { ...mark, stack: `${at} · ${mark.stack}` }));
}

function styleOf(kind: Kind, mark: Mark, names: readonly string[], form: FamilyForm, context: ChartContext): Style {
  const horizontal = mark === 'bar' && form.orientation === 'horizontal';
  const style = { mark, filled: kind.filled || form.area, horizontal };
  return {
    ...style,
    axis: 0,
    endLabelWidth: hasDirectLabels(style, names, form, context) ? endLabelWidth(names) : null,
  };
}

/** Names at the ends of the lines where there is room and nobody asked for a legend elsewhere. */
function hasDirectLabels(
  { mark }: Pick<Style, 'mark'>,
  names: readonly string[],
  form: FamilyForm,
  context: ChartContext,
): boolean {
  if (mark === 'bar' || mark === 'scatter' || form.stack !== null || form.zoomable) return false;
  if (
    !form.show_legend ||
    form.legendOrientation !== 'top' ||
    form.legendType !== 'scroll' ||
    form.legendMargin !== null
  )
    return false;
  const fits = context.width >= DIRECT_LABELS_FROM.width && context.height >= DIRECT_LABELS_FROM.height;
  // Where all lines end together, their names must still stand below each other.
  const most = Math.min(DIRECT_LABELS_MAX, Math.floor((context.height * 0.75) / DIRECT_LABEL_HEIGHT));
  return fits && names.length >= 2 && names.length <= most;
}

function endLabelWidth(names: readonly string[]): number {
  const widths = names.flatMap((name) => wrapLines(name, DIRECT_LABEL_WIDTH, 12).map((line) => textWidth(line, 12)));
  return Math.min(DIRECT_LABEL_WIDTH, Math.ceil(Math.max(...widths)));
}

function legendForm(form: FamilyForm, style: Style): LegendForm {
  const { show_legend, legendType, legendOrientation, legendMargin } = form;
  return { show_legend: show_legend && style.endLabelWidth === null, legendType, legendOrientation, legendMargin };
}

function plotInsets(legend: Insets, style: Style, data: SeriesData, form: FamilyForm): Insets {
  const endLabels = style.endLabelWidth === null ? 0 : style.endLabelWidth + 12;
  // Labels above the topmost mark need a line of their own.
  const values = form.show_value && !style.horizontal ? 10 : 0;
  // Half of the last label of a time axis stands beyond the plot.
  const overhang = data.x.kind === 'category' || style.horizontal ? 4 : 16;
  return {
    top: PADDING + legend.top + values,
    right: PADDING + legend.right + Math.max(endLabels, overhang) + (form.show_value && style.horizontal ? 36 : 0),
    bottom: PADDING / 2 + legend.bottom + (form.zoomable && !style.horizontal ? ZOOM_HEIGHT : 0),
    left: PADDING / 2 + legend.left + (form.zoomable && style.horizontal ? ZOOM_HEIGHT : 0),
  };
}

function zoomOf(style: Style, legend: Insets, context: ChartContext): DataZoomComponentOption[] {
  const { theme } = context;
  const along = style.horizontal ? { yAxisIndex: 0 } : { xAxisIndex: 0 };
  const look: DataZoomComponentOption = {
    type: 'slider',
    ...along,
    ...(style.horizontal ? { left: legend.left + 4, width: 18 } : { bottom: legend.bottom + 4, height: 18 }),
    borderColor: 'transparent',
    backgroundColor: 'transparent',
    fillerColor: `${theme.accent}1f`,
    dataBackground: { lineStyle: { color: theme.zeroLine }, areaStyle: { color: theme.hairline } },
    selectedDataBackground: { lineStyle: { color: theme.accent }, areaStyle: { color: theme.accent, opacity: 0.12 } },
    handleStyle: { color: theme.surface, borderColor: theme.accent },
    moveHandleStyle: { color: theme.zeroLine },
    textStyle: { color: theme.textMuted },
    showDetail: false,
    brushSelect: false,
  };
  return [look, { type: 'inside', ...along, zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false }];
}
