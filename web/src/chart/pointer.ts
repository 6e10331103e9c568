import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';

/** px in the canvas; null while the pointer is elsewhere. */
export type Pointer = readonly [number, number] | null;

/** The option with tooltips that know how far each value is from the pointer (`pointer`, in values of the axes). */
export function withPointer(
  option: EChartsOption,
  chart: EChartsType,
  pointer: { readonly current: Pointer },
): EChartsOption {
  const { tooltip } = option;
  if (
    option.xAxis === undefined ||
    tooltip === undefined ||
    Array.isArray(tooltip) ||
    typeof tooltip.formatter !== 'function'
  )
    return option;
  const { formatter } = tooltip;
  const told = (params: unknown, ...rest: readonly unknown[]): unknown =>
    Reflect.apply(formatter, undefined, [withPlace(params, placeOf(chart, pointer.current)), ...rest]);
  return { ...option, tooltip: { ...tooltip, formatter: told as typeof formatter } };
}

/** Values of the axes at a place in px; null outside of the plot. */
export function placeOf(chart: EChartsType, pointer: Pointer): readonly number[] | null {
  if (pointer === null || !chart.containPixel({ gridIndex: 0 }, [...pointer])) return null;
  const place = chart.convertFromPixel({ gridIndex: 0 }, [...pointer]);
  return Array.isArray(place) ? place : null;
}

/** What a tooltip is given of a mark, with the pointer's place. */
export function withPlace<P>(params: P, pointer: readonly number[] | null): P {
  if (pointer === null) return params;
  if (Array.isArray(params)) return params.map((one: object) => ({ ...one, pointer })) as P;
  return typeof params === 'object' && params !== null ? { ...params, pointer } : params;
}
