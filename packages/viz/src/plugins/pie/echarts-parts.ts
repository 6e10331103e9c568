import { PieChart } from 'echarts/charts';
import { GraphicComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';

export const echartsParts = [PieChart, TooltipComponent, LegendComponent, GraphicComponent, LabelLayout];
