import type { Capabilities } from '@tessera/viz/capabilities';
import type { EChartsOption } from 'echarts';
import type { BrushAxis } from './brush.ts';

/**
 * The axis that a brush runs along; null for charts without one, or that are zoomed by dragging.
 *
 * @param brushes  What the type of the chart can do
 */
export function axisOfBrush(option: EChartsOption, brushes: Capabilities['brushes']): BrushAxis | null {
  if (brushes === null) return null;
  const { xAxis, yAxis, dataZoom } = option;
  if (xAxis === undefined || yAxis === undefined || Array.isArray(xAxis) || Array.isArray(yAxis)) return null;
  if (dataZoom !== undefined) return null;
  if (brushes === 'xy') return 'xy';
  return yAxis.inverse === true ? 'y' : 'x';
}
