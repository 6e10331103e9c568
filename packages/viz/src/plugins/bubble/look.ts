import type { Metric } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import type { Bounds } from '../../define.ts';
import type { LegendForm } from '../../layer/legend.ts';
import type { BubbleForm, OldBubbleForm } from './controls.ts';

type AxisLook = {
  readonly title: string;
  readonly margin: number;
  readonly format: string;
  readonly rotate: number;
  readonly isLog: boolean;
  readonly truncate: boolean;
  readonly bounds: Bounds;
  /** The axis reaches from the least to the greatest value, and both are written. */
  readonly showsEnds: boolean;
};

/** What both bubble charts say, each in its own words. */
export type BubbleLook = {
  readonly series: QueryColumn | null;
  readonly entity: QueryColumn | null;
  readonly x: Metric | null;
  readonly y: Metric | null;
  readonly size: Metric | null;
  readonly colorScheme: string;
  readonly opacity: number;
  readonly maxSize: number;
  readonly sizeFormat: string;
  readonly legend: LegendForm;
  readonly xAxis: AxisLook;
  readonly yAxis: AxisLook;
  /** px beside and below the plot, as the author has them; null leaves them to the drawing. */
  readonly left: number | null;
  readonly bottom: number | null;
};

export function lookOf(form: BubbleForm): BubbleLook {
  return {
    ...form,
    colorScheme: form.color_scheme,
    maxSize: form.max_bubble_size ?? 25,
    sizeFormat: form.tooltipSizeFormat,
    legend: form,
    xAxis: {
      title: form.x_axis_label,
      margin: form.x_axis_title_margin ?? 30,
      format: form.xAxisFormat,
      rotate: form.xAxisLabelRotation ?? 0,
      isLog: form.logXAxis,
      truncate: form.truncateXAxis,
      bounds: form.xAxisBounds,
      showsEnds: false,
    },
    yAxis: {
      title: form.y_axis_label,
      margin: form.y_axis_title_margin ?? 30,
      format: form.y_axis_format,
      rotate: form.yAxisLabelRotation ?? 0,
      isLog: form.logYAxis,
      truncate: form.truncateYAxis,
      bounds: form.y_axis_bounds,
      showsEnds: false,
    },
    left: null,
    bottom: null,
  };
}

export function oldLookOf(form: OldBubbleForm): BubbleLook {
  const rotations = { auto: 0, flat: 0, '45°': 45, '90°': 90, staggered: 0 };
  const [low, high] = form.y_axis_bounds;
  return {
    ...form,
    colorScheme: form.color_scheme,
    opacity: 0.6,
    maxSize: form.max_bubble_size ?? 25,
    sizeFormat: 'SMART_NUMBER',
    legend: { show_legend: form.show_legend, legendType: 'scroll', legendOrientation: 'top', legendMargin: null },
    xAxis: {
      title: form.x_axis_label,
      margin: 30,
      format: form.x_axis_format,
      rotate: rotations[form.x_ticks_layout],
      isLog: form.x_log_scale,
      truncate: true,
      bounds: [null, null],
      showsEnds: form.x_axis_showminmax,
    },
    yAxis: {
      title: form.y_axis_label,
      margin: 40,
      format: form.y_axis_format,
      rotate: 0,
      isLog: form.y_log_scale,
      truncate: low !== null || high !== null,
      bounds: form.y_axis_bounds,
      showsEnds: form.y_axis_showminmax,
    },
    left: marginOf(form.left_margin),
    bottom: marginOf(form.bottom_margin),
  };
}

/** `auto` is no number of px. */
function marginOf(stored: string | null): number | null {
  const px = Number(stored ?? Number.NaN);
  return Number.isFinite(px) && px > 0 ? px : null;
}
