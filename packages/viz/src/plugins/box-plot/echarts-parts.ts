import { BoxplotChart, ScatterChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';

export const echartsParts = [BoxplotChart, ScatterChart, GridComponent, TooltipComponent];
