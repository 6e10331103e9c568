import type { VizEntry } from './entry.ts';
import type { AnyViz } from './erase.ts';
import { bigNumberEntries } from './plugins/big-number/entry.ts';
import { boxPlotEntries } from './plugins/box-plot/entry.ts';
import { bubbleEntries } from './plugins/bubble/entry.ts';
import { bulletEntries } from './plugins/bullet/entry.ts';
import { calHeatmapEntries } from './plugins/cal-heatmap/entry.ts';
import { chordEntries } from './plugins/chord/entry.ts';
import { compareEntries } from './plugins/compare/entry.ts';
import { countryMapEntries } from './plugins/country-map/entry.ts';
import { funnelEntries } from './plugins/funnel/entry.ts';
import { gaugeChartEntries } from './plugins/gauge-chart/entry.ts';
import { graphChartEntries } from './plugins/graph-chart/entry.ts';
import { handlebarsEntries } from './plugins/handlebars/entry.ts';
import { heatmapV2Entries } from './plugins/heatmap-v2/entry.ts';
import { histogramV2Entries } from './plugins/histogram-v2/entry.ts';
import { horizonEntries } from './plugins/horizon/entry.ts';
import { mapboxEntries } from './plugins/mapbox/entry.ts';
import { pairedTtestEntries } from './plugins/paired-ttest/entry.ts';
import { paraEntries } from './plugins/para/entry.ts';
import { partitionEntries } from './plugins/partition/entry.ts';
import { pieEntries } from './plugins/pie/entry.ts';
import { pivotTableEntries } from './plugins/pivot-table/entry.ts';
import { popKpiEntries } from './plugins/pop-kpi/entry.ts';
import { radarEntries } from './plugins/radar/entry.ts';
import { roseEntries } from './plugins/rose/entry.ts';
import { sankeyV2Entries } from './plugins/sankey-v2/entry.ts';
import { sunburstV2Entries } from './plugins/sunburst-v2/entry.ts';
import { tableEntries } from './plugins/table/entry.ts';
import { timePivotEntries } from './plugins/time-pivot/entry.ts';
import { timeTableEntries } from './plugins/time-table/entry.ts';
import { timeseriesEntries } from './plugins/timeseries/entry.ts';
import { treeChartEntries } from './plugins/tree-chart/entry.ts';
import { treemapV2Entries } from './plugins/treemap-v2/entry.ts';
import { waterfallEntries } from './plugins/waterfall/entry.ts';
import { wordCloudEntries } from './plugins/word-cloud/entry.ts';
import { worldMapEntries } from './plugins/world-map/entry.ts';

/**
 * The one list of chart types: its keys are the `viz_type` values. What is here is small and known at once; controls,
 * queries and drawing load with the chart, and what the gallery says of a type with `gallery.ts`.
 */
export const plugins = {
  ...bigNumberEntries,
  ...boxPlotEntries,
  ...bubbleEntries,
  ...bulletEntries,
  ...calHeatmapEntries,
  ...chordEntries,
  ...compareEntries,
  ...countryMapEntries,
  ...funnelEntries,
  ...gaugeChartEntries,
  ...graphChartEntries,
  ...handlebarsEntries,
  ...heatmapV2Entries,
  ...histogramV2Entries,
  ...horizonEntries,
  ...mapboxEntries,
  ...pairedTtestEntries,
  ...paraEntries,
  ...partitionEntries,
  ...pieEntries,
  ...pivotTableEntries,
  ...popKpiEntries,
  ...radarEntries,
  ...roseEntries,
  ...sankeyV2Entries,
  ...sunburstV2Entries,
  ...tableEntries,
  ...timePivotEntries,
  ...timeTableEntries,
  ...timeseriesEntries,
  ...treeChartEntries,
  ...treemapV2Entries,
  ...waterfallEntries,
  ...wordCloudEntries,
  ...worldMapEntries,
} as const satisfies Readonly<Record<string, VizEntry<AnyViz>>>;

export type VizType = keyof typeof plugins;

/** The chart type of a stored `viz_type`, or null for one that this version does not have. */
export function vizEntryOf(type: string): VizEntry<AnyViz> | null {
  return isVizType(type) ? plugins[type] : null;
}

export function isVizType(type: string): type is VizType {
  return Object.hasOwn(plugins, type);
}
