import type { BarSeriesOption, LineSeriesOption } from 'echarts';
import type { ChartContext } from '../../define.ts';
import { cutMiddle } from '../../shared/text.ts';
import type { FamilyForm } from './controls.ts';
import type { Series, SeriesData } from './data.ts';
import { dimmingOf, type Dimming } from './dimming.ts';
import type { SeriesOption, Style } from './style.ts';
import { streamBaseline, toShares, totalsOf } from './stack.ts';

const BASELINE_ID = 'stream-baseline';
const SAMPLED_FROM = 4000;
const LARGE_SCATTER = 4000;
const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin'] as const;
const DASHES = ['solid', 'dashed', 'dotted'] as const;
const COLORS_APART = 10;

/** The drawn series, the invisible base of a stream first. */
export function marksOf(
  data: SeriesData,
  form: FamilyForm,
  style: Style,
  context: ChartContext,
  grain: string | null,
): readonly SeriesOption[] {
  const dimming = dimmingOf(data, form, grain, context);
  const length = data.x.cells.length;
  const shares = form.stack === 'Expand' ? toShares(data.series, length) : null;
  const labels = labelMaker(data, form, style, context);
  const drawn = data.series.map((series, index): SeriesOption => {
    const values = shares?.[index] ?? series.values;
    const shared = {
      id: series.key,
      name: series.name,
      data: dimming.points(pointsOf(values, data, form, style), series, style.mark),
      itemStyle: { color: context.color(form.color_scheme, series.colorName), ...dimming.item(series) },
      emphasis: { focus: 'series' as const },
      blur: { lineStyle: { opacity: 0.15 }, itemStyle: { opacity: 0.15 }, areaStyle: { opacity: 0.05 } },
      ...stackOf(series, form),
      ...labels(series, index),
    };
    if (style.mark === 'bar')
      return {
        ...shared,
        type: 'bar',
        barMaxWidth: 48,
        barMinHeight: 1,
        barCategoryGap: '24%',
        itemStyle: { ...shared.itemStyle, ...barCorner(form, style) },
      };
    if (style.mark === 'scatter') {
      return {
        ...shared,
        type: 'scatter',
        symbol: SYMBOLS[index % SYMBOLS.length] ?? 'circle',
        symbolSize: form.markerEnabled ? form.markerSize : 7,
        ...(length > LARGE_SCATTER ? { large: true } : {}),
      };
    }
    return { ...shared, ...lineOf(values, index, data, form, style, context, dimming) };
  });
  return form.stack === 'Stream' ? [streamBase(data, form, style), ...drawn] : drawn;
}

export function isBaseline(id: string | undefined): boolean {
  return id === BASELINE_ID;
}

function lineOf(
  values: readonly (number | null)[],
  index: number,
  data: SeriesData,
  form: FamilyForm,
  style: Style,
  context: ChartContext,
  dimming: Dimming,
): LineSeriesOption {
  const series = data.series[index];
  const opacity = series ? dimming.item(series).opacity : undefined;
  const alone = hasLonelyPoints(values);
  const step = style.mark === 'start' || style.mark === 'middle' || style.mark === 'end' ? style.mark : false;
  return {
    type: 'line',
    step,
    ...(style.mark === 'smooth' ? { smooth: 0.35, smoothMonotone: 'x' } : {}),
    symbol: 'circle',
    symbolSize: form.markerEnabled ? form.markerSize : 5,
    // A value between two gaps has no line to be seen by.
    showSymbol: form.markerEnabled || alone || dimming.isByPoint,
    showAllSymbol: form.markerEnabled || alone || dimming.isByPoint,
    lineStyle: {
      width: style.filled && form.stack !== null ? 1 : 2,
      type: DASHES[Math.floor(index / COLORS_APART) % DASHES.length] ?? 'solid',
      ...(opacity === undefined ? {} : { opacity }),
    },
    ...(style.filled
      ? { areaStyle: { opacity: (form.stack === null ? form.opacity : Math.max(form.opacity, 0.7)) * (opacity ?? 1) } }
      : {}),
    ...(values.length > SAMPLED_FROM && form.stack === null ? { sampling: 'lttb' as const } : {}),
    ...(style.endLabelWidth === null
      ? {}
      : {
          endLabel: {
            show: true,
            formatter: () => cutMiddle(data.series[index]?.name ?? '', style.endLabelWidth ?? 0, 12),
            color: context.color(form.color_scheme, data.series[index]?.colorName ?? ''),
            fontSize: 12,
            fontFamily: context.theme.fontFamily,
            distance: 6,
            ...(opacity === undefined ? {} : { opacity }),
          },
          labelLayout: { moveOverlap: 'shiftY' },
        }),
  };
}

/** Points in the order of the x values, so that an index means the same row everywhere. */
function pointsOf(
  values: readonly (number | null)[],
  data: SeriesData,
  form: FamilyForm,
  style: Style,
): NonNullable<LineSeriesOption['data']> {
  const drawable = (value: number | null) => (value === null || (form.logAxis && value <= 0) ? '-' : value);
  if (data.x.kind === 'category') return values.map(drawable);
  return values.map((value, index) => {
    const x = Number(data.x.cells[index]);
    return style.horizontal ? [drawable(value), x] : [x, drawable(value)];
  });
}

function stackOf(series: Series, form: FamilyForm): { stack?: string; stackStrategy?: 'all' | 'samesign' } {
  if (form.stack === null) return {};
  const at =
    form.stackDimension === null
      ? -1
      : form.groupby.findIndex(
          (column) => (typeof column === 'string' ? column : column.label) === form.stackDimension,
        );
  const group = form.stack === 'Stack' && at >= 0 ? `stack: ${series.dimensions[at] ?? ''}` : 'stack';
  return { stack: group, stackStrategy: form.stack === 'Stream' ? 'all' : 'samesign' };
}

function streamBase(data: SeriesData, form: FamilyForm, style: Style): SeriesOption {
  const values = streamBaseline(data.series, data.x.cells.length);
  const shared = {
    id: BASELINE_ID,
    name: '',
    data: pointsOf(values, data, form, style),
    stack: 'stack',
    stackStrategy: 'all' as const,
    silent: true,
    tooltip: { show: false },
  };
  if (style.mark === 'bar') return { ...shared, type: 'bar', barMaxWidth: 48, itemStyle: { color: 'transparent' } };
  return {
    ...shared,
    type: 'line',
    showSymbol: false,
    lineStyle: { opacity: 0 },
    areaStyle: { opacity: 0 },
    step: style.mark === 'start' || style.mark === 'middle' || style.mark === 'end' ? style.mark : false,
    ...(style.mark === 'smooth' ? { smooth: 0.35, smoothMonotone: 'x' as const } : {}),
  };
}

function barCorner(form: FamilyForm, style: Style): { borderRadius?: number[] } {
  if (form.stack !== null) return {};
  return { borderRadius: style.horizontal ? [0, 2, 2, 0] : [2, 2, 0, 0] };
}

/** Values beside the marks: all, those above the threshold, or the totals of a stack. */
function labelMaker(
  data: SeriesData,
  form: FamilyForm,
  style: Style,
  context: ChartContext,
): (series: Series, index: number) => Pick<LineSeriesOption & BarSeriesOption, 'label' | 'labelLayout'> {
  if (!form.show_value) return () => ({});
  const totals = totalsOf(data.series, data.x.cells.length);
  const format = (value: number | null) =>
    value === null ? '' : context.formatNumber(form.y_axis_format, value, form.currency_format);
  const stacked = form.stack !== null;
  const onlyTotal = stacked && form.only_total;
  const threshold = stacked ? (form.percentage_threshold ?? 0) / 100 : 0;
  const outside = style.horizontal ? ('right' as const) : ('top' as const);
  return (series, index) => {
    const isTop = index === data.series.length - 1;
    if (onlyTotal && !isTop) return {};
    const textAt = (at: number): string => {
      if (onlyTotal) return format(totals[at] ?? null);
      const value = series.values[at] ?? null;
      const total = totals[at] ?? 0;
      return value === null || (stacked && Math.abs(value) < Math.abs(total) * threshold) ? '' : format(value);
    };
    return {
      label: {
        show: true,
        position: stacked && !onlyTotal && style.mark === 'bar' ? 'inside' : outside,
        formatter: (params) => textAt(params.dataIndex),
        ...(stacked && !onlyTotal && style.mark === 'bar' ? {} : { color: context.theme.text }),
        fontSize: 11,
        fontFamily: context.theme.fontFamily,
      },
      labelLayout: { hideOverlap: true },
    };
  };
}

function hasLonelyPoints(values: readonly (number | null)[]): boolean {
  const isThere = (index: number) => (values[index] ?? null) !== null;
  return values.some((value, index) => value !== null && !isThere(index - 1) && !isThere(index + 1));
}
