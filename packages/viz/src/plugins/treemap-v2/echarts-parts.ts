import { TreemapChart } from 'echarts/charts';
import { TooltipComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';

export const echartsParts = [TreemapChart, TooltipComponent, LabelLayout];
