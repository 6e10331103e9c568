import { addsUp } from '@tessera/core/additivity';
import { metricLabel } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { uniqueNames } from '@tessera/core/unique-names';
import { cellsOf } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { additivityOf, nonAdditiveText } from '../../layer/additivity.ts';
import { roomNotes } from '../../layer/room.ts';
import { type ChartRow, readRows } from '../../shared/rows.ts';
import type { FunnelForm } from './controls.ts';

export type Step = {
  readonly name: string;
  readonly value: number;
  /** Of what the author compares with, 1 is the whole; null where that is zero or means nothing. */
  readonly share: number | null;
  readonly row: ChartRow;
};

export type Steps = { readonly steps: readonly Step[]; readonly negative: number; readonly all: number };

/** More steps than these are thinner than a line. */
const MOST_STEPS = 200;

/** Rows as steps from the widest to the narrowest; rows without a value and negative ones are left out. */
export function readSteps(result: QueryResult | undefined, form: FunnelForm, context: ChartContext): Steps {
  const { metric } = form;
  if (metric === null || !result?.table.columns.has(metricLabel(metric))) return { steps: [], negative: 0, all: 0 };
  const rows = readRows(result, { columns: form.groupby, metrics: [metric] }, context);
  const known = rows.flatMap((row) => {
    const value = row.values[0] ?? null;
    return value === null ? [] : [{ row, value }];
  });
  const drawn = known.filter(({ value }) => value >= 0).toSorted((a, b) => b.value - a.value);
  const whole = drawn.reduce((sum, { value }) => sum + value, 0);
  const names = uniqueNames(
    drawn.map(({ row }) => (row.texts.length === 0 ? context.verboseName(metricLabel(metric)) : row.texts.join(', '))),
  );
  const base = (at: number): number | null => {
    switch (form.percent_calculation_type) {
      case 'first_step':
        return drawn[0]?.value ?? null;
      case 'prev_step':
        return drawn[Math.max(0, at - 1)]?.value ?? null;
      case 'total':
        return addsUp(additivityOf(metric, context)) ? whole : null;
    }
  };
  return {
    steps: drawn.slice(0, MOST_STEPS).map(({ row, value }, at) => {
      const compared = base(at);
      return { name: names[at] ?? '', value, row, share: compared ? value / compared : null };
    }),
    negative: known.length - drawn.length,
    all: drawn.length,
  };
}

/** What stands below the funnel: rows that it cannot show, shares that it may not. */
export function funnelNotes([result]: readonly QueryResult[], form: FunnelForm, context: ChartContext) {
  const { steps, negative, all } = readSteps(result, form, context);
  const isShareless =
    form.metric !== null &&
    form.percent_calculation_type === 'total' &&
    steps.length > 0 &&
    !addsUp(additivityOf(form.metric, context));
  return [
    ...roomNotes(steps.length, all),
    ...(negative > 0 ? [tn('1 negative value is not shown', '%(count)s negative values are not shown', negative)] : []),
    ...(isShareless && form.metric !== null
      ? [nonAdditiveText([form.metric], t('steps show no share of a total'), context)]
      : []),
  ];
}

/** Why a funnel of these rows has no step. */
export function emptyFunnel([result]: readonly QueryResult[], form: FunnelForm): string | null {
  if (!result || form.metric === null || result.table.rowCount === 0) return null;
  const name = metricLabel(form.metric);
  const column = result.table.columns.get(name);
  if (!column) return null;
  const values = cellsOf(column);
  if (values.every((value) => value === null)) return t('%s has no value in any row.', name);
  return values.every((value) => value === null || Number(value) < 0)
    ? t('%s is negative in every row, and a funnel shows only positive values.', name)
    : null;
}

/** What a label or tooltip says of a step. */
export function stepText(step: Step, contents: FunnelForm['label_type'], form: FunnelForm, context: ChartContext) {
  const value = context.formatNumber(form.number_format, step.value, form.currency_format);
  const percent = step.share === null ? value : context.formatNumber(',.1%', step.share);
  const both = step.share === null ? value : `${value} (${percent})`;
  switch (contents) {
    case 0:
      return step.name;
    case 1:
      return value;
    case 2:
      return percent;
    case 3:
      return `${step.name}: ${value}`;
    case 4:
      return `${step.name}: ${percent}`;
    case 5:
      return `${step.name}: ${both}`;
    case 6:
      return both;
  }
}
