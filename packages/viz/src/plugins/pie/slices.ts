import { addsUp } from '@tessera/core/additivity';
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { type Cell, cellAt, numberAt } from '@tessera/core/table';
import { numberText, t, tn } from '@tessera/core/messages';
import { uniqueNames } from '@tessera/core/unique-names';
import type { ChartContext, QueryResult } from '../../define.ts';
import { additivityOf, nonAdditiveText } from '../../layer/additivity.ts';
import { cellLabel, EMPTY_LABELS } from '../../layer/labels.ts';
import { areRowsCut, partialTotalsText } from '../../layer/limit.ts';
import type { PieForm } from './controls.ts';

export type Slice = {
  readonly name: string;
  readonly value: number;
  /** Part of the circle, 0 to 1; part of the whole where the metric adds up. */
  readonly share: number;
  /** Values of the dimensions and their texts; empty where slices are gathered. */
  readonly cells: readonly Cell[];
  readonly texts: readonly string[];
  /** Slices gathered in this one; empty for an ordinary slice. */
  readonly members: readonly Slice[];
};

export type Slices = {
  readonly slices: readonly Slice[];
  readonly total: number;
  /** Whether the slices make a whole: only then have they shares and a total. */
  readonly addsUp: boolean;
  /** Rows with a negative value, which no circle can show. */
  readonly negative: number;
};

/** Rows as slices, small ones gathered; rows without a value and negative ones are left out. */
export function readSlices(result: QueryResult | undefined, form: PieForm, context: ChartContext): Slices {
  const values = result && form.metric !== null ? result.table.columns.get(metricLabel(form.metric)) : undefined;
  const isWhole = form.metric !== null && addsUp(additivityOf(form.metric, context));
  if (!result || !values) return { slices: [], total: 0, addsUp: isWhole, negative: 0 };
  const dimensions = form.groupby.map((column) => result.table.columns.get(columnLabel(column)));
  const fallback = form.metric === null ? '' : context.verboseName(metricLabel(form.metric));
  const textsAt = (index: number): readonly string[] =>
    dimensions.map((column) =>
      column ? cellLabel(cellAt(column, index), column.kind, context, form.date_format) : EMPTY_LABELS.null,
    );
  const rows = Array.from({ length: result.table.rowCount }, (_, index) => {
    const texts = textsAt(index);
    return {
      name: texts.length === 0 ? fallback : texts.join(', '),
      texts,
      cells: dimensions.map((column) => (column ? cellAt(column, index) : null)),
      value: numberAt(values, index),
    };
  });
  const drawn = rows.flatMap((row) => (row.value !== null && row.value >= 0 ? [{ ...row, value: row.value }] : []));
  const total = drawn.reduce((sum, { value }) => sum + value, 0);
  const names = uniqueNames(drawn.map(({ name }) => name));
  const slices = drawn.map(({ value, cells, texts }, index): Slice => ({
    name: names[index] ?? '',
    cells,
    texts,
    value,
    share: total === 0 ? 0 : value / total,
    members: [],
  }));
  return {
    slices: isWhole ? gather(slices, smallOf(slices, form.threshold_for_other / 100)) : slices,
    total,
    addsUp: isWhole,
    negative: rows.filter(({ value }) => value !== null && value < 0).length,
  };
}

/** So many slices can be distinguished; of more the greatest stay, unless the author draws the line elsewhere. */
const READABLE = 10;

/** The slices that become one: those below the threshold; without one, those beyond the greatest. */
function smallOf(slices: readonly Slice[], threshold: number): ReadonlySet<Slice> {
  if (threshold > 0) return new Set(slices.filter(({ share }) => share < threshold));
  if (slices.length <= READABLE) return new Set();
  return new Set(slices.toSorted((one, other) => other.value - one.value).slice(READABLE - 1));
}

/** Two or more slices as one. */
function gather(slices: readonly Slice[], chosen: ReadonlySet<Slice>): readonly Slice[] {
  const small = slices.filter((slice) => chosen.has(slice));
  if (small.length < 2) return slices;
  const sum = (of: (slice: Slice) => number) => small.reduce((total, slice) => total + of(slice), 0);
  const other: Slice = {
    name: t('Other'),
    cells: [],
    texts: [],
    value: sum((slice) => slice.value),
    share: sum((slice) => slice.share),
    members: small,
  };
  return [...slices.filter((slice) => !chosen.has(slice)), other];
}

/** What stands below a circle whose slices are not parts of a whole. */
export function pieNotes([result]: readonly QueryResult[], form: PieForm, context: ChartContext): readonly string[] {
  if (form.metric === null || !result?.table.rowCount) return [];
  if (addsUp(additivityOf(form.metric, context)))
    return [...otherNotes(readSlices(result, form, context).slices), ...partNotes(result, form)];
  return [nonAdditiveText([form.metric], t('slices show values, no shares'), context)];
}

/** That the slices are not all that there are: their sum is not the whole. */
function partNotes(result: QueryResult, form: PieForm): readonly string[] {
  if (!areRowsCut(result)) return [];
  return [
    t('Percentages are shares of the rows shown, not of all.'),
    ...(form.show_total ? [partialTotalsText()] : []),
  ];
}

/** How many slices are in one. */
function otherNotes(slices: readonly Slice[]): readonly string[] {
  const other = slices.find(({ members }) => members.length > 0);
  if (!other) return [];
  const shown = numberText(slices.length - 1);
  const all = slices.length - 1 + other.members.length;
  return [
    tn('%(shown)s of 1 slice; the rest is in Other', '%(shown)s of %(count)s slices; the rest is in Other', all, {
      shown,
    }),
  ];
}

export function percentOf(slice: Slice, context: ChartContext): string {
  return context.formatNumber(',.1%', slice.share);
}

export function valueOf(slice: Slice, form: PieForm, context: ChartContext): string {
  return context.formatNumber(form.number_format, slice.value, form.currency_format);
}

/** Why a circle of these rows has no slice. */
export function emptyPie([result]: readonly QueryResult[], form: PieForm): string | null {
  const values = result && form.metric !== null ? result.table.columns.get(metricLabel(form.metric)) : undefined;
  if (!result || !values || form.metric === null) return null;
  const name = metricLabel(form.metric);
  const numbers = Array.from({ length: result.table.rowCount }, (_, index) => numberAt(values, index));
  if (numbers.every((value) => value === null)) return t('%s has no value in any row.', name);
  if (numbers.some((value) => value !== null && value > 0)) return null;
  return numbers.some((value) => value !== null && value < 0)
    ? t('%s is negative or zero in every row, and a circle shows only positive values.', name)
    : t('%s is zero in every row.', name);
}
