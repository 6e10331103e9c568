import type { Cell } from '@tessera/core/table';
import type { ChartContext } from '../../define.ts';
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
import { axisTimeLabel, isPeriodStart, roundYears } from '../../shared/axis-time.ts';
import type { FamilyForm } from './controls.ts';
import type { SeriesData } from './data.ts';
import type { Style } from './style.ts';

/** Room in px for a year on an axis, with the gap that keeps it quiet. */
const YEAR_LABEL_ROOM = 72;

/** The axis that the series stand on: of time, numbers or categories. */
export function baseAxis(
  data: SeriesData,
  form: FamilyForm,
  style: Style & { readonly hasBars: boolean },
  room: { readonly width: number; readonly height: number },
  context: ChartContext,
): Axis {
  const length = style.horizontal ? room.height : room.width;
  const title: AxisTitle = { text: form.x_axis_title, margin: form.x_axis_title_margin ?? 0, position: 'middle' };
  const rotation = form.xAxisLabelRotation ?? 0;
  const ticks = { minorTick: { show: form.minorTicks } };
  switch (data.x.kind) {
    case 'category': {
      const labels = data.x.cells.map((_, index) => data.x.labelAt(index));
      const fitted = style.horizontal
        ? fitRowLabels(labels, length, context.width)
        : fitLabels(labels, length, rotation, room.height * 0.35);
      const axis = categoryAxis(labels, fitted, title, context);
      return { ...axis, boundaryGap: style.hasBars || labels.length < 2 } as Axis;
    }
    case 'time': {
      const grain = form.time_grain_sqla;
      const axis = timeAxis(title, length, leastStep(grain), (value) => timeLabel(value, form, context), context);
      // A zoomed axis is shorter than its data, and needs the labels of what it shows.
      const labels = form.zoomable
        ? undefined
        : (yearsOf(data.x.cells, length) ?? periodsOf(data.x.cells, grain, length));
      return {
        ...axis,
        ...ticks,
        axisLabel: { ...axis.axisLabel, rotate: rotation, ...(labels ? { customValues: [...labels] } : {}) },
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

function timeLabel(value: number, form: FamilyForm, context: ChartContext): string {
  const { time_grain_sqla: grain, x_axis_time_format: format } = form;
  return form.zoomable && !isPeriodStart(value, grain) ? '' : axisTimeLabel(value, format, grain, context);
}

/** ECharts steps by two months where ticks may be 89 days apart, past the beginnings of quarters. */
const QUARTER_STEP = 92 * 86_400_000;

function leastStep(grain: string | null): number {
  return grain === 'P3M' || grain === 'P0.25Y' ? QUARTER_STEP : grainLength(grain);
}

function yearsOf(cells: readonly Cell[], length: number): readonly number[] | undefined {
  const times = cells.filter((cell) => typeof cell === 'number');
  const from = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const to = times.reduce((most, time) => Math.max(most, time), Number.NEGATIVE_INFINITY);
  return roundYears(from, to, length / YEAR_LABEL_ROOM);
}

/** Periods that begin where a time axis has no tick of its own: at every third month, on a day of the week. */
const OWN_TICKS = /P3M|P1W/;

/** The beginnings of few periods, which have the labels; of many the axis finds ticks that are near enough. */
function periodsOf(cells: readonly Cell[], grain: string | null, length: number): readonly number[] | undefined {
  if (grain === null || !OWN_TICKS.test(grain)) return undefined;
  const times = [...new Set(cells.filter((cell) => typeof cell === 'number'))].toSorted((one, other) => one - other);
  const every = Math.ceil(times.length / Math.max(1, Math.floor(length / YEAR_LABEL_ROOM)));
  return every > 2 ? undefined : times.filter((_, index) => index % every === 0);
}

/** The axis of what is measured. */
export function measureAxis(form: FamilyForm, style: Style, length: number, context: ChartContext): Axis {
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
