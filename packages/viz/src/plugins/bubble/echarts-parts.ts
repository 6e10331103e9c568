import { ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';

export const echartsParts = [ScatterChart, GridComponent, LegendComponent, TooltipComponent];
