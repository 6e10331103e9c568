import type { VizEntry } from './entry.ts';
import type { AnyViz } from './erase.ts';
import { pairedTtestEntries } from './plugins/paired-ttest/entry.ts';
import { compareEntries } from './plugins/compare/entry.ts';
import { timePivotEntries } from './plugins/time-pivot/entry.ts';
import { partitionEntries } from './plugins/partition/entry.ts';
import { horizonEntries } from './plugins/horizon/entry.ts';
import { paraEntries } from './plugins/para/entry.ts';
import { roseEntries } from './plugins/rose/entry.ts';
import { chordEntries } from './plugins/chord/entry.ts';
import { wordCloudEntries } from './plugins/word-cloud/entry.ts';
import { bigNumberEntries } from './plugins/big-number/entry.ts';
import { pieEntries } from './plugins/pie/entry.ts';
import { pivotTableEntries } from './plugins/pivot-table/entry.ts';
import { tableEntries } from './plugins/table/entry.ts';
import { timeseriesEntries } from './plugins/timeseries/entry.ts';
import { worldMapEntries } from './plugins/world-map/entry.ts';

/**
 * The one list of chart types: its keys are the `viz_type` values. What is here is small and known at once; controls,
 * queries and drawing load with the chart, and what the gallery says of a type with `gallery.ts`.
 */
export const plugins = {
  ...bigNumberEntries,
  ...pieEntries,
  ...pivotTableEntries,
  ...tableEntries,
  ...timeseriesEntries,
  ...worldMapEntries,
  ...wordCloudEntries,
  ...chordEntries,
  ...roseEntries,
  ...paraEntries,
  ...horizonEntries,
  ...partitionEntries,
  ...timePivotEntries,
  ...compareEntries,
  ...pairedTtestEntries,
} as const satisfies Readonly<Record<string, VizEntry<AnyViz>>>;

export type VizType = keyof typeof plugins;

/** The chart type of a stored `viz_type`, or null for one that this version does not have. */
export function vizEntryOf(type: string): VizEntry<AnyViz> | null {
  return isVizType(type) ? plugins[type] : null;
}

export function isVizType(type: string): type is VizType {
  return Object.hasOwn(plugins, type);
}
