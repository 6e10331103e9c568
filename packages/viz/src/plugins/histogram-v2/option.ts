import { columnLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { BarSeriesOption, EChartsOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { legendOf } from '../../layer/legend.ts';
import { paleBars } from '../../layer/part.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed, selectedRange } from '../../select.ts';
import { categoryAxis, fitLabels, valueAxis } from '../../shared/axes.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { dataIndexOf } from '../../shared/data-index.ts';
import { textWidth } from '../../shared/text.ts';
import { type Bin, type Bins, type BinSeries, countText, partText, readBins, wholeOf } from './bins.ts';
import type { HistogramForm } from './controls.ts';
import { binMark } from './marks.ts';

const DIMMED = 0.2;
const FONT_SIZE = 11;
const SIDE = 12;
/** Between bins of one series. */
const GAP = '2%';

/** Bars without gaps: bins are neighbours. */
export function histogramOption(
  results: readonly QueryResult[],
  form: HistogramForm,
  context: ChartContext,
): EChartsOption {
  const data = readBins(results[0], form, context);
  const whole = wholeOf(data, form, context);
  const entries = data.series.map(({ name }) => ({ name, label: name }));
  const look = {
    show_legend: form.show_legend,
    legendType: 'scroll',
    legendOrientation: 'top',
    legendMargin: null,
  } as const;
  const { legend, insets } = legendOf(entries, look, context);
  const labels = data.bins.map(({ label }) => label);
  const width = Math.max(40, context.width - insets.left - insets.right - 70);
  const height = Math.max(40, context.height - insets.top - 50);
  const xTitle = form.x_axis_title || (form.column === null ? '' : context.verboseName(columnLabel(form.column)));
  const yTitle = form.y_axis_title || (form.normalize ? t('Share of rows') : t('Number of rows'));
  return {
    ...baseOption(context),
    legend,
    grid: {
      left: SIDE,
      right: SIDE + 6,
      top: insets.top + 10,
      bottom: SIDE - 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
      formatter: (params) => tooltipAt(placeOf(params), { ...data, whole }, form, context),
    },
    xAxis: categoryAxis(
      labels,
      fitLabels(labels, width, 0, context.height * 0.25),
      { text: xTitle, margin: 28, position: 'middle' },
      context,
    ),
    yAxis: valueAxis(
      { log: false, minorSplitLine: false, truncate: false, bounds: [null, null] },
      { text: yTitle, margin: 40, position: 'middle' },
      height,
      (value) => countText(value, form, context),
      context,
    ),
    series: [
      ...data.series.map((one) => seriesOf(one, data, width / Math.max(1, labels.length), form, context)),
      ...(whole === null ? [] : [{ ...paleBars(context), barCategoryGap: GAP, data: [...whole] }]),
    ],
  };
}

function seriesOf(
  one: BinSeries,
  { bins, series }: Bins,
  slot: number,
  form: HistogramForm,
  context: ChartContext,
): BarSeriesOption {
  const color = context.color(form.color_scheme, one.name);
  const isSole = series.length === 1;
  return {
    id: one.name,
    name: one.name,
    type: 'bar',
    barCategoryGap: isSole ? GAP : '12%',
    barGap: '0%',
    itemStyle: { color, borderRadius: [1, 1, 0, 0] },
    emphasis: { focus: 'series' },
    blur: { itemStyle: { opacity: 0.25 } },
    label: {
      show: form.show_value,
      position: 'top',
      color: context.theme.text,
      fontSize: FONT_SIZE,
      fontFamily: context.theme.fontFamily,
    },
    labelLayout: { hideOverlap: true },
    data: bins.map((bin, at) => {
      const value = one.values[at] ?? null;
      const text = countText(value, form, context);
      const faint = isFaint(one, bin, at, form, context) ? { opacity: DIMMED } : {};
      return {
        value,
        itemStyle: faint,
        label: {
          show: form.show_value && value !== 0 && textWidth(text, FONT_SIZE) <= slot / series.length + 8,
          formatter: () => text,
          ...faint,
        },
      };
    }),
  };
}

/** Outside of the bins that are selected, or of another group than those. */
function isFaint(one: BinSeries, bin: Bin, at: number, form: HistogramForm, context: ChartContext): boolean {
  const range = selectedRange(context.inputs);
  if (range !== null) return at < range[0] || at > range[1];
  return isDimmed(binMark(one, bin, at, form, context), context.inputs);
}

function tooltipAt(
  at: number,
  { bins, series, whole }: Bins & { readonly whole: readonly (number | null)[] | null },
  form: HistogramForm,
  context: ChartContext,
): string {
  const bin = bins[at];
  if (!bin) return '';
  return tooltipHtml({
    title: bin.label,
    order: 'by_value',
    rows: series
      .filter(({ name }) => !context.inputs.hidden.has(name))
      .map(({ name, values }) => ({
        name,
        value: partText(values[at] ?? null, whole?.[at], form, context) ?? countText(values[at] ?? null, form, context),
        amount: values[at] ?? null,
        color: context.color(form.color_scheme, name),
      })),
  });
}

function placeOf(params: unknown): number {
  return dataIndexOf(Array.isArray(params) ? params[0] : params);
}
