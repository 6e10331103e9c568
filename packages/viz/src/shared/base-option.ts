import type { EChartsOption, TooltipComponentOption } from 'echarts';
import type { ChartContext } from '../define.ts';

/** What all ECharts drawings begin with. A chart is there at once and moves only between two states of itself. */
export function baseOption(context: ChartContext): EChartsOption {
  return {
    useUTC: true,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: context.theme.fontFamily, color: context.theme.text },
    animationDuration: 0,
    animationDurationUpdate: 200,
    animationEasingUpdate: 'cubicOut',
    stateAnimation: { duration: 120 },
  };
}

/** The floating frame of a tooltip; its content is the table of `tooltipHtml`. */
export function tooltipFrame(context: ChartContext): TooltipComponentOption {
  const { theme } = context;
  return {
    show: true,
    confine: true,
    className: 'ts-chart-tooltip',
    backgroundColor: theme.surface,
    borderColor: theme.hairline,
    borderWidth: 1,
    padding: [8, 12],
    textStyle: { color: theme.text, fontSize: 12, fontFamily: theme.fontFamily },
    transitionDuration: 0,
    hideDelay: 60,
  };
}
