import { SunburstChart } from 'echarts/charts';
import { GraphicComponent, TooltipComponent } from 'echarts/components';

export const echartsParts = [SunburstChart, GraphicComponent, TooltipComponent];
