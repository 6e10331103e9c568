import { RadarChart } from 'echarts/charts';
import { LegendComponent, RadarComponent, TooltipComponent } from 'echarts/components';

export const echartsParts = [RadarChart, RadarComponent, LegendComponent, TooltipComponent];
