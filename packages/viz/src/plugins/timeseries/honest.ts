import { columnLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { Cell } from '@tessera/core/table';
import { incompletePeriods } from '@tessera/core/time-range/periods';
import { toWall } from '@tessera/core/time-range/zone';
import type { ChartContext, QueryResult } from '../../define.ts';
import { nonAdditiveMetrics, nonAdditiveText } from '../../layer/additivity.ts';
import { seriesCutText } from '../../layer/series-cut.ts';
import type { FamilyForm } from './controls.ts';

/** The form as it may be drawn: series whose sum means nothing are not put on top of each other. */
export function truthful(form: FamilyForm, context: ChartContext): FamilyForm {
  return form.stack === null || nonAdditiveMetrics(form.metrics, context).length === 0
    ? form
    : { ...form, stack: null };
}

/** What stands below the picture. */
export function timeseriesNotes(
  [result]: readonly QueryResult[],
  form: FamilyForm,
  context: ChartContext,
): readonly string[] {
  const apart = form.stack === null ? [] : nonAdditiveMetrics(form.metrics, context);
  return [
    ...(result?.seriesCut ? [seriesCutText(result.seriesCut)] : []),
    ...(apart.length > 0 ? [nonAdditiveText(apart, t('its series are not stacked'), context)] : []),
  ];
}

const NONE: ReadonlySet<number> = new Set();

/** The places of a time axis that hold a part of their period only: the first, the last, or both. */
export function incompletePlaces(cells: readonly Cell[], result: QueryResult, form: FamilyForm): ReadonlySet<number> {
  const grain = form.time_grain_sqla;
  const column = form.x_axis === null ? '__timestamp' : columnLabel(form.x_axis);
  if (grain === null || result.table.columns.get(column)?.kind !== 'temporal') return NONE;
  const times = cells.filter((cell) => typeof cell === 'number');
  if (times.length === 0) return NONE;
  const first = times.reduce((least, time) => Math.min(least, time));
  const last = times.reduce((most, time) => Math.max(most, time));
  // Periods are named by the clock of the dataset, ranges are instants.
  const wall = (epochMs: number | null | undefined): number | null =>
    typeof epochMs === 'number' ? toWall(epochMs, result.timeZone ?? 'UTC') : null;
  const range = { fromMs: wall(result.fromMs), toMs: wall(result.toMs) };
  const found = incompletePeriods(first, last, grain, range, wall(result.ranAtMs) ?? Number.POSITIVE_INFINITY);
  return new Set([...(found.first ? [cells.indexOf(first)] : []), ...(found.last ? [cells.indexOf(last)] : [])]);
}
