import type { LineSeriesOption } from 'echarts';
import type { ChartContext } from '../../define.ts';
import type { FamilyForm } from './controls.ts';

/** A line of more points than these for each pixel is drawn by some of them. */
const MOST_PER_PIXEL = 2;

/** Whether lines of so many points are sampled; the parts of a stack need each other at every place. */
export function isSampled(length: number, { stack }: Pick<FamilyForm, 'stack'>, { width }: ChartContext): boolean {
  return stack === null && length > MOST_PER_PIXEL * width;
}

/** The lowest and the highest of each pixel; a line with gaps by what keeps its shape, since a gap has no extreme. */
export function samplingOf(values: readonly (number | null)[]): NonNullable<LineSeriesOption['sampling']> {
  return values.includes(null) ? 'lttb' : 'minmax';
}
