import type { ChartContext, Currency } from '../define.ts';

/**
 * A measure as a tooltip says it. The adaptive format is short where there is little room (28.4k); who points at a mark
 * wants to know the number itself (28,413). A format that an author chose is used as it is.
 */
export function exactNumber(
  format: string,
  value: number | null,
  context: ChartContext,
  currency?: Currency | null,
): string {
  if (format !== 'SMART_NUMBER' || value === null || !Number.isFinite(value))
    return context.formatNumber(format, value, currency);
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 0.001)) return context.formatNumber(format, value, currency);
  return context.formatNumber(size >= 1 || size === 0 ? ',.2~f' : ',.4~g', value, currency);
}
