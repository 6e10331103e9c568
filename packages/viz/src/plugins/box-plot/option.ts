import { metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { BoxplotSeriesOption, EChartsOption, ScatterSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { tooltipHtml } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { valueAxis } from '../../shared/axes.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { dataIndexOf } from '../../shared/data-index.ts';
import { tickAxis } from '../../shared/ticks.ts';
import { type Box, readBoxes } from './boxes.ts';
import type { BoxPlotForm } from './controls.ts';
import { boxMark } from './marks.ts';

const DIMMED = 0.2;
/** Outliers of one box that are drawn; more are one smear. */
const OUTLIERS = 500;

/** Boxes with whiskers, outliers as dots. */
export function boxPlotOption(
  results: readonly QueryResult[],
  form: BoxPlotForm,
  context: ChartContext,
): EChartsOption {
  const boxes = readBoxes(results[0], form, context);
  const width = widthOf(context);
  const isTop = form.y_axis_title_position === 'Top';
  const sole = form.metrics.length === 1 ? form.metrics[0] : undefined;
  const yTitle = form.y_axis_title || (sole === undefined ? '' : context.verboseName(metricLabel(sole)));
  return {
    ...baseOption(context),
    grid: {
      left: 12,
      right: 16,
      top: isTop && yTitle !== '' ? 12 : 14,
      bottom: 8,
      outerBoundsMode: 'same',
      outerBoundsContain: 'all',
    },
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'item',
      formatter: (params) => tooltipOf(params, boxes, form, context),
    },
    xAxis: tickAxis(
      boxes.map(({ name }) => name),
      form.x_ticks_layout,
      width,
      { text: form.x_axis_title, margin: Math.max(28, form.x_axis_title_margin ?? 0), position: 'middle' },
      context,
    ),
    yAxis: valueAxis(
      { log: false, minorSplitLine: false, truncate: true, bounds: [null, null] },
      {
        text: yTitle,
        margin: isTop ? 12 : Math.max(40, form.y_axis_title_margin ?? 0),
        position: isTop ? 'top' : 'middle',
      },
      Math.max(40, context.height - 70),
      metricWriter(form.metrics, context, form.number_format).short,
      context,
    ),
    series: boxes.length === 0 ? [] : [boxSeries(boxes, form, context), dots(boxes, form, context)],
  };
}

/** Pixels that the axis has, nearly. */
function widthOf({ width }: ChartContext): number {
  return Math.max(40, width - 90);
}

function boxSeries(boxes: readonly Box[], form: BoxPlotForm, context: ChartContext): BoxplotSeriesOption {
  // Hundreds of boxes stand beside each other, however narrow that makes them.
  const band = widthOf(context) / boxes.length;
  return {
    id: 'boxes',
    type: 'boxplot',
    boxWidth: [Math.min(6, band * 0.8), 60],
    emphasis: { focus: 'none', itemStyle: { borderWidth: 2.5 } },
    data: boxes.map((box, index) => {
      const color = colorOf(box, form, context);
      const faint = isDimmed(boxMark(box, index, form, context), context.inputs) ? { opacity: DIMMED } : {};
      return {
        name: box.name,
        value: [box.min, box.q1, box.median, box.q3, box.max],
        itemStyle: { color: `${color}${FILL}`, borderColor: color, borderWidth: Math.min(1.5, band / 4), ...faint },
      };
    }),
  };
}

/** Two hex digits of opacity behind a colour. */
const FILL = '40';

function dots(boxes: readonly Box[], form: BoxPlotForm, context: ChartContext): ScatterSeriesOption {
  return {
    id: 'outliers',
    type: 'scatter',
    symbolSize: 5,
    data: boxes.flatMap((box, index) => {
      const faint = isDimmed(boxMark(box, index, form, context), context.inputs) ? DIMMED : 0.6;
      return box.outliers.slice(0, OUTLIERS).map((value) => ({
        value: [index, value],
        itemStyle: { color: colorOf(box, form, context), opacity: faint },
      }));
    }),
  };
}

/** One colour per group, or per metric where there is one group. */
function colorOf(box: Box, form: BoxPlotForm, context: ChartContext): string {
  return context.color(form.color_scheme, box.group === '' ? box.metric : box.group);
}

function tooltipOf(params: unknown, boxes: readonly Box[], form: BoxPlotForm, context: ChartContext): string {
  const { seriesId, value } = params as { readonly seriesId?: string; readonly value?: readonly number[] };
  const say = metricWriter(form.metrics, context, form.number_format).exact;
  if (seriesId === 'outliers') {
    const box = boxes[value?.[0] ?? -1];
    const row = { name: t('Outlier'), value: say(value?.[1] ?? null), amount: value?.[1] ?? null, color: null };
    return box ? tooltipHtml({ title: box.name, order: 'as_given', rows: [row] }) : '';
  }
  const box = boxes[dataIndexOf(params)];
  if (!box) return '';
  const row = (name: string, amount: number | null) => ({ name, value: say(amount), amount, color: null });
  return tooltipHtml({
    title: box.name,
    order: 'as_given',
    rows: [
      row(t('Max'), box.max),
      row(t('3rd quartile'), box.q3),
      row(t('Mean'), box.mean),
      row(t('Median'), box.median),
      row(t('1st quartile'), box.q1),
      row(t('Min'), box.min),
      { name: t('# observations'), value: context.formatNumber(',d', box.count), amount: box.count, color: null },
      ...(box.outliers.length > 0
        ? [{ name: t('# outliers'), value: context.formatNumber(',d', box.outliers.length), amount: null, color: null }]
        : []),
    ],
  });
}
