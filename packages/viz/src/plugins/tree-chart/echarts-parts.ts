import { TreeChart } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';

export const echartsParts = [TreeChart, TooltipComponent, LabelLayout];
