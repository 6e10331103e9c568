import { BarChart } from 'echarts/charts';
import { LegendComponent, PolarComponent, TooltipComponent } from 'echarts/components';

export const echartsParts = [BarChart, PolarComponent, LegendComponent, TooltipComponent];
