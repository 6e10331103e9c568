import type { Cell } from '@tessera/core/table';
import type { DataZoomComponentOption, EChartsOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import {
  type Axis,
  type AxisTitle,
  categoryAxis,
  fitLabels,
  fitRowLabels,
  grainLength,
  timeAxis,
  valueAxis,
} from '../../shared/axes.ts';
import { axisTimeLabel, roundYears } from '../../shared/axis-time.ts';
import { baseOption } from '../../shared/base-option.ts';
import { type Insets, type LegendForm, legendOf } from '../../layer/legend.ts';
import { textWidth } from '../../shared/text.ts';
import { annotationMarks } from './annotation-marks.ts';
import { readAnnotations } from './annotations.ts';
import type { FamilyForm } from './controls.ts';
import { readSeries, type SeriesData } from './data.ts';
import { truthful } from './honest.ts';
import { marksOf } from './marks.ts';
import type { Mark, Style } from './style.ts';
import { withIncomplete } from './incomplete.ts';
import { brushedRange } from './dimming.ts';
import { tooltipOf } from './tooltip.ts';
import { axisGrain } from './touch.ts';

/** What a chart type of the family is by itself; everything else comes from the form. */
export type Kind = {
  /** The mark that the form cannot change; null lets `seriesType` decide. */
  readonly mark: Mark | null;
  readonly filled: boolean;
};

const PADDING = 8;
const ZOOM_HEIGHT = 36;
const DIRECT_LABELS_FROM = { width: 420, height: 160 } as const;
const DIRECT_LABELS_MAX = 8;
const DIRECT_LABEL_WIDTH = 120;
/** Room in px for a year on an axis, with the gap that keeps it quiet. */
const YEAR_LABEL_ROOM = 72;

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
  const annotations = readAnnotations(results[0], data, form);
  const names = [...data.series, ...annotations.lines].map(({ name }) => name);
  const style = styleOf(kind, mark, names, form, context);
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
  const base = baseAxis(data, form, style, room, context);
  const values = measureAxis(form, style, style.horizontal ? room.width : room.height, context);
  return {
    ...baseOption(context),
    grid: { ...insets, outerBoundsMode: 'same', outerBoundsContain: 'all' },
    legend,
    tooltip: tooltipOf([{ data, form, style }], annotations, context),
    xAxis: style.horizontal ? values : base,
    yAxis: style.horizontal ? { ...base, inverse: true } : values,
    series: [
      ...withIncomplete(marksOf(data, form, style, context, axisGrain(results[0], form)), data.x.incomplete, context),
      ...annotationMarks(annotations, data, form, style, context),
      ...brushedRange(style, context),
    ],
    ...(form.zoomable ? { dataZoom: zoomOf(style, legendInsets, context) } : {}),
  };
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
  return fits && names.length >= 2 && names.length <= DIRECT_LABELS_MAX;
}

function endLabelWidth(names: readonly string[]): number {
  return Math.min(DIRECT_LABEL_WIDTH, Math.ceil(Math.max(...names.map((name) => textWidth(name, 12)))));
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

function baseAxis(
  data: SeriesData,
  form: FamilyForm,
  style: Style,
  room: { readonly width: number; readonly height: number },
  context: ChartContext,
): Axis {
  const length = style.horizontal ? room.height : room.width;
  const title: AxisTitle = { text: form.x_axis_title, margin: form.x_axis_title_margin ?? 0, position: 'middle' };
  const rotation = form.xAxisLabelRotation ?? 0;
  const ticks = { minorTick: { show: form.minorTicks } };
  switch (data.x.kind) {
    case 'category': {
      const fitted = style.horizontal
        ? fitRowLabels(data.x.labels, length, context.width)
        : fitLabels(data.x.labels, length, rotation, room.height * 0.35);
      return {
        ...categoryAxis(data.x.labels, fitted, title, context),
        boundaryGap: style.mark === 'bar' || style.mark === 'scatter' || data.x.labels.length < 2,
      } as Axis;
    }
    case 'time': {
      const axis = timeAxis(
        title,
        length,
        grainLength(form.time_grain_sqla),
        (value) => axisTimeLabel(value, form.x_axis_time_format, form.time_grain_sqla, context),
        context,
      );
      // A zoomed axis is shorter than its data, and needs the labels of what it shows.
      const years = form.zoomable ? undefined : yearsOf(data.x.cells, length);
      return {
        ...axis,
        ...ticks,
        axisLabel: { ...axis.axisLabel, rotate: rotation, ...(years ? { customValues: [...years] } : {}) },
      } as Axis;
    }
    case 'number': {
      const bounds = form.truncateXAxis ? form.xAxisBounds : ([null, null] as const);
      const axis = valueAxis(
        { log: false, minorSplitLine: false, truncate: form.truncateXAxis, bounds },
        title,
        length * 0.55,
        (value) => plainNumber(value, context),
        context,
      );
      return {
        ...axis,
        ...ticks,
        axisLine: { show: true, onZero: false, lineStyle: { color: context.theme.zeroLine } },
        splitLine: { show: style.mark === 'scatter', lineStyle: { color: context.theme.hairline } },
        axisLabel: { ...axis.axisLabel, rotate: rotation },
      } as Axis;
    }
  }
}

function yearsOf(cells: readonly Cell[], length: number): readonly number[] | undefined {
  const times = cells.filter((cell) => typeof cell === 'number');
  const from = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const to = times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY);
  return roundYears(from, to, length / YEAR_LABEL_ROOM);
}

function measureAxis(form: FamilyForm, style: Style, length: number, context: ChartContext): Axis {
  const title: AxisTitle = {
    text: form.y_axis_title,
    margin: form.y_axis_title_margin ?? 0,
    position: form.y_axis_title_position === 'Top' && !style.horizontal ? 'top' : 'middle',
  };
  const expanded = form.stack === 'Expand';
  const format = (value: number) =>
    expanded
      ? context.formatNumber('.0%', value)
      : context.formatNumber(form.y_axis_format, value, form.currency_format);
  const axis = valueAxis(
    {
      log: form.logAxis,
      minorSplitLine: form.minorSplitLine,
      truncate: form.truncateYAxis,
      bounds: form.y_axis_bounds,
    },
    title,
    style.horizontal ? length * 0.55 : length,
    format,
    context,
  );
  // A stream has no zero to measure from.
  if (form.stack === 'Stream') return { ...axis, axisLabel: { show: false }, splitLine: { show: false } };
  return expanded ? { ...axis, max: 1 } : axis;
}

/** Numbers of an x axis are often years or identifiers: no separators, and prefixes only where they are long. */
function plainNumber(value: number, context: ChartContext): string {
  return context.formatNumber(Math.abs(value) >= 100_000 ? 'SMART_NUMBER' : '~g', value);
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
