import { t } from '@tessera/core/messages';
import type { EChartsOption, LineSeriesOption } from 'echarts';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { legendOf } from '../../layer/legend.ts';
import { awayFrom, pointedValue, tooltipHtml, type TooltipRow } from '../../layer/tooltip.ts';
import { isDimmed } from '../../select.ts';
import { type Axis, grainLength, timeAxis } from '../../shared/axes.ts';
import { axisTimeLabel, timeTicks } from '../../shared/axis-time.ts';
import { baseOption, tooltipFrame } from '../../shared/base-option.ts';
import { lineGrid, lineValueAxis, withEnds } from '../../shared/line-axes.ts';
import { metricOfSeries } from '../../shared/time-series.ts';
import { textWidth, wrapLines } from '../../shared/text.ts';
import { annotationSeries } from './annotations.ts';
import { type Change, type Changes, readChanges } from './changes.ts';
import type { CompareForm } from './controls.ts';
import { changeMark, changeText, momentName } from './marks.ts';

const DIRECT_LABELS = { series: 5, width: 420, room: 120 } as const;
const DASHES = ['solid', 'dashed', 'dotted'] as const;
const COLORS_APART = 10;
const COLORED_OF_MANY = 8;
const DIMMED = 0.2;

/** Lines that meet at zero at the index: what changed since, in percent. */
export function compareOption(
  results: readonly QueryResult[],
  form: CompareForm,
  context: ChartContext,
): EChartsOption {
  const data = readChanges(results[0], form, context);
  const isDirect =
    data.series.length >= 2 && data.series.length <= DIRECT_LABELS.series && context.width >= DIRECT_LABELS.width;
  const { legend, insets } = legendOf(
    data.series.map(({ name }) => ({ name, label: name })),
    { show_legend: !isDirect, legendType: 'scroll', legendOrientation: 'top', legendMargin: null },
    context,
  );
  const widest = data.series.reduce((most, { name }) => Math.max(most, textWidth(name, 12)), 0);
  const right = isDirect ? Math.min(DIRECT_LABELS.room, widest) + 22 : 20;
  const index = data.times[data.index] ?? 0;
  const title = data.series.length === 0 ? '' : t('Change since %s', momentName(index, form, context));
  const looks = { isDirect, quiet: quietOf(data.series) };
  return {
    ...baseOption(context),
    legend,
    grid: lineGrid(form, insets, right),
    xAxis: baseAxis(data, form, context),
    yAxis: {
      ...lineValueAxis(
        form,
        title,
        context.height - insets.top - 56,
        (value) => changeText(form.y_log_scale ? value - 1 : value, form, context),
        context,
      ),
      // Half, once, twice as much: changes are rarely tenfold.
      ...(form.y_log_scale ? { logBase: 2 } : {}),
    },
    tooltip: {
      ...tooltipFrame(context),
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: context.theme.zeroLine }, snap: true },
      formatter: (params) => tooltipAt(params, data, form, context),
    },
    series: [
      ...data.series.map((series, at) => lineSeries(series, at, data, looks, form, context)),
      ...(data.series.length === 0 ? [] : [indexLine(index, form, context)]),
      ...annotationSeries(results[0], data, form, context),
    ],
  };
}

function baseAxis(data: Changes, form: CompareForm, context: ChartContext): Axis {
  const axis = timeAxis(
    { text: form.x_axis_label, margin: 12, position: 'middle' },
    context.width,
    grainLength(form.time_grain_sqla),
    (value) => axisTimeLabel(value, form.x_axis_format, form.time_grain_sqla, context),
    context,
  );
  const [from, to] = [data.times[0] ?? 0, data.times.at(-1) ?? 0];
  const count = Math.max(2, (context.width - 120) / 72);
  const finest = grainLength(form.time_grain_sqla);
  const ticks = to > from ? timeTicks(from, to, finest > 0 ? Math.min(count, (to - from) / finest) : count) : [];
  const placed = {
    ...axis,
    axisLabel: {
      ...axis.axisLabel,
      ...(ticks.length > 0 ? { customValues: [...ticks] } : {}),
      ...(form.x_ticks_layout === '45°' ? { rotate: 45 } : {}),
      ...(form.x_ticks_layout === 'staggered'
        ? {
            hideOverlap: false,
            formatter: (value: number, at: number) =>
              `${at % 2 === 1 ? '\n' : ''}${axisTimeLabel(value, form.x_axis_format, form.time_grain_sqla, context)}`,
          }
        : {}),
    },
  } as Axis;
  return withEnds(placed, form);
}

function lineSeries(
  series: Change,
  at: number,
  data: Changes,
  { isDirect, quiet }: Looks,
  form: CompareForm,
  context: ChartContext,
): LineSeriesOption {
  const isQuiet = quiet.has(series);
  const color = isQuiet ? context.theme.zeroLine : context.color(form.color_scheme, series.colorName);
  const isBack =
    !Array.isArray(context.inputs.selection['selectedRange']) &&
    isDimmed(changeMark(series, 0, data, form, context), context.inputs);
  const opacity = isBack ? { opacity: DIMMED } : {};
  const points = series.changes.filter((change) => change !== null).length;
  return {
    id: series.key,
    name: series.name,
    type: 'line',
    // On a logarithmic axis lines meet at one: ten percent more are 1.1.
    data: series.changes.map((change, place) => [
      data.times[place] ?? 0,
      change === null ? null : form.y_log_scale ? change + 1 : change,
    ]),
    symbol: 'circle',
    symbolSize: points === 1 ? 7 : 5,
    showSymbol: points === 1 || hasLonely(series.changes),
    lineStyle: {
      color,
      width: isQuiet ? 1 : 2,
      type: quiet.size > 0 ? 'solid' : (DASHES[Math.floor(at / COLORS_APART) % DASHES.length] ?? 'solid'),
      ...opacity,
    },
    itemStyle: { color, ...opacity },
    ...(isQuiet ? { z: 1 } : {}),
    emphasis: {
      focus: 'series',
      // A grey line has no colour to stand out by.
      ...(isQuiet ? { lineStyle: { color: context.theme.text, width: 2 } } : {}),
    },
    blur: { lineStyle: { opacity: 0.15 }, itemStyle: { opacity: 0.15 } },
    ...(isDirect
      ? {
          endLabel: {
            show: true,
            formatter: () => wrapLines(series.name, DIRECT_LABELS.room, 12).join('\n'),
            color: context.theme.text,
            fontSize: 12,
            lineHeight: 14,
            fontFamily: context.theme.fontFamily,
            ...opacity,
          },
          labelLayout: { moveOverlap: 'shiftY' as const },
          // Names that follow a moving line would not give way to each other.
          animation: false,
        }
      : {}),
  };
}

type Looks = { readonly isDirect: boolean; readonly quiet: ReadonlySet<Change> };

/** Of many series those that changed most have colours, and the rest is grey. */
function quietOf(series: readonly Change[]): ReadonlySet<Change> {
  if (series.length <= COLORS_APART) return new Set();
  const last = ({ changes }: Change) => Math.abs(changes.findLast((change) => change !== null) ?? 0);
  return new Set(series.toSorted((a, b) => last(b) - last(a)).slice(COLORED_OF_MANY));
}

/** A value between two gaps has no line that shows it. */
function hasLonely(values: readonly (number | null)[]): boolean {
  return values.some(
    (value, at) => value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null,
  );
}

/** Where all lines are at zero. */
function indexLine(index: number, form: CompareForm, context: ChartContext): LineSeriesOption {
  const { theme } = context;
  const rule = { lineStyle: { color: theme.textMuted, width: 1, type: 'dashed' as const } };
  return {
    id: 'index',
    type: 'line',
    silent: true,
    data: [],
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      label: { show: false },
      data: [
        { xAxis: index, ...rule },
        { yAxis: form.y_log_scale ? 1 : 0, lineStyle: { color: theme.zeroLine, width: 1, type: 'solid' } },
      ],
    },
  };
}

function tooltipAt(params: unknown, data: Changes, form: CompareForm, context: ChartContext): string {
  const touched = (Array.isArray(params) ? params : [params]).flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('seriesId' in one) || !('dataIndex' in one)) return [];
    const series = data.series.find(({ key }) => key === one.seriesId);
    return series && typeof one.dataIndex === 'number' ? [{ series, at: one.dataIndex }] : [];
  });
  const [first] = touched;
  const pointed = pointedValue(params);
  return tooltipHtml({
    title: first ? momentName(data.times[first.at] ?? 0, form, context) : '',
    order: pointed === null ? 'by_value' : 'nearest',
    rows: touched.flatMap(({ series, at }): TooltipRow[] => {
      const change = series.changes[at] ?? null;
      return change === null
        ? []
        : [
            {
              name: series.name,
              value: changeText(change, form, context),
              amount: change,
              color: context.color(form.color_scheme, series.colorName),
              share: metricWriter(metricOfSeries(series.metric, form), context).exact(series.values[at] ?? null),
              ...awayFrom(pointed, form.y_log_scale ? change + 1 : change),
            },
          ];
    }),
    notes: [t('Change since %s', momentName(data.times[data.index] ?? 0, form, context))],
  });
}
