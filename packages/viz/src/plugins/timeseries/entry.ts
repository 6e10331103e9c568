import { msg } from '@tessera/core/messages';
import { type Capabilities, interactive } from '../../capabilities.ts';
import { erased, type VizEntries } from '../../entry.ts';

const plugin = () => import('./index.ts');
const series = {
  ...interactive,
  brushes: 'x',
  stacks: true,
  size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
  skeleton: 'line',
  limits: { rows: 50_000, series: 50 },
} as const satisfies Capabilities;

export const timeseriesEntries = {
  echarts_timeseries_line: {
    name: msg('Line Chart'),
    capabilities: { ...series, marksPart: true },
    folder: 'timeseries',
    load: () => erased(plugin(), ({ echartsTimeseriesLine }) => echartsTimeseriesLine),
  },
  echarts_timeseries_bar: {
    name: msg('Bar Chart'),
    capabilities: { ...series, marksPart: true, skeleton: 'bars', limits: { rows: 2000, series: 50 } },
    folder: 'timeseries',
    load: () => erased(plugin(), ({ echartsTimeseriesBar }) => echartsTimeseriesBar),
  },
  echarts_area: {
    name: msg('Area Chart'),
    capabilities: { ...series, marksPart: true },
    folder: 'timeseries',
    load: () => erased(plugin(), ({ echartsArea }) => echartsArea),
  },
  echarts_timeseries_smooth: {
    name: msg('Smooth Line'),
    capabilities: { ...series, marksPart: true, stacks: false },
    folder: 'timeseries',
    load: () => erased(plugin(), ({ echartsTimeseriesSmooth }) => echartsTimeseriesSmooth),
  },
  echarts_timeseries_step: {
    name: msg('Stepped Line'),
    capabilities: { ...series, marksPart: true },
    folder: 'timeseries',
    load: () => erased(plugin(), ({ echartsTimeseriesStep }) => echartsTimeseriesStep),
  },
  echarts_timeseries_scatter: {
    name: msg('Scatter Plot'),
    capabilities: series,
    folder: 'timeseries',
    load: () => erased(plugin(), ({ echartsTimeseriesScatter }) => echartsTimeseriesScatter),
  },
  echarts_timeseries: {
    name: msg('Generic Chart'),
    capabilities: { ...series, marksPart: true },
    folder: 'timeseries',
    load: () => erased(plugin(), ({ echartsTimeseries }) => echartsTimeseries),
  },
  mixed_timeseries: {
    name: msg('Mixed Chart'),
    capabilities: { ...series, marksPart: true },
    folder: 'timeseries',
    load: () => erased(import('./mixed.ts'), ({ mixedTimeseries }) => mixedTimeseries),
  },
} as const satisfies VizEntries;
