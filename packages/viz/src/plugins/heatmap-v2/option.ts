import { cssColor } from '@tessera/core/colors/rgba';
import { sequentialScale } from '@tessera/core/colors/sequential';
import { metricLabel } from '@tessera/core/form-data';
import type { EChartsOption, HeatmapSeriesOption, VisualMapComponentOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { exactNumber } from '../../layer/formats.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { downwardGrid } from '../../shared/plot-grid.ts';
import { categoryAxis, fitLabels, fitRowLabels, type FittedLabels, NO_TITLE } from '../../shared/axes.ts';
import { inkOn } from '../../shared/paint.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { dataIndexOf } from '../../shared/data-index.ts';
import { textWidth } from '../../shared/text.ts';
import { axisNames, type Cells, readCells } from './cells.ts';
import type { HeatmapForm } from './controls.ts';
import { cellMark } from './marks.ts';

const DIMMED = 0.2;
const LEGEND = 54;
const STEPS = 9;
const PIECES = 5;
const FONT_SIZE = 11;

/** Cells of two categories, in the colours of their values. */
export function heatmapOption(
  results: readonly QueryResult[],
  form: HeatmapForm,
  context: ChartContext,
): EChartsOption {
  const data = readCells(results[0], form, context);
  const { xs, ys, range } = data;
  const isLegend = form.show_legend && range !== null;
  const left = marginOf(form.left_margin);
  const bottom = marginOf(form.bottom_margin);
  const size = {
    width: context.width - (left ?? 90),
    height: context.height - (bottom ?? 50) - (isLegend ? LEGEND : 10),
  };
  const xLabels = xs.map(({ text }) => text);
  const yLabels = ys.map(({ text }) => text);
  const grid =
    left === null && bottom === null
      ? downwardGrid({ left: 8, right: 12, top: 12, bottom: isLegend ? LEGEND : 8 }, { areTurned: false })
      : { left: left ?? 90, right: 12, top: 12, bottom: (bottom ?? 50) + (isLegend ? LEGEND : 0) };
  const x = every(fitLabels(xLabels, size.width, 0, context.height * 0.3), form.xscale_interval);
  const y = every(fitRowLabels(yLabels, size.height, context.width), form.yscale_interval);
  return {
    ...baseOption(context),
    grid,
    tooltip: { ...tooltipFrame(context), formatter: (params) => tooltipAt(dataIndexOf(params), data, form, context) },
    xAxis: { ...categoryAxis(xLabels, x, NO_TITLE, context), splitArea: { show: false } },
    yAxis: { ...categoryAxis(yLabels, y, NO_TITLE, context), inverse: true, axisLine: { show: false } },
    visualMap: visualMap(data, form, context, isLegend),
    series: [series(data, size, form, context)],
  };
}

function marginOf(margin: string | null): number | null {
  const pixels = margin === null || margin === 'auto' ? Number.NaN : Number(margin);
  return Number.isFinite(pixels) ? pixels : null;
}

function every(fitted: FittedLabels, interval: number): FittedLabels {
  return interval > 0 ? { ...fitted, every: interval } : fitted;
}

/** Where the colours begin and end: the author's bounds, the ranks, else the values. */
function colorRange({ range }: Cells, form: HeatmapForm): readonly [number, number] {
  if (form.normalized) return [0, 1];
  const [least, greatest] = range ?? [0, 1];
  const [low, high] = form.value_bounds;
  const [from, to] = [low ?? least, high ?? greatest];
  return to > from ? [from, to] : [from, from + 1];
}

/** Cells of one value have a scale all the same; it ends where they do. */
function greatestSaid({ range }: Cells, form: HeatmapForm): number {
  return form.normalized ? 1 : (form.value_bounds[1] ?? range?.[1] ?? 1);
}

function visualMap(data: Cells, form: HeatmapForm, context: ChartContext, isShown: boolean): VisualMapComponentOption {
  const [min, max] = colorRange(data, form);
  const last = Math.max(min, greatestSaid(data, form));
  const scale = sequentialScale(form.linear_color_scheme, context.theme.mode);
  const colors = Array.from({ length: STEPS }, (_, at) => scale(at / (STEPS - 1)));
  const base = {
    show: isShown,
    min,
    max,
    dimension: 2,
    inRange: { color: colors },
    orient: 'horizontal',
    left: 'center',
    bottom: 6,
    textStyle: { color: context.theme.textMuted, fontSize: FONT_SIZE, fontFamily: context.theme.fontFamily },
    formatter: (value: unknown, to?: unknown) =>
      [value, to]
        .filter((one): one is number => typeof one === 'number')
        .map((one) => Math.min(one, last))
        .map((one) =>
          form.normalized
            ? context.formatNumber('.0%', one)
            : context.formatNumber(form.y_axis_format, one, form.currency_format),
        )
        .join(' – '),
  } as const;
  if (form.legend_type === 'piecewise')
    return { ...base, type: 'piecewise', splitNumber: PIECES, itemWidth: 12, itemHeight: 12, itemGap: 8 };
  return {
    ...base,
    type: 'continuous',
    calculable: false,
    itemWidth: 12,
    itemHeight: Math.min(220, context.width * 0.4),
    text: [
      form.normalized ? '100%' : context.formatNumber(form.y_axis_format, last, form.currency_format),
      form.normalized ? '0%' : context.formatNumber(form.y_axis_format, min, form.currency_format),
    ],
  };
}

function series(
  data: Cells,
  size: { readonly width: number; readonly height: number },
  form: HeatmapForm,
  context: ChartContext,
): HeatmapSeriesOption {
  const { xs, ys, cells } = data;
  const scale = sequentialScale(form.linear_color_scheme, context.theme.mode);
  const [min, max] = colorRange(data, form);
  const [slotX, slotY] = [size.width / Math.max(1, xs.length), size.height / Math.max(1, ys.length)];
  const texts = form.show_values
    ? cells.map(({ value }) => context.formatNumber(form.y_axis_format, value, form.currency_format))
    : [];
  // All cells have their value or none has: some would look chosen.
  const isLabelled = form.show_values && slotY >= 14 && texts.every((text) => textWidth(text, FONT_SIZE) + 2 <= slotX);
  const gap = form.border_width > 0 || Math.min(slotX, slotY) < 6 ? 0 : 1;
  return {
    id: 'heatmap',
    type: 'heatmap',
    itemStyle:
      form.border_width > 0
        ? { borderColor: cssColor(form.border_color), borderWidth: form.border_width }
        : { borderColor: context.theme.surface, borderWidth: gap },
    emphasis: { itemStyle: { borderColor: context.theme.text, borderWidth: 1.5 } },
    data: cells.map((cell, index) => {
      const amount = form.normalized ? (cell.rank ?? 0) : cell.value;
      const color = scale(Math.min(1, Math.max(0, (amount - min) / (max - min))));
      const faint = isDimmed(cellMark(cell, index, form, context), context.inputs) ? { opacity: DIMMED } : {};
      return {
        value: [cell.x, cell.y, amount],
        itemStyle: faint,
        label: {
          show: isLabelled,
          formatter: () => texts[index] ?? '',
          fontSize: FONT_SIZE,
          fontFamily: context.theme.fontFamily,
          color: inkOn(color),
          ...faint,
        },
      };
    }),
  };
}

function tooltipAt(index: number, data: Cells, form: HeatmapForm, context: ChartContext): string {
  const cell = data.cells[index];
  if (!cell || form.metric === null) return '';
  const [xName = '', yName = ''] = axisNames(form, context);
  return tooltipHtml({
    title: `${xName}: ${cell.row.texts[0] ?? ''} · ${yName}: ${cell.row.texts[1] ?? ''}`,
    order: 'as_given',
    rows: [
      {
        name: context.verboseName(metricLabel(form.metric)),
        value: exactNumber(form.y_axis_format, cell.value, context, form.currency_format),
        amount: cell.value,
        color: null,
        share: form.show_percentage && cell.share !== null ? context.formatNumber(',.1%', cell.share) : null,
      },
    ],
  });
}
