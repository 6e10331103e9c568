import type { GalleryEntry } from './entry.ts';
import { bigNumberGallery } from './plugins/big-number/gallery.ts';
import { boxPlotGallery } from './plugins/box-plot/gallery.ts';
import { bubbleGallery } from './plugins/bubble/gallery.ts';
import { bulletGallery } from './plugins/bullet/gallery.ts';
import { calHeatmapGallery } from './plugins/cal-heatmap/gallery.ts';
import { chordGallery } from './plugins/chord/gallery.ts';
import { compareGallery } from './plugins/compare/gallery.ts';
import { countryMapGallery } from './plugins/country-map/gallery.ts';
import { funnelGallery } from './plugins/funnel/gallery.ts';
import { gaugeChartGallery } from './plugins/gauge-chart/gallery.ts';
import { graphChartGallery } from './plugins/graph-chart/gallery.ts';
import { handlebarsGallery } from './plugins/handlebars/gallery.ts';
import { heatmapV2Gallery } from './plugins/heatmap-v2/gallery.ts';
import { histogramV2Gallery } from './plugins/histogram-v2/gallery.ts';
import { horizonGallery } from './plugins/horizon/gallery.ts';
import { mapboxGallery } from './plugins/mapbox/gallery.ts';
import { pairedTtestGallery } from './plugins/paired-ttest/gallery.ts';
import { paraGallery } from './plugins/para/gallery.ts';
import { partitionGallery } from './plugins/partition/gallery.ts';
import { pieGallery } from './plugins/pie/gallery.ts';
import { pivotTableGallery } from './plugins/pivot-table/gallery.ts';
import { popKpiGallery } from './plugins/pop-kpi/gallery.ts';
import { radarGallery } from './plugins/radar/gallery.ts';
import { roseGallery } from './plugins/rose/gallery.ts';
import { sankeyV2Gallery } from './plugins/sankey-v2/gallery.ts';
import { sunburstV2Gallery } from './plugins/sunburst-v2/gallery.ts';
import { tableGallery } from './plugins/table/gallery.ts';
import { timePivotGallery } from './plugins/time-pivot/gallery.ts';
import { timeTableGallery } from './plugins/time-table/gallery.ts';
import { timeseriesGallery } from './plugins/timeseries/gallery.ts';
import { treeChartGallery } from './plugins/tree-chart/gallery.ts';
import { treemapV2Gallery } from './plugins/treemap-v2/gallery.ts';
import { waterfallGallery } from './plugins/waterfall/gallery.ts';
import { wordCloudGallery } from './plugins/word-cloud/gallery.ts';
import { worldMapGallery } from './plugins/world-map/gallery.ts';
import { isVizType, type VizType } from './registry.ts';

/** What is said and shown of each chart type where somebody chooses one. */
export const gallery: Readonly<Record<VizType, GalleryEntry>> = {
  ...bigNumberGallery,
  ...boxPlotGallery,
  ...bubbleGallery,
  ...bulletGallery,
  ...calHeatmapGallery,
  ...chordGallery,
  ...compareGallery,
  ...countryMapGallery,
  ...funnelGallery,
  ...gaugeChartGallery,
  ...graphChartGallery,
  ...handlebarsGallery,
  ...heatmapV2Gallery,
  ...histogramV2Gallery,
  ...horizonGallery,
  ...mapboxGallery,
  ...pairedTtestGallery,
  ...paraGallery,
  ...partitionGallery,
  ...pieGallery,
  ...pivotTableGallery,
  ...popKpiGallery,
  ...radarGallery,
  ...roseGallery,
  ...sankeyV2Gallery,
  ...sunburstV2Gallery,
  ...tableGallery,
  ...timePivotGallery,
  ...timeTableGallery,
  ...timeseriesGallery,
  ...treeChartGallery,
  ...treemapV2Gallery,
  ...waterfallGallery,
  ...wordCloudGallery,
  ...worldMapGallery,
};

/** What the gallery says of a stored `viz_type`, or null for one that this version does not have. */
export function galleryEntryOf(type: string): GalleryEntry | null {
  return isVizType(type) ? gallery[type] : null;
}

/** How much tags move a chart type up or down in the gallery ([3.1-03]). */
export function rankOf({ tags }: Pick<GalleryEntry, 'tags'>): number {
  return tags.reduce((rank, tag) => rank + TAG_WEIGHTS[tag], 0);
}

const TAG_WEIGHTS = { Featured: 0.1, Deprecated: -0.1, Legacy: 0 } as const;
