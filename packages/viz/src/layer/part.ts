import { t } from '@tessera/core/messages';
import type { BarSeriesOption } from 'echarts';
import type { ChartContext } from '../define.ts';

/** What stands below a picture that marks a part of its whole. */
export const paleNote = () => t('Pale bars: without the selection');

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
