import { HeatmapChart } from 'echarts/charts';
import { GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';

export const echartsParts = [HeatmapChart, GridComponent, TooltipComponent, VisualMapComponent];
