import { GraphChart } from 'echarts/charts';
import { LegendComponent, TooltipComponent } from 'echarts/components';

export const echartsParts = [GraphChart, LegendComponent, TooltipComponent];
