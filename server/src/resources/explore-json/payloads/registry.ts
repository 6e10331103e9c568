import type { LegacyPayload } from '../legacy.ts';
import { bubble } from './bubble.ts';
import { bullet } from './bullet.ts';
import { calHeatmap } from './cal-heatmap.ts';
import { chord } from './chord.ts';
import { countryMap } from './country-map.ts';
import { mapbox } from './mapbox.ts';
import { pairedTtest } from './paired-ttest.ts';
import { para } from './para.ts';
import { partition } from './partition.ts';
import { rose } from './rose.ts';
import { timePivot } from './time-pivot.ts';
import { timeSeries } from './time-series.ts';
import { timeTable } from './time-table.ts';
import { worldMap } from './world-map.ts';

// The one list: another type is one file and one line here.
const payloads: Readonly<Record<string, LegacyPayload>> = {
  bubble,
  bullet,
  cal_heatmap: calHeatmap,
  chord,
  compare: timeSeries,
  country_map: countryMap,
  horizon: timeSeries,
  mapbox,
  paired_ttest: pairedTtest,
  para,
  partition,
  rose,
  time_pivot: timePivot,
  time_table: timeTable,
  world_map: worldMap,
};

/** The payload of a chart type, or `null` for one that asks chart data by query objects. */
export function payloadOf(vizType: unknown): LegacyPayload | null {
  return typeof vizType === 'string' && Object.hasOwn(payloads, vizType) ? (payloads[vizType] ?? null) : null;
}
