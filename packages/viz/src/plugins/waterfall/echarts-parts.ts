import { BarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';

export const echartsParts = [BarChart, GridComponent, LegendComponent, TooltipComponent];
