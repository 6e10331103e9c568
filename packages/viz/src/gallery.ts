import type { GalleryEntry } from './entry.ts';
import { pairedTtestGallery } from './plugins/paired-ttest/gallery.ts';
import { compareGallery } from './plugins/compare/gallery.ts';
import { timePivotGallery } from './plugins/time-pivot/gallery.ts';
import { partitionGallery } from './plugins/partition/gallery.ts';
import { horizonGallery } from './plugins/horizon/gallery.ts';
import { paraGallery } from './plugins/para/gallery.ts';
import { roseGallery } from './plugins/rose/gallery.ts';
import { chordGallery } from './plugins/chord/gallery.ts';
import { wordCloudGallery } from './plugins/word-cloud/gallery.ts';
import { bigNumberGallery } from './plugins/big-number/gallery.ts';
import { pieGallery } from './plugins/pie/gallery.ts';
import { pivotTableGallery } from './plugins/pivot-table/gallery.ts';
import { tableGallery } from './plugins/table/gallery.ts';
import { timeseriesGallery } from './plugins/timeseries/gallery.ts';
import { worldMapGallery } from './plugins/world-map/gallery.ts';
import { isVizType, type VizType } from './registry.ts';

/** What is said and shown of each chart type where somebody chooses one. */
export const gallery: Readonly<Record<VizType, GalleryEntry>> = {
  ...bigNumberGallery,
  ...pieGallery,
  ...pivotTableGallery,
  ...tableGallery,
  ...timeseriesGallery,
  ...worldMapGallery,
  ...wordCloudGallery,
  ...chordGallery,
  ...roseGallery,
  ...paraGallery,
  ...horizonGallery,
  ...partitionGallery,
  ...timePivotGallery,
  ...compareGallery,
  ...pairedTtestGallery,
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
