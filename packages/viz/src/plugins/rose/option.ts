import type { BarSeriesOption, EChartsOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { totalName } from '../../layer/additivity.ts';
import { legendOf } from '../../layer/legend.ts';
import { tooltipHtml, type TooltipRow } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { AXIS_FONT_SIZE } from '../../shared/axes.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { cutMiddle, textWidth } from '../../shared/text.ts';
import type { TimeSeries } from '../../shared/time-series.ts';
import type { RoseForm } from './controls.ts';
import { wedgeMark } from './marks.ts';
import { writerOf, readWedges, sum, type Wedges } from './wedges.ts';

const DIMMED = 0.3;
const RIM = 22;
const LABEL_WIDTH = 84;
const LABEL_GAP = 14;

/** A wedge for each time, as long or as large as what its series add up to. */
export function roseOption(results: readonly QueryResult[], form: RoseForm, context: ChartContext): EChartsOption {
  const data = readWedges(results[0], form, context);
  const { legend, insets } = legendOf(
    data.series.map(({ name }) => ({ name, label: name })),
    { show_legend: true, legendType: 'scroll', legendOrientation: 'top', legendMargin: null },
    context,
  );
  const height = context.height - insets.top;
  const radius = Math.max(16, Math.min(height / 2 - RIM, context.width / 2 - rimOf(data.labels)));
  const { theme } = context;
  const every = everyNth(data.labels, radius);
  const most = greatest(data, form, context);
  const font = { color: theme.textMuted, fontSize: AXIS_FONT_SIZE, fontFamily: theme.fontFamily };
  const { short } = writerOf(form, context);
  const say = (value: number) => short(unscaled(value, form));
  return {
    ...baseOption(context),
    legend,
    polar: { center: [context.width / 2, insets.top + height / 2], radius },
    angleAxis: {
      type: 'category',
      data: data.labels.map((_, at) => `${at}`),
      startAngle: 90,
      axisLine: { show: most > 0, lineStyle: { color: theme.hairline } },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: {
        ...font,
        // The last label has the first as its neighbour.
        interval: (index: number) => index % every === 0 && (index === 0 || data.labels.length - index > every * 0.6),
        formatter: (value: string) => cutMiddle(data.labels[Number(value)] ?? '', LABEL_WIDTH - 10, AXIS_FONT_SIZE),
      },
    },
    radiusAxis: radiusAxis(radius, most, font, say, context),
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'item',
      formatter: (params) => tooltipAt(params, data, form, context),
    },
    series: data.series.map((series, at) => wedgeSeries(series, at, data, form, context)),
  };
}

function radiusAxis(
  radius: number,
  most: number,
  font: Readonly<Record<string, unknown>>,
  say: (value: number) => string,
  { theme }: ChartContext,
): NonNullable<EChartsOption['radiusAxis']> {
  return {
    type: 'value',
    min: 0,
    ...(most > 0 ? { max: most } : {}),
    splitNumber: radius < 70 ? 2 : 3,
    axisLine: { show: false },
    axisTick: { show: false },
    // Behind the wedges nobody could read them.
    z: 3,
    axisLabel: {
      ...font,
      fontSize: 10,
      show: radius >= 60 && most > 0,
      showMinLabel: false,
      showMaxLabel: false,
      backgroundColor: theme.surface,
      borderRadius: 3,
      padding: [1, 3],
      formatter: (value: number) => say(value),
    },
    splitLine: { lineStyle: { color: theme.hairline } },
  };
}

function wedgeSeries(
  series: TimeSeries,
  at: number,
  data: Wedges,
  form: RoseForm,
  context: ChartContext,
): BarSeriesOption {
  const below = data.isWhole ? data.series.slice(0, at).filter(({ name }) => !context.inputs.hidden.has(name)) : [];
  return {
    id: series.key,
    name: series.name,
    type: 'bar',
    coordinateSystem: 'polar',
    ...(data.isWhole ? { stack: 'wedge' } : {}),
    barCategoryGap: data.isWhole ? '0%' : '12%',
    barGap: '0%',
    data: series.values.map((value, index) => {
      if (value === null) return { value: null };
      const from = sum(below.map(({ values }) => values[index] ?? null));
      const isBack = isDimmed(wedgeMark(series, index, data, form, context), context.inputs);
      return {
        value: scaled(from + value, form) - scaled(from, form),
        ...(isBack ? { itemStyle: { opacity: DIMMED } } : {}),
      };
    }),
    itemStyle: {
      color: context.color(form.color_scheme, series.colorName),
      borderColor: context.theme.surface,
      borderWidth: data.times.length > 90 ? 0 : 1,
    },
    emphasis: { focus: 'series' },
    blur: { itemStyle: { opacity: 0.2 } },
  };
}

/** How far the longest wedge reaches. */
function greatest({ times, series, isWhole }: Wedges, form: RoseForm, { inputs }: ChartContext): number {
  const shown = series.filter(({ name }) => !inputs.hidden.has(name));
  const reach = times.map((_, index) => {
    const values = shown.map(({ values: own }) => own[index] ?? 0);
    return isWhole ? sum(values) : values.reduce((most, value) => Math.max(most, value), 0);
  });
  return scaled(
    reach.reduce((most, value) => Math.max(most, value), 0),
    form,
  );
}

/** Areas go with the square of the radius. */
function scaled(value: number, form: RoseForm): number {
  return form.rose_area_proportion ? Math.sqrt(value) : value;
}

function unscaled(radius: number, form: RoseForm): number {
  return form.rose_area_proportion ? radius * radius : radius;
}

/** What the names beside the wedges take of each side. */
function rimOf(labels: readonly string[]): number {
  const widest = labels.reduce((most, label) => Math.max(most, textWidth(label, AXIS_FONT_SIZE)), 0);
  return Math.min(LABEL_WIDTH, widest + LABEL_GAP);
}

/** As many labels as the rim has room for. */
function everyNth(labels: readonly string[], radius: number): number {
  const widest = labels.reduce((most, label) => Math.max(most, textWidth(label, AXIS_FONT_SIZE)), 24);
  const room = (2 * Math.PI * (radius + 10)) / Math.max(1, labels.length);
  return Math.max(1, Math.ceil((Math.min(widest, LABEL_WIDTH) * 0.75 + 6) / room));
}

function tooltipAt(params: unknown, data: Wedges, form: RoseForm, context: ChartContext): string {
  const { seriesId, dataIndex } = readParams(params);
  const say = writerOf(form, context).exact;
  const shown = data.series.filter(
    ({ key, name }) => (form.rich_tooltip || key === seriesId) && !context.inputs.hidden.has(name),
  );
  const total = sum(shown.map(({ values }) => values[dataIndex] ?? null));
  const rows = shown.flatMap((series): TooltipRow[] => {
    const amount = series.values[dataIndex] ?? null;
    if (amount === null) return [];
    const share = form.rich_tooltip && data.isWhole && shown.length > 1 && total > 0 && !form.contribution;
    return [
      {
        name: series.name,
        value: say(amount),
        amount,
        color: context.color(form.color_scheme, series.colorName),
        ...(share ? { share: context.formatNumber(',.1%', amount / total) } : {}),
      },
    ];
  });
  return tooltipHtml({
    title: data.names[dataIndex] ?? '',
    rows,
    order: 'by_value',
    total:
      data.isWhole && form.rich_tooltip && rows.length > 1 && !form.contribution
        ? { name: totalName(rows.length), value: say(total) }
        : null,
  });
}

function readParams(params: unknown): { readonly seriesId: string; readonly dataIndex: number } {
  if (typeof params !== 'object' || params === null) return { seriesId: '', dataIndex: -1 };
  return {
    seriesId: 'seriesId' in params && typeof params.seriesId === 'string' ? params.seriesId : '',
    dataIndex: 'dataIndex' in params && typeof params.dataIndex === 'number' ? params.dataIndex : -1,
  };
}
