import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { cellsOf } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { roomNotes } from '../../layer/room.ts';
import { type ChartRow, readRows } from '../../shared/rows.ts';
import type { GaugeForm } from './controls.ts';

export type Dial = {
  /** `column: value, column: value`, as users see both. */
  readonly name: string;
  readonly value: number;
  readonly row: ChartRow;
};

/** More pointers than these lie over each other. */
const MOST_DIALS = 24;

/** Rows as pointers of one scale; rows without a value have none. */
export function readDials(result: QueryResult | undefined, form: GaugeForm, context: ChartContext): readonly Dial[] {
  const { metric } = form;
  if (metric === null || !result?.table.columns.has(metricLabel(metric))) return [];
  const rows = readRows(result, { columns: form.groupby, metrics: [metric] }, context);
  const names = form.groupby.map((column) => context.verboseName(columnLabel(column)));
  const known = rows.filter(({ values: [value] }) => value !== null && value !== undefined).slice(0, MOST_DIALS);
  return known.flatMap((row) => {
    const value = row.values[0] ?? null;
    const name = row.texts.map((text, at) => `${names[at] ?? ''}: ${text}`).join(', ');
    return value === null ? [] : [{ name, value, row }];
  });
}

/** Both ends of the scale: those of the form, else twice the greatest value away from zero. */
export function scaleOf(dials: readonly Dial[], form: GaugeForm): readonly [number, number] {
  const values = dials.map(({ value }) => value);
  const min = form.min_val ?? 2 * Math.min(0, ...values);
  const max = form.max_val ?? 2 * Math.max(0, ...values);
  return max > min ? [min, max] : [min, min + 1];
}

/** The value of a pointer with the author's words around it. */
export function dialText({ value }: Pick<Dial, 'value'>, form: GaugeForm, context: ChartContext): string {
  const text = context.formatNumber(form.number_format, value, form.currency_format);
  return form.value_formatter.includes('{value}') ? form.value_formatter.split('{value}').join(text) : text;
}

/** What has no room on the scale. */
export function gaugeNotes([result]: readonly QueryResult[], form: GaugeForm, context: ChartContext) {
  const shown = readDials(result, form, context).length;
  return shown === MOST_DIALS ? roomNotes(shown, result?.table.rowCount ?? shown) : [];
}

export function emptyGauge([result]: readonly QueryResult[], form: GaugeForm): string | null {
  if (!result || form.metric === null || result.table.rowCount === 0) return null;
  const name = metricLabel(form.metric);
  const column = result.table.columns.get(name);
  const values = cellsOf(column);
  return values.every((value) => value === null) ? t('%s has no value in any row.', name) : null;
}
