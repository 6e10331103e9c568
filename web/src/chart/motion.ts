import type { EChartsOption } from 'echarts';

const MOVE_MS = 200;

/**
 * Motion only between two pictures of one chart that changes alone, when the system and the chart allow it. Several
 * types of series have durations of their own (a treemap moves for 900 ms), which win over those of the whole option.
 */
export function withMotion(option: EChartsOption, moves: boolean): EChartsOption {
  const motion =
    moves && option.animation !== false
      ? {
          animation: true,
          animationDuration: 0,
          animationDurationUpdate: MOVE_MS,
          animationEasingUpdate: 'cubicOut' as const,
        }
      : { animation: false };
  const { series = [] } = option;
  const all = Array.isArray(series) ? series : [series];
  return {
    ...option,
    ...motion,
    series: all.map((one) => (one.animation === false ? one : { ...one, ...motion })),
  };
}
