import { readAnnotationLayers } from '@tessera/core/annotations/layer';
import type { RawForm } from '@tessera/core/form-data';
import { numberText, readerLocale, t } from '@tessera/core/messages';
import { type Column, cellAt, numberAt } from '@tessera/core/table';
import { comparisonOf, offsetsOf } from '../bundles/compared-times.ts';
import { shiftedLabel } from '../bundles/shifted-label.ts';
import { readColumns } from '../control-kinds/columns.ts';
import type { QueryResult } from '../define.ts';
import { incompletePlaces } from './incomplete.ts';

/** More of them would be a second subtitle. */
const MOST_CHANGES = 2;

/**
 * How much the one measure of a chart changed from each other time beside it, and from targets. What adds up is
 * compared in all, over the moments that have both values; the rest, such as an average, by its last whole period.
 */
export function changesOf(
  form: RawForm,
  result: QueryResult | undefined,
  metrics: readonly string[],
): readonly string[] {
  const [metric, ...others] = metrics;
  if (!result || metric === undefined || others.length > 0) return [];
  const present = columnsOf(result, metric);
  const offsets = comparisonOf(form) === 'values' ? offsetsOf(form).slice(0, MOST_CHANGES) : [];
  return [
    ...offsets.map((offset) => changeFrom(offset, metric, present, form, result)),
    ...targetsOf(form).map((target) => changeFromTarget(target, present, form, result)),
  ].filter((text) => text !== '');
}

type Named = ReadonlyMap<string, Column>;
type Target = { readonly name: string; readonly level: number };

/** The columns of a measure by the series that they hold. */
function columnsOf({ table, labelMap }: QueryResult, metric: string): Named {
  const found = [...table.columns.values()].flatMap((column) => {
    const [first, ...series] = labelMap[column.name] ?? [column.name];
    return first === metric ? [[JSON.stringify(series), column] as const] : [];
  });
  return new Map(found);
}

function changeFrom(offset: string, metric: string, present: Named, form: RawForm, result: QueryResult): string {
  const before = columnsOf(result, shiftedLabel(metric, offset));
  const pairs = [...present].flatMap(([series, now]) => {
    const past = before.get(series);
    return past ? [{ now, past }] : [];
  });
  if (result.additivity?.[metric] !== 'additive') {
    const [only, ...more] = pairs;
    const row = only && more.length === 0 ? lastWhole(form, result, [only.now, only.past]) : null;
    if (!only || row === null) return '';
    const change = changeText(numberAt(only.now, row) ?? 0, numberAt(only.past, row) ?? 0);
    return change === '' ? '' : t('Last: %(change)s from %(offset)s', { change, offset });
  }
  // The series that are shown are not all there is.
  if (result.seriesCut && !result.seriesCut.hasOthers) return '';
  let [all, total] = [0, 0];
  for (const { now, past } of pairs)
    for (let row = 0; row < result.table.rowCount; row += 1) {
      const [one, other] = [numberAt(now, row), numberAt(past, row)];
      if (one === null || other === null) continue;
      all += one;
      total += other;
    }
  const change = changeText(all, total);
  return change === '' ? '' : t('%(change)s from %(offset)s', { change, offset });
}

/** Level lines, by the names that they have in the picture. */
function targetsOf(form: RawForm): readonly Target[] {
  return readAnnotationLayers(form['annotation_layers'])
    .filter(({ show, annotationType, value }) => show && annotationType === 'FORMULA' && String(value ?? '') !== '')
    .map(({ name, value }) => ({ name, level: Number(value) }))
    .filter(({ level }) => Number.isFinite(level))
    .slice(0, MOST_CHANGES);
}

/** Over time by the last whole period, over categories by how many of them are above. */
function changeFromTarget({ name, level }: Target, present: Named, form: RawForm, result: QueryResult): string {
  const [only, ...more] = present.values();
  if (!only || more.length > 0) return '';
  const axis = axisOf(form, result);
  if (axis?.kind !== 'temporal') {
    const values = Array.from({ length: result.table.rowCount }, (_, row) => numberAt(only, row));
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return '';
    const above = known.filter((value) => value > level).length;
    const counts = { above: numberText(above), of: numberText(known.length), name };
    return t('%(above)s of %(of)s above %(name)s', counts);
  }
  const row = lastWhole(form, result, [only]);
  const change = row === null ? '' : changeText(numberAt(only, row) ?? 0, level);
  return change === '' ? '' : t('Last: %(change)s from %(offset)s', { change, offset: name });
}

function axisOf(form: RawForm, { table }: QueryResult): Column | undefined {
  const [axis] = readColumns(form['x_axis']);
  return typeof axis === 'string' ? table.columns.get(axis) : [...table.columns.values()][0];
}

/** The row of the last moment whose period is whole and that has all values; null for none. */
function lastWhole(form: RawForm, result: QueryResult, columns: readonly Column[]): number | null {
  const axis = axisOf(form, result);
  if (axis?.kind !== 'temporal') return null;
  const cells = Array.from({ length: result.table.rowCount }, (_, row) => cellAt(axis, row));
  const grain = form['time_grain_sqla'];
  const asked = { x_axis: axis.name, time_grain_sqla: typeof grain === 'string' ? grain : null };
  const parts = incompletePlaces(cells, result, asked);
  let [last, at] = [Number.NEGATIVE_INFINITY, -1];
  for (const [row, cell] of cells.entries()) {
    if (typeof cell !== 'number' || cell < last || parts.has(row)) continue;
    if (columns.some((column) => numberAt(column, row) === null)) continue;
    [last, at] = [cell, row];
  }
  return at < 0 ? null : at;
}

function changeText(now: number, before: number): string {
  if (before === 0) return '';
  return new Intl.NumberFormat(readerLocale(), {
    style: 'percent',
    signDisplay: 'always',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format((now - before) / Math.abs(before));
}
