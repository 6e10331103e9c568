import { ParallelChart } from 'echarts/charts';
import { GraphicComponent, ParallelComponent, TooltipComponent } from 'echarts/components';

export const echartsParts = [ParallelChart, ParallelComponent, GraphicComponent, TooltipComponent];
