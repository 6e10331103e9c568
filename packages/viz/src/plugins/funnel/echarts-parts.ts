import { FunnelChart } from 'echarts/charts';
import { LegendComponent, TooltipComponent } from 'echarts/components';

export const echartsParts = [FunnelChart, LegendComponent, TooltipComponent];
