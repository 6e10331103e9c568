import { GaugeChart } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';

export const echartsParts = [GaugeChart, TooltipComponent];
