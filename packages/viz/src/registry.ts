import { msg } from '@tessera/core/messages';
import type { Capabilities } from './capabilities.ts';
import type { Controls, VizPlugin } from './define.ts';
import type { VizEntry } from './entry.ts';
import type { AnyViz } from './erase.ts';
import { totalThumbnail, trendThumbnail } from './plugins/big-number/thumbnails.ts';
import { pieThumbnail } from './plugins/pie/thumbnails.ts';
import { worldMapThumbnail } from './plugins/world-map/thumbnails.ts';
import { pivotTableThumbnail } from './plugins/pivot-table/thumbnails.ts';
import { tableThumbnail } from './plugins/table/thumbnails.ts';
import {
  areaThumbnail,
  barThumbnail,
  genericThumbnail,
  lineThumbnail,
  scatterThumbnail,
  smoothThumbnail,
  stepThumbnail,
} from './plugins/timeseries/thumbnails.ts';

/** Marks that filter and drill, as most types have them. */
const interactive = {
  emitsFilters: true,
  drillsToDetail: true,
  drillsBy: true,
  isDrillTarget: true,
  brushes: null,
  stacks: false,
  needsTime: false,
  pages: false,
} as const satisfies Partial<Capabilities>;
const series = {
  ...interactive,
  brushes: 'x',
  stacks: true,
  size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
  skeleton: 'line',
  limits: { rows: 50_000, series: 50 },
} as const satisfies Capabilities;
const bigNumberCapabilities = {
  ...interactive,
  emitsFilters: false,
  drillsBy: false,
  isDrillTarget: false,
  size: { minimum: { width: 2, height: 12 }, default: { width: 3, height: 25 } },
  skeleton: 'number',
  limits: { rows: 1, series: 1 },
} as const satisfies Capabilities;

/** What reads and checks forms comes with the first chart type, beside it: a page without charts needs none of it. */
async function erased<Module, C extends Controls, Model>(
  module: Promise<Module>,
  pick: (module: Module) => VizPlugin<C, Model>,
): Promise<AnyViz> {
  const [{ erase }, loaded] = await Promise.all([import('./erase.ts'), module]);
  return erase(pick(loaded));
}

const timeseries = () => import('./plugins/timeseries/index.ts');
const bigNumbers = () => import('./plugins/big-number/index.ts');

/**
 * The one list of chart types: its keys are the `viz_type` values. What is here is small and known at once; controls,
 * queries and drawing load with the chart.
 */
export const plugins = {
  echarts_timeseries_line: {
    name: msg('Line Chart'),
    category: msg('Evolution'),
    description: msg('How do measures change over time? One line per measure or group.'),
    tags: ['Featured'],
    capabilities: series,
    roles: ['x', 'y', 'series'],
    thumbnail: lineThumbnail,
    folder: 'timeseries',
    load: () => erased(timeseries(), ({ echartsTimeseriesLine }) => echartsTimeseriesLine),
  },
  echarts_timeseries_bar: {
    name: msg('Bar Chart'),
    category: msg('Evolution'),
    description: msg('Which categories or periods are the greatest? Bars side by side or stacked.'),
    tags: ['Featured'],
    capabilities: { ...series, skeleton: 'bars', limits: { rows: 2000, series: 50 } },
    roles: ['x', 'y', 'series'],
    thumbnail: barThumbnail,
    folder: 'timeseries',
    load: () => erased(timeseries(), ({ echartsTimeseriesBar }) => echartsTimeseriesBar),
  },
  echarts_area: {
    name: msg('Area Chart'),
    category: msg('Evolution'),
    description: msg('How does a whole and its parts change over time? Stacked, as a stream or as shares.'),
    tags: ['Featured'],
    capabilities: series,
    roles: ['x', 'y', 'series'],
    thumbnail: areaThumbnail,
    folder: 'timeseries',
    load: () => erased(timeseries(), ({ echartsArea }) => echartsArea),
  },
  echarts_timeseries_smooth: {
    name: msg('Smooth Line'),
    category: msg('Evolution'),
    description: msg('What is the general course over time? Lines without corners.'),
    tags: [],
    capabilities: { ...series, stacks: false },
    roles: ['x', 'y', 'series'],
    thumbnail: smoothThumbnail,
    folder: 'timeseries',
    load: () => erased(timeseries(), ({ echartsTimeseriesSmooth }) => echartsTimeseriesSmooth),
  },
  echarts_timeseries_step: {
    name: msg('Stepped Line'),
    category: msg('Evolution'),
    description: msg('When did a level change? Values that hold until the next one.'),
    tags: [],
    capabilities: series,
    roles: ['x', 'y', 'series'],
    thumbnail: stepThumbnail,
    folder: 'timeseries',
    load: () => erased(timeseries(), ({ echartsTimeseriesStep }) => echartsTimeseriesStep),
  },
  echarts_timeseries_scatter: {
    name: msg('Scatter Plot'),
    category: msg('Evolution'),
    description: msg('How do single values lie along an axis? One dot for each.'),
    tags: ['Featured'],
    capabilities: series,
    roles: ['x', 'y', 'series'],
    thumbnail: scatterThumbnail,
    folder: 'timeseries',
    load: () => erased(timeseries(), ({ echartsTimeseriesScatter }) => echartsTimeseriesScatter),
  },
  echarts_timeseries: {
    name: msg('Generic Chart'),
    category: msg('Evolution'),
    description: msg('Not sure yet? Lines, bars, steps or dots over the same axis, one setting apart.'),
    tags: [],
    capabilities: series,
    roles: ['x', 'y', 'series'],
    thumbnail: genericThumbnail,
    folder: 'timeseries',
    load: () => erased(timeseries(), ({ echartsTimeseries }) => echartsTimeseries),
  },
  pie: {
    name: msg('Pie Chart'),
    category: msg('Part of a Whole'),
    description: msg('What share does each category have? Best with a handful of them.'),
    tags: ['Featured'],
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 4, height: 50 } },
      skeleton: 'circle',
      limits: { rows: 25, series: 25 },
    },
    roles: ['series', 'value'],
    thumbnail: pieThumbnail,
    folder: 'pie',
    load: () => erased(import('./plugins/pie/index.ts'), ({ pie }) => pie),
  },
  big_number_total: {
    name: msg('Big Number'),
    category: msg('KPI'),
    description: msg('What is the one number that matters?'),
    tags: ['Legacy', 'Featured'],
    capabilities: bigNumberCapabilities,
    roles: ['value'],
    thumbnail: totalThumbnail,
    folder: 'big-number',
    load: () => erased(bigNumbers(), ({ bigNumberTotal }) => bigNumberTotal),
  },
  big_number: {
    name: msg('Big Number with Trendline'),
    category: msg('KPI'),
    description: msg('Where does the one number stand, and where does it come from?'),
    tags: ['Featured'],
    capabilities: { ...bigNumberCapabilities, needsTime: true, limits: { rows: 10_000, series: 1 } },
    roles: ['x', 'time', 'value'],
    thumbnail: trendThumbnail,
    folder: 'big-number',
    load: () => erased(bigNumbers(), ({ bigNumber }) => bigNumber),
  },
  table: {
    name: msg('Table'),
    category: msg('Table'),
    description: msg('What are the exact values? Sorted, searched and paged, raw or aggregated.'),
    tags: ['Featured'],
    capabilities: {
      ...interactive,
      pages: true,
      size: { minimum: { width: 2, height: 20 }, default: { width: 6, height: 50 } },
      skeleton: 'grid',
      limits: { rows: 500_000, series: 100 },
    },
    roles: ['rows', 'value'],
    thumbnail: tableThumbnail,
    folder: 'table',
    load: () => erased(import('./plugins/table/index.ts'), ({ table }) => table),
  },
  world_map: {
    name: msg('World Map'),
    category: msg('Map'),
    description: msg('How does a value differ from country to country?'),
    tags: ['Legacy', 'Featured'],
    capabilities: {
      ...interactive,
      size: { minimum: { width: 3, height: 24 }, default: { width: 6, height: 50 } },
      skeleton: 'map',
      limits: { rows: 260, series: 1 },
    },
    roles: ['geography', 'color', 'value', 'size'],
    thumbnail: worldMapThumbnail,
    folder: 'world-map',
    load: () => erased(import('./plugins/world-map/index.ts'), ({ worldMap }) => worldMap),
  },
  pivot_table_v2: {
    name: msg('Pivot Table'),
    category: msg('Table'),
    description: msg('How do measures compare across two or more dimensions? Nested headers, subtotals and totals.'),
    tags: ['Featured'],
    capabilities: {
      ...interactive,
      size: { minimum: { width: 2, height: 20 }, default: { width: 6, height: 50 } },
      skeleton: 'grid',
      limits: { rows: 50_000, series: 500 },
    },
    roles: ['rows', 'columns', 'value'],
    thumbnail: pivotTableThumbnail,
    folder: 'pivot-table',
    load: () => erased(import('./plugins/pivot-table/index.ts'), ({ pivotTable }) => pivotTable),
  },
} as const satisfies Readonly<Record<string, VizEntry<AnyViz>>>;

export type VizType = keyof typeof plugins;

/** The chart type of a stored `viz_type`, or null for one that this version does not have. */
export function vizEntryOf(type: string): VizEntry<AnyViz> | null {
  return isVizType(type) ? plugins[type] : null;
}

export function isVizType(type: string): type is VizType {
  return Object.hasOwn(plugins, type);
}

/** How much tags move a chart type up or down in the gallery ([3.1-03]). */
export function rankOf({ tags }: Pick<VizEntry, 'tags'>): number {
  return tags.reduce((rank, tag) => rank + TAG_WEIGHTS[tag], 0);
}

const TAG_WEIGHTS = { Featured: 0.1, Deprecated: -0.1, Legacy: 0 } as const;
