import type { PostStep, QueryObject } from '@tessera/core/query-object';
import { compare, groupedQuestion, type Question } from './answer.ts';
import type { Value } from './rows.ts';
import type { ComparedSpec, Spec, SteppedSpec } from './specs.ts';

const DAY = 86_400_000;
const FIRST = Date.UTC(1999, 10, 28);
const base: Spec = {
  dims: [],
  grain: null,
  metrics: [],
  filters: [],
  where: '',
  having: '',
  order: [],
  limit: 50_000,
  offset: 0,
  series: null,
};
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 19);

/** Days of a range beside the same days some days before: one more column per metric and offset. */
export function comparedQuestion({ since, days, dims, metrics, filters, offsets, limit }: ComparedSpec): Question {
  const from = FIRST + since * DAY;
  const inRange = (back: number, most: number) =>
    groupedQuestion({
      ...base,
      dims: [...dims],
      grain: 'P1D',
      metrics,
      limit: most,
      filters: [
        ...filters,
        {
          col: 'ts',
          op: 'TEMPORAL_RANGE',
          val: `${textOf(from - back * DAY)} : ${textOf(from + (days - back) * DAY)}`,
        },
      ],
    });
  const now = inRange(0, limit);
  const width = 1 + dims.length;
  const keyOf = (row: readonly Value[], back: number) =>
    row
      .slice(0, width)
      .map((value, at) => `${typeof value} ${String(at === 0 && value !== null ? Number(value) - back * DAY : value)}`)
      .join('\u0000');
  const added = offsets.map((back) => {
    const then = new Map(inRange(back, 50_000).rows.map((row) => [keyOf(row, 0), row.slice(width)]));
    return now.rows.map((row) => then.get(keyOf(row, back)) ?? metrics.map(() => null));
  });
  return {
    request: { ...now.request, time_offsets: offsets.map((back) => `${back} days ago`) },
    names: [...now.names, ...offsets.flatMap((back) => metrics.map((metric) => `${metric}__${back} days ago`))],
    rows: now.rows.map((row, index) => [...row, ...added.flatMap((rows) => rows[index] ?? [])]),
  };
}

/** One column of numbers over time, or one per category, changed by steps one after the other. */
export function steppedQuestion({ grain, metric, filters, steps, pivot }: SteppedSpec): Question {
  const asked = groupedQuestion({
    ...base,
    dims: pivot ? ['c'] : [],
    grain,
    metrics: [metric],
    filters: [...filters, { col: 'ts', op: 'IS NOT NULL' }],
  });
  const [names, start] = pivot
    ? pivoted(asked.rows, metric)
    : [asked.names, asked.rows.map((row) => row.map(numberOr))];
  const columns = names.slice(1);
  const map = Object.fromEntries((pivot ? [metric] : columns).map((name) => [name, name]));
  const made: PostStep[] = pivot
    ? [
        {
          operation: 'pivot',
          options: { index: ['ts'], columns: ['c'], aggregates: { [metric]: { operator: 'sum' } } },
        },
      ]
    : [];
  let rows = start;
  const eachColumn = (change: (values: readonly (number | null)[]) => readonly (number | null)[]) => {
    const changed = columns.map((_, at) => change(rows.map((row) => number(row[at + 1] ?? null))));
    rows = rows.map((row, index) => [row[0] ?? null, ...changed.map((values) => values[index] ?? null)]);
  };
  for (const step of steps) {
    if (step === 'cum') {
      made.push({ operation: 'cum', options: { operator: 'sum', columns: map } });
      eachColumn((values) => values.map((_, at) => total(values.slice(0, at + 1))));
    } else if (step === 'diff') {
      made.push({ operation: 'diff', options: { columns: map, periods: 1 } });
      eachColumn((values) => values.map((value, at) => minus(value, values[at - 1] ?? null)));
    } else if (step === 'rolling') {
      made.push({ operation: 'rolling', options: { rolling_type: 'sum', window: 2, min_periods: 0, columns: map } });
      eachColumn((values) => values.map((_, at) => total(values.slice(Math.max(0, at - 1), at + 1))));
    } else if (step === 'contribution') {
      made.push({ operation: 'contribution', options: { orientation: 'column', columns: Object.keys(map) } });
      eachColumn((values) => values.map((value) => (total(values) === 0 ? null : (value ?? 0) / total(values))));
    } else {
      made.push({
        operation: 'sort',
        options: pivot ? { is_sort_index: true, ascending: false } : { by: [metric], ascending: false },
      });
      rows = rows.toSorted((a, b) => (pivot ? compare(b[0] ?? null, a[0] ?? null) : down(a[1] ?? null, b[1] ?? null)));
    }
  }
  if (pivot) made.push({ operation: 'flatten' });
  const request: QueryObject = { ...asked.request, post_processing: made };
  return { request, names, rows };
}

function pivoted(
  rows: readonly (readonly Value[])[],
  metric: string,
): [readonly string[], readonly (readonly Value[])[]] {
  const filled = rows.map(([at = null, category = null, value = null]) => ({
    at,
    category: category ?? '<NULL>',
    value: number(value),
  }));
  const has = (one: { readonly value: number | null }) => one.value !== null;
  // A sum of nulls alone is nothing that is left out: it is 0.
  const categories = [...new Set(filled.map(({ category }) => String(category)))].toSorted(compare);
  const times = [...new Set(filled.map(({ at }) => at))].toSorted(compare);
  const cell = (at: Value, category: string): number | null => {
    const inCell = filled.filter((one) => one.at === at && one.category === category);
    return inCell.length === 0 ? null : inCell.filter(has).reduce((sum, { value }) => sum + (value ?? 0), 0);
  };
  return [
    ['ts', ...categories.map((category) => `${metric}, ${category}`)],
    times.map((at) => [at, ...categories.map((category) => cell(at, category))]),
  ];
}

function number(value: Value): number | null {
  return value === null ? null : Number(value);
}

function numberOr(value: Value): Value {
  return typeof value === 'bigint' ? Number(value) : value;
}

function total(values: readonly (number | null)[]): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

function minus(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}

function down(a: Value, b: Value): number {
  return a === null || b === null ? compare(a, b) : compare(b, a);
}
