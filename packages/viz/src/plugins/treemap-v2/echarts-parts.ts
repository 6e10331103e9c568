import { TreemapChart } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';

export const echartsParts = [TreemapChart, TooltipComponent];
