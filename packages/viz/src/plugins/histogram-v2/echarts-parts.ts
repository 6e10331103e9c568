import { BarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';

export const echartsParts = [BarChart, GridComponent, LegendComponent, TooltipComponent, LabelLayout];
