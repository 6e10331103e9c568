import { t } from '@tessera/core/messages';
import type { BarSeriesOption, LineSeriesOption } from 'echarts';
import type { ChartContext } from '../define.ts';

/** What stands below a picture that marks a part of its whole. */
export const paleNote = () => t('Pale bars: without the selection');
/** The same below lines and areas. */
export const paleLineNote = () => t('Pale line: without the selection');

/** '15 of 30 without the selection (50.0%)' */
export function partWords(part: string, whole: string, share: number, { formatNumber }: ChartContext): string {
  return t('%(part)s of %(whole)s without the selection (%(share)s)', {
    part,
    whole,
    share: formatNumber(',.1%', share),
  });
}

/** Pale bars of the whole behind those of the part; they are the last bars of their axes. */
export function paleBars({ theme }: ChartContext) {
  return {
    id: 'whole',
    type: 'bar',
    // They are seen, and not touched: what is under the pointer is the part.
    silent: true,
    z: 1,
    barGap: '-100%',
    itemStyle: { color: theme.zeroLine, opacity: theme.mode === 'dark' ? 0.6 : 0.45 },
    emphasis: { disabled: true },
    tooltip: { show: false },
  } as const satisfies BarSeriesOption;
}

/** A pale line of the whole behind that of the part, with the space below it where the part has one. */
export function paleLine({ theme }: ChartContext, isFilled: boolean) {
  const opacity = theme.mode === 'dark' ? 0.6 : 0.45;
  return {
    id: 'whole',
    type: 'line',
    silent: true,
    z: 1,
    showSymbol: false,
    lineStyle: { color: theme.zeroLine, width: 2 },
    ...(isFilled ? { areaStyle: { color: theme.zeroLine, opacity: opacity / 2 } } : {}),
    emphasis: { disabled: true },
    tooltip: { show: false },
  } as const satisfies LineSeriesOption;
}
