import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { groupBy } from '@tessera/core/group-by';
import { t } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import type { Mark } from '../../marks.ts';
import { textLabel } from '../../layer/labels.ts';
import { seriesCutText } from '../../layer/series-cut.ts';
import { isDimmed } from '../../select.ts';
import { readTimeSeries, seriesFilters } from '../../shared/time-series.ts';
import type { PairedTtestForm } from './controls.ts';
import { pairedTest } from './t-test.ts';

export type TtestGroup = {
  readonly key: string;
  readonly name: string;
  /** One text for each dimension. */
  readonly names: readonly string[];
  readonly values: readonly (number | null)[];
  readonly mark: Mark;
  readonly isDimmed: boolean;
};

export type TtestTable = {
  readonly metric: string;
  readonly name: string;
  readonly groups: readonly TtestGroup[];
};

export type TtestModel = {
  readonly dimensions: readonly string[];
  readonly tables: readonly TtestTable[];
  readonly level: number;
  readonly decimals: { readonly p: number; readonly lift: number };
};

/** What a row of a table says, beside its names. */
export type TtestRow = {
  readonly group: TtestGroup;
  readonly isControl: boolean;
  readonly pairs: number;
  readonly p: number | null;
  readonly lift: number | null;
  readonly isSignificant: boolean | null;
};

/** The groups of each metric with their values, moment by moment. */
export function ttestModel(results: readonly QueryResult[], form: PairedTtestForm, context: ChartContext): TtestModel {
  const read = readTimeSeries(results[0], form, context).series;
  // Groups without any value leave nothing to compare.
  const series = read.some(({ values }) => values.some((value) => value !== null)) ? read : [];
  const decimals = (value: number | null, otherwise: number) => Math.min(16, Math.max(0, value ?? otherwise));
  return {
    dimensions: form.groupby.map((column) => context.verboseName(columnLabel(column))),
    tables: [...groupBy(series, ({ metric }) => metric)].map(([metric, own]) => ({
      metric,
      name: metricName(metric, form, context),
      groups: own.map(({ key, dimensions, values }): TtestGroup => {
        const names = dimensions.length > 0 ? dimensions.map(textLabel) : [t('All')];
        const mark = groupMark({ key, dimensions, metric, name: names.join(', ') }, form);
        return { key, name: names.join(', '), names, values, mark, isDimmed: isDimmed(mark, context.inputs) };
      }),
    })),
    level: form.significance_level ?? 0.05,
    decimals: { p: decimals(form.pvalue_precision, 6), lift: decimals(form.liftvalue_precision, 4) },
  };
}

function metricName(label: string, form: PairedTtestForm, context: ChartContext): string {
  const metric = form.metrics.find((one) => metricLabel(one) === label);
  return typeof metric === 'string' ? context.verboseName(metric) : label;
}

function groupMark(
  group: {
    readonly key: string;
    readonly dimensions: readonly string[];
    readonly metric: string;
    readonly name: string;
  },
  form: PairedTtestForm,
): Mark {
  const filters = seriesFilters(group, form.groupby);
  return {
    key: group.key,
    name: `${group.name}, ${group.metric}`,
    series: null,
    datum: Object.fromEntries(filters.map(({ col, val }) => [columnLabel(col), val])),
    filters,
  };
}

/** The groups of a table beside one of them; a key that is none takes the first. */
export function compareWith({ groups }: TtestTable, key: string | null, level: number): readonly TtestRow[] {
  const control = groups.find((group) => group.key === key) ?? groups[0];
  return groups.map((group) => {
    const { pairs, p, lift } = pairedTest(group.values, control?.values ?? []);
    const isControl = group === control;
    return { group, isControl, pairs, p, lift, isSignificant: isControl || p === null ? null : p <= level };
  });
}

export type TtestColumn = 'group' | 'pairs' | 'p' | 'lift';

/** Rows by a column; rows without a value are last either way. */
export function sortRows(rows: readonly TtestRow[], by: TtestColumn | null, isAscending: boolean): readonly TtestRow[] {
  if (by === null) return rows;
  const sign = isAscending ? 1 : -1;
  return rows.toSorted((a, b) => {
    if (by === 'group') return sign * a.group.name.localeCompare(b.group.name, 'en');
    const [one, other] = [a.isControl && by !== 'pairs' ? null : a[by], b.isControl && by !== 'pairs' ? null : b[by]];
    if (one === null || other === null) return (one === null ? 1 : 0) - (other === null ? 1 : 0);
    return sign * (one - other);
  });
}

/** A p-value as it is read; one that rounds to nothing says that it is less. */
export function pText(p: number | null, { decimals }: TtestModel, context: ChartContext): string {
  if (p === null) return '–';
  const least = 10 ** -decimals.p;
  const text = context.formatNumber(`.${decimals.p}f`, p < least ? least : p);
  return p < least ? `< ${text}` : text;
}

export function liftText(lift: number | null, { decimals }: TtestModel, context: ChartContext): string {
  return lift === null ? '–' : `${context.formatNumber(`+,.${decimals.lift}f`, lift)}%`;
}

/** What stands in the last column. */
export function verdictText({ isControl, isSignificant }: TtestRow): string {
  if (isControl) return t('Control');
  return isSignificant === null ? t('Too few pairs') : isSignificant ? t('Yes') : t('No');
}

/** What stands below the tables. */
export function ttestNotes([result]: readonly QueryResult[]): readonly string[] {
  return result?.seriesCut ? [seriesCutText(result.seriesCut)] : [];
}

/** Why rows that came make no table. */
export function emptyTtest([result]: readonly QueryResult[], form: PairedTtestForm): string | null {
  if (!result || result.table.rowCount === 0 || form.metrics.length === 0) return null;
  const { times, series } = readTimeSeries(result, form, { verboseName: (name) => name });
  if (times.length === 0) return t('No row has a time.');
  return series.some(({ values }) => values.some((value) => value !== null))
    ? null
    : t('%s has no value in any row.', form.metrics.map(metricLabel).join(', '));
}
