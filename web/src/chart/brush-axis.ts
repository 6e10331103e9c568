import type { EChartsOption } from 'echarts';

/** The axis that a brush runs along; null for charts without one, or that are zoomed by dragging. */
export function axisOfBrush(option: EChartsOption): 'x' | 'y' | null {
  const { xAxis, yAxis, dataZoom } = option;
  if (xAxis === undefined || yAxis === undefined || Array.isArray(xAxis) || Array.isArray(yAxis)) return null;
  if (dataZoom !== undefined) return null;
  return yAxis.inverse === true ? 'y' : 'x';
}
