import { addsUp as valuesAddUp } from '@tessera/core/additivity';
import type { TooltipComponentOption } from 'echarts';
import type { ChartContext } from '../../define.ts';
import { tooltipFrame } from '../../shared/base-option.ts';
import { additivityOf, totalName } from '../../layer/additivity.ts';
import { exactNumber } from '../../layer/formats.ts';
import { tooltipHtml, type TooltipRow } from '../../layer/tooltip.ts';
import { annotationColor } from './annotation-marks.ts';
import { spansAt, type Annotations, type Span } from './annotations.ts';
import type { FamilyForm } from './controls.ts';
import type { Series, SeriesData } from './data.ts';
import { seriesKeyOf } from './incomplete.ts';
import type { Style } from './style.ts';
import { positionName } from './touch.ts';

/** What ECharts tells a formatter about one hovered point, as far as it is needed here. */
type Hovered = {
  readonly seriesId?: unknown;
  readonly dataIndex?: unknown;
  readonly value?: unknown;
  /** Where the pointer is, in values of the axes; from the browser alone. */
  readonly pointer?: readonly number[];
};

/** All series of the hovered x (rich), or the one hovered mark. */
export function tooltipOf(
  data: SeriesData,
  annotations: Annotations,
  form: FamilyForm,
  style: Style,
  context: ChartContext,
): TooltipComponentOption {
  const [metric] = form.metrics;
  const isAdditive = form.metrics.length === 1 && metric !== undefined && valuesAddUp(additivityOf(metric, context));
  // Flights and minutes of delay do not add up.
  const addsUp = new Set(data.series.map((series) => series.metric)).size <= 1;
  const bySeries = new Map(data.series.map((series) => [series.key, series]));
  const rowsAt = (hovered: readonly Hovered[], index: number): TooltipRow[] => {
    const shown = hovered.flatMap((one) => {
      const series = bySeries.get(seriesKeyOf(one.seriesId));
      return series ? [{ series, amount: series.values[index] ?? null }] : [];
    });
    const whole = shown.reduce((total, { amount }) => total + Math.abs(amount ?? 0), 0);
    const withShare =
      isAdditive && addsUp && shown.length > 1 && whole > 0 && (form.showTooltipPercentage || form.stack === 'Expand');
    const distance = distances(shown, hovered[0]?.pointer?.[style.horizontal ? 0 : 1], form);
    return shown
      .filter(({ amount }) => amount !== null)
      .map(({ series, amount }) => ({
        ...distance(series),
        name: series.name,
        value: exactNumber(form.y_axis_format, amount, context, form.currency_format),
        amount,
        color: context.color(form.color_scheme, series.colorName),
        share: withShare ? context.formatNumber(',.1%', (amount ?? 0) / whole) : null,
      }));
  };
  const format = (params: unknown): string => {
    const hovered = hoveredOf(params);
    // Lines of annotations have points of their own; the chart's series say where on the axis this is.
    const own = hovered.filter((one, at) => bySeries.has(keyOf(one)) && at === hovered.findIndex(isOfSeries(one)));
    const lines = hovered.flatMap((one) => lineRow(one, annotations, form, context));
    const first = own[0];
    if (!first) return tooltipHtml({ title: '', rows: lines, order: 'as_given' });
    const index = Number(first.dataIndex ?? 0);
    const rows = rowsAt(own, index);
    const withTotal = isAdditive && addsUp && form.rich_tooltip && form.showTooltipTotal && rows.length > 1;
    const total = withTotal ? totalOf(rows, data, form, context) : null;
    const isPlaced = rows.some(({ distance }) => distance !== undefined);
    return tooltipHtml({
      title: positionName(index, data, form, context),
      rows: [...rows, ...lines],
      order: form.tooltipSortByMetric ? 'by_value' : isPlaced ? 'nearest' : 'as_given',
      total,
      notes: spansAt(annotations.spans, data.x, index).map(noteOf),
    });
  };
  return {
    ...tooltipFrame(context),
    trigger: form.rich_tooltip ? 'axis' : 'item',
    axisPointer: pointer(style, context),
    formatter: format,
  };
}

function keyOf({ seriesId }: Hovered) {
  return seriesKeyOf(seriesId);
}

function isOfSeries(one: Hovered): (other: Hovered) => boolean {
  return (other) => keyOf(other) === keyOf(one);
}

function hoveredOf(params: unknown): readonly Hovered[] {
  return (Array.isArray(params) ? params : [params]).filter(
    (one): one is Hovered => typeof one === 'object' && one !== null,
  );
}

function totalOf(rows: readonly TooltipRow[], data: SeriesData, form: FamilyForm, context: ChartContext) {
  const sum = rows.reduce((all, row) => all + (row.amount ?? 0), 0);
  const isWhole = rows.length === data.series.length && !data.isPart;
  return {
    name: totalName(rows.length, isWhole),
    value: exactNumber(form.y_axis_format, sum, context, form.currency_format),
  };
}

/** The value of an annotation's line under the pointer. */
function lineRow(
  { seriesId, value }: Hovered,
  { lines }: Annotations,
  form: FamilyForm,
  context: ChartContext,
): readonly TooltipRow[] {
  const line = lines.find(({ key }) => key === seriesId);
  const amount = Array.isArray(value)
    ? value.find((part, at) => typeof part === 'number' && (at === 1) !== (form.orientation === 'horizontal'))
    : value;
  if (!line || typeof amount !== 'number') return [];
  return [
    {
      name: line.name,
      value: exactNumber(form.y_axis_format, amount, context, form.currency_format),
      amount,
      color: annotationColor(line.layer, line.name, form, context),
    },
  ];
}

function noteOf({ layer, title, descriptions }: Span): string {
  const text = title === layer.name ? title : `${layer.name}: ${title}`;
  return [text, ...descriptions].join(' · ');
}

type ShownValue = { readonly series: Series; readonly amount: number | null };

/** How far each value is from the pointer: in a stack from the band that it fills, else from the value. */
function distances(
  shown: readonly ShownValue[],
  pointer: number | undefined,
  form: FamilyForm,
): (series: Series) => { readonly distance?: number } {
  // A stream and shares are not drawn at their values.
  if (pointer === undefined || form.stack === 'Stream' || form.stack === 'Expand') return () => ({});
  const ends = { positive: 0, negative: 0 };
  const away = new Map<Series, number>();
  for (const { series, amount } of shown) {
    if (amount === null) continue;
    const side = amount < 0 ? 'negative' : 'positive';
    const from = form.stack === null ? amount : ends[side];
    const to = form.stack === null ? amount : ends[side] + amount;
    ends[side] = to;
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    away.set(series, Math.max(low - pointer, pointer - high, 0));
  }
  return (series) => ({ distance: away.get(series) ?? Infinity });
}

function pointer(style: Style, context: ChartContext): NonNullable<TooltipComponentOption['axisPointer']> {
  const { theme } = context;
  if (style.mark === 'bar')
    return { type: 'shadow', shadowStyle: { color: theme.zeroLine, opacity: 0.18 }, label: { show: false } };
  return { type: 'line', lineStyle: { color: theme.zeroLine, width: 1, type: 'solid' }, label: { show: false } };
}
