import { metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { numberAt } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter } from '../../layer/metric-formats.ts';
import { type BulletForm, readNumbers, readTexts } from './controls.ts';

/** A value beside the measure, with its name where the author gave one. */
export type Reference = { readonly value: number; readonly name: string };
export type Bullet = {
  readonly name: string;
  readonly value: number | null;
  /** From the farthest to the nearest, as they lie over each other. */
  readonly ranges: readonly Reference[];
  readonly markers: readonly Reference[];
  readonly lines: readonly Reference[];
  readonly min: number;
  readonly max: number;
};

export function readBullet(result: QueryResult | undefined, form: BulletForm, context: ChartContext): Bullet {
  const label = form.metric === null ? null : metricLabel(form.metric);
  const value = label === null ? null : numberAt(result?.table.columns.get(label), 0);
  const own = named(form.ranges, form.range_labels);
  // Without ranges there is one, a little longer than the measure.
  const ranges = own.length > 0 ? own : value === null ? [] : [{ value: value * 1.1, name: '' }];
  const markers = named(form.markers, form.marker_labels);
  const lines = named(form.marker_lines, form.marker_line_labels);
  const all = [...ranges, ...markers, ...lines].map((one) => one.value).concat(value ?? []);
  const [min, max] = [Math.min(0, ...all), Math.max(0, ...all)];
  return {
    name: label === null ? '' : context.verboseName(label),
    value,
    ranges: ranges.toSorted((a, b) => b.value - a.value),
    markers,
    lines,
    min,
    max: max > min ? max : min + 1,
  };
}

function named(values: string, names: string): readonly Reference[] {
  const labels = readTexts(names);
  return readNumbers(values).map((value, at) => ({ value, name: labels[at] ?? '' }));
}

export function describeBullet([result]: readonly QueryResult[], form: BulletForm, context: ChartContext): string {
  const { name, value, ranges, markers, lines } = readBullet(result, form, context);
  if (value === null) return t('Bullet chart without data.');
  const beside = [...ranges, ...markers, ...lines].filter((one) => one.name !== '');
  const say = metricWriter(form.metric, context).exact;
  const told = beside.map((one) => `${one.name} ${say(one.value)}`).join(', ');
  const opening = `${name}: ${say(value)}.`;
  return told === '' ? opening : `${opening} ${t('Beside it: %s.', told)}`;
}

export function emptyBullet([result]: readonly QueryResult[], form: BulletForm): string | null {
  if (!result || form.metric === null || result.table.rowCount === 0) return null;
  const label = metricLabel(form.metric);
  return numberAt(result.table.columns.get(label), 0) === null ? t('%s has no value.', label) : null;
}
