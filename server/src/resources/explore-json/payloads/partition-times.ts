import type { RawForm } from '@tessera/core/form-data';
import { groupBy } from '@tessera/core/group-by';
import type { PostStep } from '@tessera/core/query-object';
import { tableOf } from '@tessera/core/table';
import { applySteps } from '@tessera/query/post/apply';
import { frameOf, type FrameColumn } from '@tessera/query/post/frame';
import { nameOf, numberOf, TIME, type LegacyRow } from '../legacy.ts';

/** A node of a tree over time; roots are metrics and have no value, their children are times. */
type TimeNode = {
  readonly name: string | number | readonly string[];
  readonly val?: number | null;
  readonly children: readonly TimeNode[];
};
/** What one depth of the tree knows: its series by the names of the series above them, in order. */
type Level = { readonly times: readonly number[]; readonly below: ReadonlyMap<string, readonly FrameColumn[]> };

/** The other times that the advanced options of an older form name. */
export function comparedTimes(form: RawForm): readonly string[] {
  const named = form['time_compare'];
  return (Array.isArray(named) ? named : [named]).filter(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  );
}

/**
 * Per metric a tree by time, then by each grouping. Every level is pivoted for itself and goes through resampling,
 * rolling windows, shares and comparison before its values are read.
 *
 * @throws AppError post_processing for options that do not go together
 */
export function treesOverTime(
  rows: readonly LegacyRow[],
  form: RawForm,
  groups: readonly string[],
  metrics: readonly string[],
): readonly TimeNode[] {
  const levels = [...groups, ''].map((_, depth) => levelOf(rows, form, groups.slice(0, depth), metrics));
  const [top, ...deeper] = levels;
  return (top?.below.get('[]') ?? []).map((series): TimeNode => ({
    name: series.path[0] ?? '',
    children: (top?.times ?? []).map((time, row) => ({
      name: time,
      val: valueAt(series, row),
      children: branches(deeper, series, row),
    })),
  }));
}

function branches([level, ...deeper]: readonly Level[], above: FrameColumn, row: number): readonly TimeNode[] {
  return (level?.below.get(JSON.stringify(above.path)) ?? []).map((series): TimeNode => {
    const [, ...names] = series.path.map((part) => part ?? '');
    const [only = '', ...more] = names;
    return {
      name: more.length === 0 ? only : names,
      val: valueAt(series, row),
      children: branches(deeper, series, row),
    };
  });
}

function levelOf(
  rows: readonly LegacyRow[],
  form: RawForm,
  groups: readonly string[],
  metrics: readonly string[],
): Level {
  const measured = [
    ...metrics,
    ...comparedTimes(form).flatMap((time) => metrics.map((metric) => `${metric}__${time}`)),
  ];
  const table = tableOf([
    { name: TIME, kind: 'temporal', values: Float64Array.from(rows, (row) => numberOf(row[TIME])) },
    ...groups.map((group) => ({ name: group, kind: 'string' as const, values: rows.map((row) => nameOf(row[group])) })),
    ...measured.map((label) => ({
      name: label,
      kind: 'numeric' as const,
      values: Float64Array.from(rows, (row) => numberOf(row[label])),
    })),
  ]);
  const aggregates = Object.fromEntries(measured.map((label) => [label, { operator: 'sum', column: label }]));
  const pivot: PostStep = {
    operation: 'pivot',
    options: { index: [TIME], columns: [...groups], aggregates, metric_fill_value: 0, drop_missing_columns: false },
  };
  const frame = applySteps(frameOf(table), [
    pivot,
    ...resampled(form),
    ...rolled(form, measured),
    ...shares(form),
    ...compared(form, metrics),
  ]);
  const below = groupBy(frame.columns, (series) => JSON.stringify(series.path.slice(0, -1)));
  return { times: Array.from(frame.index[0]?.values ?? [], numberOf), below };
}

function resampled({ resample_rule: rule, resample_method: method }: RawForm): readonly PostStep[] {
  return typeof rule === 'string' && rule !== '' && typeof method === 'string' && method !== ''
    ? [{ operation: 'resample', options: { rule, method } }]
    : [];
}

function rolled(form: RawForm, labels: readonly string[]): readonly PostStep[] {
  const [type, window, least] = [
    form['rolling_type'],
    numberOf(form['rolling_periods']),
    numberOf(form['min_periods']),
  ];
  const columns = Object.fromEntries(labels.map((label) => [label, label]));
  if (type === 'cumsum') return [{ operation: 'cum', options: { operator: 'sum', columns } }];
  if ((type !== 'mean' && type !== 'sum' && type !== 'std') || window === 0) return [];
  return [{ operation: 'rolling', options: { rolling_type: type, window, min_periods: least, columns } }];
}

function shares(form: RawForm): readonly PostStep[] {
  return form['contribution'] === true
    ? [{ operation: 'contribution', options: { orientation: 'row', time_shifts: [...comparedTimes(form)] } }]
    : [];
}

function compared(form: RawForm, metrics: readonly string[]): readonly PostStep[] {
  const times = comparedTimes(form);
  const type = form['comparison_type'];
  if (times.length === 0 || typeof type !== 'string' || type === '' || type === 'values') return [];
  const pairs = times.flatMap((time) => metrics.map((metric) => [metric, `${metric}__${time}`] as const));
  return [
    {
      operation: 'compare',
      options: {
        source_columns: pairs.map(([metric]) => metric),
        compare_columns: pairs.map(([, other]) => other),
        compare_type: type,
        drop_original_columns: true,
      },
    },
  ];
}

function valueAt({ values }: FrameColumn, row: number): number | null {
  const value = values[row];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
