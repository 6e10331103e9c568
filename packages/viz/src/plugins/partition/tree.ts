import { addsUp } from '@tessera/core/additivity';
import { columnLabel, type Metric, metricLabel } from '@tessera/core/form-data';
import { groupBy } from '@tessera/core/group-by';
import { t } from '@tessera/core/messages';
import { type Cell, cellAt, numberAt } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { additivityOf } from '../../layer/additivity.ts';
import { cellLabel, EMPTY_LABELS } from '../../layer/labels.ts';
import { readTimeSeries } from '../../shared/time-series.ts';
import type { PartitionForm } from './controls.ts';
import { measureOf, type Measure, type Point } from './measures.ts';

export type Part = {
  readonly key: string;
  readonly name: string;
  /** What it is a value of: a time, a dimension by its place, or the metric; `others` gathers parts. */
  readonly level: 'metric' | 'time' | 'others' | number;
  readonly cell: Cell;
  readonly value: number | null;
  /** Of its group's height, 0 to 1. */
  readonly share: number;
  /** Whether that is a share of a whole: no value beside it is unknown or below zero. */
  readonly isShare: boolean;
  readonly metric: string;
  readonly children: readonly Part[];
};

/** A row with its values of the levels. */
type Leaf = Point & { readonly cells: readonly Cell[]; readonly names: readonly string[] };
type Levels = readonly ('time' | number)[];

/** A tree for each metric: levels of time and dimensions, the greatest parts of each group first. */
export function readParts(
  result: QueryResult | undefined,
  form: PartitionForm,
  context: ChartContext,
): readonly Part[] {
  if (!result || result.table.rowCount === 0) return [];
  const roots =
    form.time_series_option === 'adv_anal' ? seriesRoots(result, form, context) : rowRoots(result, form, context);
  return roots.map((root) => ({ ...root, share: 1 / roots.length }));
}

/** The headings of the columns of the picture. */
export function levelNames(form: PartitionForm, context: ChartContext): readonly string[] {
  return [
    t('Metric'),
    ...(levelsOf(form)[0] === 'time' ? [t('Time')] : []),
    ...form.groupby.map((column) => context.verboseName(columnLabel(column))),
  ];
}

function levelsOf({ time_series_option: option, groupby }: PartitionForm): Levels {
  const groups = groupby.map((_, at) => at);
  return option === 'time_series' || option === 'adv_anal' ? ['time', ...groups] : groups;
}

function rowRoots({ table }: QueryResult, form: PartitionForm, context: ChartContext): readonly Part[] {
  const groups = form.groupby.map((column) => table.columns.get(columnLabel(column)));
  const time = table.columns.get('__timestamp');
  return form.metrics.flatMap((metric): Part[] => {
    const values = table.columns.get(metricLabel(metric));
    if (!values) return [];
    const leaves = Array.from({ length: table.rowCount }, (_, row): Leaf => {
      const cells = groups.map((column) => (column ? cellAt(column, row) : null));
      return {
        time: numberAt(time, row),
        value: numberAt(values, row),
        cells,
        names: cells.map((cell, at) => cellLabel(cell, groups[at]?.kind ?? 'string', context, form.date_time_format)),
      };
    }).filter(({ value }) => value !== null);
    return leaves.length === 0 ? [] : [rootOf(metricLabel(metric), nameOf(metric, context), leaves, form, context)];
  });
}

/** With windows, shares and other times each result column is a series of leaves. */
function seriesRoots(result: QueryResult, form: PartitionForm, context: ChartContext): readonly Part[] {
  const { times, series } = readTimeSeries(result, form, context);
  return [...groupBy(series, ({ metric }) => metric)].flatMap(([metric, own]): Part[] => {
    const leaves = own.flatMap(({ dimensions, values }) =>
      values.flatMap((value, at): Leaf[] =>
        value === null
          ? []
          : [
              {
                time: times[at] ?? null,
                value,
                cells: dimensions.map((text) => (text === EMPTY_LABELS.null ? null : text)),
                names: dimensions,
              },
            ],
      ),
    );
    const known = form.metrics.find((one) => metricLabel(one) === metric);
    const name = known === undefined ? metric : nameOf(known, context);
    return leaves.length === 0 ? [] : [rootOf(metric, name, leaves, form, context)];
  });
}

function nameOf(metric: Metric, context: ChartContext): string {
  return typeof metric === 'string' ? context.verboseName(metric) : metricLabel(metric);
}

function rootOf(
  metric: string,
  name: string,
  leaves: readonly Leaf[],
  form: PartitionForm,
  context: ChartContext,
): Part {
  const own = form.metrics.find((one) => metricLabel(one) === metric);
  const additivity = own === undefined ? (context.additivity?.(metric) ?? 'unknown') : additivityOf(own, context);
  const times = leaves.flatMap(({ time }) => time ?? []);
  const ends = times.reduce<readonly [number, number]>(
    ([first, last], time) => [Math.min(first, time), Math.max(last, time)],
    [Infinity, -Infinity],
  );
  const build: Build = {
    levels: levelsOf(form),
    measure: measureOf(form.time_series_option, additivity, ends),
    canGather:
      addsUp(additivity) && form.time_series_option !== 'point_factor' && form.time_series_option !== 'point_percent',
    metric,
    form,
    context,
  };
  const key = `metric ${metric}`;
  return {
    key,
    name,
    level: 'metric',
    cell: null,
    value: build.measure(leaves),
    share: 1,
    isShare: false,
    metric,
    children: parts(leaves, 0, key, build),
  };
}

type Build = {
  readonly levels: Levels;
  readonly measure: Measure;
  readonly canGather: boolean;
  readonly metric: string;
  readonly form: PartitionForm;
  readonly context: ChartContext;
};

function parts(leaves: readonly Leaf[], depth: number, path: string, build: Build): readonly Part[] {
  const level = build.levels[depth];
  if (level === undefined) return [];
  const grouped = groupBy(leaves, (leaf) => (level === 'time' ? String(leaf.time) : (leaf.names[level] ?? '')));
  const found = [...grouped].map(([name, own]) => ({ name, own, value: build.measure(own) }));
  const isEqual = level === 'time' && build.form.equal_date_size;
  const weighed = found.map((part) => ({ ...part, weight: isEqual ? 1 : weightOf(part.value, build.form) }));
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const ordered =
    level === 'time'
      ? weighed.toSorted((a, b) => (a.own[0]?.time ?? 0) - (b.own[0]?.time ?? 0))
      : weighed.toSorted((a, b) => b.weight - a.weight);
  // Times stay: a series with holes would say something else.
  const count = ordered.findIndex(({ weight }, at) => level !== 'time' && !isStored(weight / total, at, build.form));
  const kept = count < 0 ? ordered : ordered.slice(0, count);
  const left = ordered.slice(kept.length);
  // One part alone needs no other name.
  const [drawn, rest] = left.length === 1 ? [ordered, []] : [kept, left];
  const isShare = found.every(({ value }) => value !== null && value >= 0);
  const made = drawn.map(({ name, own, value, weight }): Part => {
    const key = `${path} ${JSON.stringify(name)}`;
    const time = own[0]?.time ?? 0;
    return {
      key,
      name: level === 'time' ? timeName(time, build.form, build.context) : name,
      level,
      cell: level === 'time' ? time : (own[0]?.cells[level] ?? null),
      value,
      share: weight / total,
      isShare,
      metric: build.metric,
      children: parts(own, depth + 1, key, build),
    };
  });
  if (rest.length === 0) return made;
  return [
    ...made,
    {
      key: `${path} others`,
      name: t('Others (%s)', rest.length),
      level: 'others',
      cell: null,
      value: build.canGather ? build.measure(rest.flatMap(({ own }) => own)) : null,
      share: rest.reduce((sum, { weight }) => sum + weight, 0) / total,
      isShare: isShare && build.canGather,
      metric: build.metric,
      children: [],
    },
  ];
}

/** The greatest stays, whatever the settings say. */
function isStored(share: number, at: number, form: PartitionForm): boolean {
  const limit = form.partition_limit ?? 0;
  return at === 0 || ((limit <= 0 || at < limit) && share >= (form.partition_threshold ?? 0));
}

/** A group that has no value of its own stands beside the others as their equal. */
function weightOf(value: number | null, { log_scale: isLog }: PartitionForm): number {
  if (value === null) return 1;
  return isLog ? Math.log10(Math.abs(value) + 1) : Math.abs(value);
}

function timeName(time: number, form: PartitionForm, context: ChartContext): string {
  const format = form.date_time_format === 'smart_date' ? 'smart_date_verbose' : form.date_time_format;
  return context.formatTime(format, time, form.time_grain_sqla);
}
