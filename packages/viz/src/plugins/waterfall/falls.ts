import { addsUp } from '@tessera/core/additivity';
import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { QueryColumn } from '@tessera/core/query-object';
import { cellsOf } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { additivityOf, nonAdditiveText } from '../../layer/additivity.ts';
import { areRowsCut, partialTotalsText } from '../../layer/limit.ts';
import { type ChartRow, readRows } from '../../shared/rows.ts';
import type { WaterfallForm } from './controls.ts';

export type Fall = {
  readonly kind: 'increase' | 'decrease' | 'total';
  readonly label: string;
  /** Of the running total, before and after. */
  readonly from: number;
  readonly to: number;
  readonly value: number;
  /** Null for the last total, which stands for all rows. */
  readonly row: ChartRow | null;
  /** A total of one step of the axis. */
  readonly isSubtotal: boolean;
};

const TIME = '__timestamp';

/** The base axis, which old charts take from the time column of the dataset. */
export function axisOf({ x_axis: axis }: WaterfallForm, result: QueryResult | undefined): QueryColumn | null {
  return axis ?? (result?.table.columns.has(TIME) ? TIME : null);
}

/** Rows as steps of a running total; rows without a value change nothing and are left out. */
export function readFalls(
  result: QueryResult | undefined,
  form: WaterfallForm,
  context: ChartContext,
): readonly Fall[] {
  const axis = axisOf(form, result);
  const { metric, groupby } = form;
  if (axis === null || metric === null) return [];
  const grained: ChartContext = {
    ...context,
    formatTime: (format, epochMs) => context.formatTime(format, epochMs, form.time_grain_sqla),
  };
  const columns = groupby === null ? [axis] : [axis, groupby];
  const asked = { columns, metrics: [metric], timeFormat: form.x_axis_time_format };
  const rows = readRows(result, asked, grained).flatMap((row) => {
    const value = row.values[0] ?? null;
    return value === null ? [] : [{ row, value }];
  });
  const falls: Fall[] = [];
  let total = 0;
  rows.forEach(({ row, value }, at) => {
    const kind = value < 0 ? 'decrease' : 'increase';
    const label = row.texts[groupby === null ? 0 : 1] ?? '';
    falls.push({ kind, label, from: total, to: total + value, value, row, isSubtotal: false });
    total += value;
    const isLast = rows[at + 1]?.row.texts[0] !== row.texts[0];
    if (groupby !== null && isLast)
      falls.push({ kind: 'total', label: row.texts[0] ?? '', from: 0, to: total, value: total, row, isSubtotal: true });
  });
  if (groupby === null && rows.length > 0)
    falls.push({ kind: 'total', label: t('Total'), from: 0, to: total, value: total, row: null, isSubtotal: false });
  return falls;
}

export function waterfallNotes([result]: readonly QueryResult[], form: WaterfallForm, context: ChartContext) {
  const { metric } = form;
  if (metric === null || !result?.table.rowCount) return [];
  if (addsUp(additivityOf(metric, context))) return areRowsCut(result) ? [partialTotalsText()] : [];
  return [nonAdditiveText([metric], t('the running total is of no meaning'), context)];
}

export function emptyWaterfall([result]: readonly QueryResult[], form: WaterfallForm): string | null {
  if (!result || result.table.rowCount === 0 || form.metric === null) return null;
  const column = result.table.columns.get(metricLabel(form.metric));
  if (!column) return null;
  const isNull = cellsOf(column).every((value) => value === null);
  return isNull ? t('%s has no value in any row.', metricLabel(form.metric)) : null;
}

export function kindNames(): Readonly<Record<Fall['kind'], string>> {
  return { increase: t('Increase'), decrease: t('Decrease'), total: t('Total') };
}

/** What the axis is called: times say themselves what they are, and are seldom as long as their column is called. */
export function titleOf(column: QueryColumn | null, result: QueryResult | undefined, context: ChartContext): string {
  if (column === null) return '';
  const label = columnLabel(column);
  return result?.table.columns.get(label)?.kind === 'temporal' ? '' : context.verboseName(label);
}
