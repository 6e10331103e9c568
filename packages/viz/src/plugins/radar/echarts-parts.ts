import { RadarChart } from 'echarts/charts';
import { LegendComponent, RadarComponent, TooltipComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';

export const echartsParts = [RadarChart, RadarComponent, LegendComponent, TooltipComponent, LabelLayout];
