import type { GridComponentOption } from 'echarts';
import type { Bounds, ChartContext } from '../define.ts';
import type { Insets } from '../layer/legend.ts';
import { type Axis, valueAxis } from './axes.ts';

/** What the forms of older line charts say of their axes. */
export type LineAxesForm = {
  readonly x_axis_label: string;
  readonly bottom_margin: string | null;
  readonly x_axis_showminmax: boolean;
  readonly y_axis_label: string;
  readonly left_margin: string | null;
  readonly y_axis_showminmax: boolean;
  readonly y_log_scale: boolean;
  readonly y_axis_bounds: Bounds;
};

/** The axis of the values; it begins and ends with the data, or with bounds. */
export function lineValueAxis(
  form: LineAxesForm,
  title: string,
  length: number,
  label: (value: number) => string,
  context: ChartContext,
): Axis {
  const axis = valueAxis(
    { log: form.y_log_scale, minorSplitLine: false, truncate: true, bounds: form.y_axis_bounds },
    { text: form.y_axis_label || title, margin: 8, position: 'top' },
    length,
    label,
    context,
  );
  return { ...axis, axisLabel: { ...axis.axisLabel, ...(form.y_axis_showminmax ? ENDS : {}) } } as Axis;
}

const ENDS = { showMinLabel: true, showMaxLabel: true } as const;

/** Labels at the ends of the base axis, where the author wants them. */
export function withEnds(axis: Axis, form: LineAxesForm): Axis {
  return form.x_axis_showminmax ? ({ ...axis, axisLabel: { ...axis.axisLabel, ...ENDS } } as Axis) : axis;
}

/** The plot: a margin of the author is the room up to its edge, labels included. */
export function lineGrid(form: LineAxesForm, insets: Insets, right: number): GridComponentOption {
  const [bottom, left] = [pixels(form.bottom_margin), pixels(form.left_margin)];
  const isOwn = bottom !== null || left !== null;
  return {
    // A title above the axis is inside of bounds that contain all.
    top: insets.top + (isOwn ? 22 : 12),
    right: right + insets.right,
    bottom: bottom ?? insets.bottom + (isOwn ? 28 + (form.x_axis_label === '' ? 0 : 18) : 4),
    left: left ?? insets.left + (isOwn ? 48 : 4),
    ...(isOwn ? { outerBoundsMode: 'none' } : { outerBoundsMode: 'same', outerBoundsContain: 'all' }),
  };
}

function pixels(margin: string | null): number | null {
  const number = Number(margin);
  return margin === null || margin === '' || !Number.isFinite(number) ? null : number;
}
