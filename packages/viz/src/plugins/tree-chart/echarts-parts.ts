import { TreeChart } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';

export const echartsParts = [TreeChart, TooltipComponent];
