import { SankeyChart } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';

export const echartsParts = [SankeyChart, TooltipComponent];
