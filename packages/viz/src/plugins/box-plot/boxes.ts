import { metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { cellAt, numberAt } from '@tessera/core/table';
import { uniqueNames } from '@tessera/core/unique-names';
import type { ChartContext, QueryResult } from '../../define.ts';
import { areRowsCut } from '../../layer/limit.ts';
import { roomNotes } from '../../layer/room.ts';
import { seriesCutText } from '../../layer/series-cut.ts';
import { type ChartRow, readRows } from '../../shared/rows.ts';
import type { BoxPlotForm } from './controls.ts';
import { whiskersOf } from './queries.ts';

export type Box = {
  readonly name: string;
  /** Dimensions alone, as a legend and a selection name it. */
  readonly group: string;
  readonly metric: string;
  readonly row: ChartRow;
  readonly min: number;
  readonly q1: number;
  readonly median: number;
  readonly q3: number;
  readonly max: number;
  readonly mean: number | null;
  readonly count: number | null;
  readonly outliers: readonly number[];
};

/** More boxes than these are narrower than their lines. */
const MOST_BOXES = 400;

function mostGroups({ metrics }: BoxPlotForm): number {
  return Math.max(1, Math.floor(MOST_BOXES / Math.max(1, metrics.length)));
}

/** What has no room on the axis. */
export function boxPlotNotes([result]: readonly QueryResult[], form: BoxPlotForm): readonly string[] {
  const groups = result?.table.rowCount ?? 0;
  return [
    ...(result?.seriesCut ? [seriesCutText(result.seriesCut)] : []),
    ...roomNotes(Math.min(groups, mostGroups(form)), groups),
  ];
}

/** The answer has a row for each box; its places are the most values that one of them is made of. */
export function withPlaces<R extends QueryResult>(result: R | undefined, { metrics }: BoxPlotForm): R | undefined {
  if (!result || result.places !== undefined) return result;
  const counts = metrics.flatMap((metric) => {
    const column = result.table.columns.get(`${metricLabel(metric)}__count`);
    return Array.from({ length: result.table.rowCount }, (_, row) => numberAt(column, row) ?? 0);
  });
  return { ...result, places: counts.reduce((most, count) => Math.max(most, count), 0) };
}

/** The answer as boxes: one per group and metric. Groups without any number have none. */
export function readBoxes(result: QueryResult | undefined, form: BoxPlotForm, context: ChartContext): readonly Box[] {
  // Of a part of their values quartiles would be false.
  if (!result || areRowsCut(result)) return [];
  const asked = { columns: form.groupby, metrics: [], timeFormat: form.date_format };
  const rows = readRows(result, asked, context).slice(0, mostGroups(form));
  const isSole = form.metrics.length === 1;
  // Of few values none may lie near the box on a side: the nearest that does is then beyond its other side.
  const isTukey = whiskersOf(form.whiskerOptions)['whisker_type'] === 'tukey';
  const boxes = form.metrics.flatMap((metric) => {
    const label = metricLabel(metric);
    const column = (part: string) => result.table.columns.get(`${label}__${part}`);
    const verbose = context.verboseName(label);
    return rows.flatMap((row): Box[] => {
      const part = (name: string) => numberAt(column(name), row.index);
      const [min, q1, median, q3, max] = ['min', 'q1', 'median', 'q3', 'max'].map(part);
      if (q1 == null || q3 == null || median == null) return [];
      const outliers = column('outliers');
      const far: unknown = outliers ? cellAt(outliers, row.index) : [];
      const group = row.texts.join(', ');
      return [
        {
          name: group === '' ? verbose : isSole ? group : `${group}, ${verbose}`,
          group,
          metric: label,
          row,
          min: isTukey ? Math.min(min ?? q1, q1) : (min ?? q1),
          q1,
          median,
          q3,
          max: isTukey ? Math.max(max ?? q3, q3) : (max ?? q3),
          mean: part('mean'),
          count: part('count'),
          outliers: Array.isArray(far) ? far.filter((one): one is number => typeof one === 'number') : [],
        },
      ];
    });
  });
  const names = uniqueNames(boxes.map(({ name }) => name));
  return boxes.map((box, at) => ({ ...box, name: names[at] ?? box.name }));
}

export function emptyBoxPlot([result]: readonly QueryResult[], form: BoxPlotForm): string | null {
  if (!result || result.table.rowCount === 0 || form.metrics.length === 0) return null;
  if (areRowsCut(result)) return t('A box has more values than the row limit lets through. Filter, or group by less.');
  const has = form.metrics.some((metric) => {
    const column = result.table.columns.get(`${metricLabel(metric)}__median`);
    return Array.from({ length: result.table.rowCount }, (_, row) => numberAt(column, row)).some(
      (value) => value !== null,
    );
  });
  return has ? null : t('No metric has a value in any row.');
}
