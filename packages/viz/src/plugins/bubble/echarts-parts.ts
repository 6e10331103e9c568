import { ScatterChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';

export const echartsParts = [ScatterChart, GridComponent, LegendComponent, TooltipComponent, LabelLayout];
