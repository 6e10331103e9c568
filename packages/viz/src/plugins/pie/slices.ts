import { addsUp } from '@tessera/core/additivity';
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { type Cell, cellAt, numberAt } from '@tessera/core/table';
import { t, tn } from '@tessera/core/messages';
import { uniqueNames } from '@tessera/core/unique-names';
import type { Advice, ChartContext, QueryResult } from '../../define.ts';
import { additivityOf, nonAdditiveText, withAnswered } from '../../layer/additivity.ts';
import { cellLabel, EMPTY_LABELS } from '../../layer/labels.ts';
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
    slices: isWhole ? gather(slices, form.threshold_for_other / 100) : slices,
    total,
    addsUp: isWhole,
    negative: rows.filter(({ value }) => value !== null && value < 0).length,
  };
}

/** Two or more slices below the threshold become one. */
function gather(slices: readonly Slice[], threshold: number): readonly Slice[] {
  const small = slices.filter(({ share }) => share < threshold);
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
  return [...slices.filter((slice) => !small.includes(slice)), other];
}

/** What stands below a circle whose slices are not parts of a whole. */
export function pieNotes([result]: readonly QueryResult[], form: PieForm, context: ChartContext): readonly string[] {
  if (form.metric === null || addsUp(additivityOf(form.metric, context)) || !result?.table.rowCount) return [];
  return [nonAdditiveText([form.metric], t('slices show values, no shares'), context)];
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

/** So many slices can be distinguished; more ask for a slice of the small ones. */
const READABLE = 24;
/** Percent of the whole below which a slice is a line. */
const THIN = 1;

/** A circle of very many slices is better read with the small ones in one. */
export function adviseOther([result]: readonly QueryResult[], form: PieForm): Advice | null {
  const values = result && form.metric !== null ? result.table.columns.get(metricLabel(form.metric)) : undefined;
  if (!result || !values || form.threshold_for_other > 0 || form.metric === null) return null;
  if (!addsUp(additivityOf(form.metric, withAnswered([result], {})))) return null;
  const drawn = Array.from({ length: result.table.rowCount }, (_, index) => numberAt(values, index))
    .filter((value) => value !== null && value >= 0)
    .map(Number);
  const total = drawn.reduce((sum, value) => sum + value, 0);
  const thin = drawn.filter((value) => value < (total * THIN) / 100).length;
  if (drawn.length <= READABLE || thin < 2) return null;
  return {
    text: tn('1 of %(all)s slices is below %(share)s%.', '%(count)s of %(all)s slices are below %(share)s%.', thin, {
      all: drawn.length,
      share: THIN,
    }),
    action: t('Gather them in Other'),
    control: 'threshold_for_other',
    value: THIN,
  };
}
