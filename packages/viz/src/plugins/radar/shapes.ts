import { metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { uniqueNames } from '@tessera/core/unique-names';
import { cellsOf } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { roomNotes } from '../../layer/room.ts';
import { type ChartRow, readRows } from '../../shared/rows.ts';
import type { RadarForm } from './controls.ts';

export type RadarShape = { readonly name: string; readonly row: ChartRow };
export type Spoke = {
  readonly label: string;
  readonly name: string;
  readonly min: number;
  readonly max: number;
};

/** More shapes than these are one blot. */
const MOST_SHAPES = 200;

/** Rows as shapes, a value per spoke; rows without any value have none. */
export function readShapes(result: QueryResult | undefined, form: RadarForm, context: ChartContext) {
  const asked = { columns: form.groupby, metrics: form.metrics, timeFormat: form.date_format };
  const rows = readRows(result, asked, context).filter(({ values }) => values.some((value) => value !== null));
  const drawn = rows.slice(0, MOST_SHAPES);
  const names = uniqueNames(drawn.map(({ texts }) => (texts.length === 0 ? t('All rows') : texts.join(', '))));
  return drawn.map((row, at): RadarShape => ({ name: names[at] ?? '', row }));
}

/** A spoke per metric: from the least negative value or zero to the greatest, unless the author says otherwise. */
export function spokesOf(shapes: readonly RadarShape[], form: RadarForm, context: ChartContext): readonly Spoke[] {
  return form.metrics.map((metric, at) => {
    const label = metricLabel(metric);
    const values = shapes.flatMap(({ row }) => row.values[at] ?? []);
    const own = Object.hasOwn(form.column_config, label) ? form.column_config[label] : undefined;
    const min = numberOf(own?.['radarMetricMinValue']) ?? Math.min(0, ...values);
    const max = numberOf(own?.['radarMetricMaxValue']) ?? Math.max(min, ...values);
    return { label, name: context.verboseName(label), min, max: max > min ? max : min + 1 };
  });
}

/**
 * Values with those that lack in between: where the straight line between the neighbours crosses the spoke, so that
 * nothing is drawn towards the middle. A gap of 180 degrees or more stays null.
 */
export function bridged(values: readonly (number | null)[], spokes: readonly Spoke[]): readonly (number | null)[] {
  const count = spokes.length;
  if (!values.includes(null)) return values;
  const place = (at: number) => {
    const [value, spoke] = [values[at] ?? null, spokes[at]];
    return value === null || !spoke ? null : (value - spoke.min) / (spoke.max - spoke.min);
  };
  const nearest = (from: number, step: 1 | -1) => {
    for (let away = 1; away < count; away += 1) {
      const radius = place((((from + step * away) % count) + count) % count);
      if (radius !== null) return { radius, angle: (2 * Math.PI * away) / count };
    }
    return null;
  };
  return spokes.map((spoke, at) => {
    if ((values[at] ?? null) !== null) return values[at] ?? null;
    const [before, after] = [nearest(at, -1), nearest(at, 1)];
    if (!before || !after || before.angle + after.angle >= Math.PI) return null;
    const { radius: a, angle: from } = before;
    const { radius: b, angle: to } = after;
    const across = a * Math.sin(from) + b * Math.sin(to);
    const radius = across === 0 ? 0 : (a * b * Math.sin(from + to)) / across;
    return spoke.min + radius * (spoke.max - spoke.min);
  });
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function radarNotes([result]: readonly QueryResult[], form: RadarForm, context: ChartContext) {
  const shapes = readShapes(result, form, context);
  const partial = shapes.filter(({ row }) => row.values.includes(null)).length;
  const rows = result?.table.rowCount ?? 0;
  return [
    ...(shapes.length === MOST_SHAPES ? roomNotes(MOST_SHAPES, rows) : []),
    ...(partial > 0
      ? [
          tn(
            '1 shape lacks a value; its line passes straight over that spoke',
            '%(count)s shapes lack a value; their lines pass straight over those spokes',
            partial,
          ),
        ]
      : []),
    ...(shapes.length > 0 && form.metrics.length < 3 ? [t('A radar needs three metrics to show shapes.')] : []),
  ];
}

export function emptyRadar([result]: readonly QueryResult[], form: RadarForm): string | null {
  if (!result || result.table.rowCount === 0) return null;
  const isNull = form.metrics.every((metric) => {
    const column = result.table.columns.get(metricLabel(metric));
    return cellsOf(column).every((value) => value === null);
  });
  return isNull ? t('No metric has a value in any row.') : null;
}
