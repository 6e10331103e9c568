import { LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';

export const echartsParts = [LineChart, GridComponent, LegendComponent, TooltipComponent, LabelLayout];
