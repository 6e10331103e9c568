import { readAnnotationLayers } from '@tessera/core/annotations/layer';
import type { RawForm } from '@tessera/core/form-data';
import { numberFormat } from '@tessera/core/formats/intl';
import { numberText, readerLocale, t } from '@tessera/core/messages';
import { type Cell, type Column, cellAt, numberAt } from '@tessera/core/table';
import { addUnits, readUnit } from '@tessera/core/time-range/calendar';
import { comparisonOf, offsetsOf } from '../bundles/compared-times.ts';
import { shiftedLabel } from '../bundles/shifted-label.ts';
import { readColumns } from '../control-kinds/columns.ts';
import type { QueryResult } from '../define.ts';
import { comparedParts, incompletePlaces } from './incomplete.ts';
import { timeNames } from './shift.ts';

/** More of them would be a second subtitle. */
const MOST_CHANGES = 2;

/**
 * How much the one measure of a chart changed from each other time beside it, and from targets. What adds up is
 * compared in all, over the moments that have both values; the rest, such as an average, by its last whole period.
 * Series that were reworked are not compared with another time.
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
  if (isReworked(form)) return '';
  const name = timeNames(result, form)(offset);
  const before = columnsOf(result, shiftedLabel(metric, offset));
  const pairs = [...present].flatMap(([series, now]) => {
    const past = before.get(series);
    return past ? [{ now, past }] : [];
  });
  if (result.additivity?.[metric] !== 'additive') {
    const [only, ...more] = pairs;
    const row = only && more.length === 0 ? lastWhole(form, result, [only.now, only.past], offset) : null;
    if (!only || row === null) return '';
    const change = changeText(numberAt(only.now, row) ?? 0, numberAt(only.past, row) ?? 0);
    return change === '' ? '' : t('Last: %(change)s from %(offset)s', { change, offset: name });
  }
  // The series that are shown are not all there is.
  if (result.seriesCut && !result.seriesCut.hasOthers) return '';
  const { now, past, rows, of } = totalsOf(pairs, offset, form, result);
  const change = changeText(now, past);
  if (change === '') return '';
  if (rows === of) return t('%(change)s from %(offset)s', { change, offset: name });
  const counts = { rows: numberText(rows), of: numberText(of) };
  return t('%(change)s from %(offset)s (%(rows)s of %(of)s compared)', { change, offset: name, ...counts });
}

/** Running totals, means and shares are not what adds up, and what is filled in was never measured. */
function isReworked(form: RawForm): boolean {
  const rolling = form['rolling_type'];
  return (
    (typeof rolling === 'string' && rolling !== '' && rolling !== 'None') ||
    Boolean(form['contributionMode']) ||
    (Boolean(form['resample_rule']) && Boolean(form['resample_method']))
  );
}

type Pair = { readonly now: Column; readonly past: Column };

/** All of both times, over the moments that have both values, and whole or cut in both. */
type Totals = { readonly now: number; readonly past: number; readonly rows: number; readonly of: number };

/** @returns with `rows` how many of the `of` moments with a value of now were compared */
function totalsOf(pairs: readonly Pair[], offset: string, form: RawForm, result: QueryResult): Totals {
  const { cells, own, other } = partsOf(form, result, offset);
  const back = backOf(offset);
  let [all, total] = [0, 0];
  const [here, compared] = [new Set<number>(), new Set<number>()];
  for (const { now, past } of pairs) {
    const counted = new Set<number>();
    for (let row = 0; row < result.table.rowCount; row += 1) {
      const [one, another] = [numberAt(now, row), numberAt(past, row)];
      if (one !== null) here.add(row);
      if (one === null || another === null || (other !== null && own.has(row) !== other.has(row))) continue;
      compared.add(row);
      all += one;
      // The last day of February stands beside the 28th and the 29th of the year after: it is one day.
      const then = back(cells[row] ?? null);
      if (then === null || !counted.has(then)) total += another;
      if (then !== null) counted.add(then);
    }
  }
  return { now: all, past: total, rows: compared.size, of: here.size };
}

/** From a moment of an axis of time to the one that it is compared with, where two may have the same. */
function backOf(offset: string): (cell: Cell) => number | null {
  const [, digits, word = ''] = /^-?(\d{1,6})\s+([a-z]+)/i.exec(offset) ?? [];
  const unit = readUnit(word);
  if (digits === undefined || (unit !== 'month' && unit !== 'quarter' && unit !== 'year')) return () => null;
  return (cell) => (typeof cell === 'number' ? addUnits(cell, -Number(digits), unit) : null);
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
  const row = lastWhole(form, result, [only], null);
  const change = row === null ? '' : changeText(numberAt(only, row) ?? 0, level);
  return change === '' ? '' : t('Last: %(change)s from %(offset)s', { change, offset: name });
}

function axisOf(form: RawForm, { table }: QueryResult): Column | undefined {
  const [axis] = readColumns(form['x_axis']);
  return typeof axis === 'string' ? table.columns.get(axis) : [...table.columns.values()][0];
}

/** The row of the last moment whose period is whole and that has all values; null for none. */
function lastWhole(
  form: RawForm,
  result: QueryResult,
  columns: readonly Column[],
  offset: string | null,
): number | null {
  const { cells, own, other } = partsOf(form, result, offset);
  let [last, at] = [Number.NEGATIVE_INFINITY, -1];
  for (const [row, cell] of cells.entries()) {
    if (typeof cell !== 'number' || cell < last || own.has(row) || other?.has(row) === true) continue;
    if (columns.some((column) => numberAt(column, row) === null)) continue;
    [last, at] = [cell, row];
  }
  return at < 0 ? null : at;
}

/** The cells of an axis of time, and where they and the other time are cut; of any other axis there are none. */
function partsOf(form: RawForm, result: QueryResult, offset: string | null) {
  const axis = axisOf(form, result);
  const isTime = axis?.kind === 'temporal';
  const cells = isTime ? Array.from({ length: result.table.rowCount }, (_, row) => cellAt(axis, row)) : [];
  const grain = form['time_grain_sqla'];
  const asked = { x_axis: axis?.name ?? null, time_grain_sqla: typeof grain === 'string' ? grain : null };
  const own = incompletePlaces(cells, result, asked);
  const other = offset === null ? null : (comparedParts(cells, result, asked).get(offset) ?? null);
  return { cells, own, other };
}

function changeText(now: number, before: number): string {
  if (before === 0) return '';
  return numberFormat(readerLocale(), {
    style: 'percent',
    signDisplay: 'always',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format((now - before) / Math.abs(before));
}
