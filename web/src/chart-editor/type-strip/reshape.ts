import { compareCells, partOf } from '@tessera/core/cell-order';
import { columnLabel } from '@tessera/core/form-data';
import { addsUp } from '@tessera/core/additivity';
import { ownValue } from '@tessera/core/own-value';
import type { PostStep, QueryObject } from '@tessera/core/query-object';
import { type Cell, packedColumn, tableOf } from '@tessera/core/table';
import type { QueryResult } from '@tessera/viz/define';
import { askedAs, labelOfMetric, type LongRow, type LongRows } from './long-rows.ts';

/**
 * What a query would answer, made from rows that are here already; null where they do not hold what it asks for.
 *
 * For small pictures without numbers: groups of a metric that does not add up take the mean of their parts.
 */
export function answerFor(query: QueryObject, long: LongRows, from: QueryResult): QueryResult | null {
  const dimensions = (query.columns ?? []).map((column) => ({
    label: columnLabel(column),
    asked: askedAs(column, long.kinds.get(columnLabel(column))),
  }));
  const metrics = (query.metrics ?? []).map(labelOfMetric);
  if ((query.time_offsets ?? []).length > 0 || metrics.length === 0) return null;
  if (!dimensions.every(({ label, asked }) => long.asked.get(label) === asked)) return null;
  if (!metrics.every((metric) => long.metrics.includes(metric))) return null;
  const names = dimensions.map(({ label }) => label);
  const rows = ordered(grouped(long, names, metrics, from), query, names, metrics);
  const answer: Rows = { names, metrics, kinds: long.kinds, rows };
  const steps = (query.post_processing ?? []).flatMap((step) => (step ? [step] : []));
  const pivot = steps.find(({ operation }) => operation === 'pivot');
  const { columns, labelMap } = pivot && names.length > 0 ? spread(answer) : plain(answer, steps);
  const { fromMs, toMs, additivity } = from;
  return { table: tableOf(columns), labelMap, fromMs, toMs, ...(additivity ? { additivity } : {}) };
}

type Rows = {
  readonly names: readonly string[];
  readonly metrics: readonly string[];
  readonly kinds: LongRows['kinds'];
  readonly rows: readonly LongRow[];
};
type Columns = {
  readonly columns: readonly ReturnType<typeof packedColumn>[];
  readonly labelMap: Readonly<Record<string, readonly string[]>>;
};

function grouped(
  long: LongRows,
  names: readonly string[],
  metrics: readonly string[],
  from: QueryResult,
): readonly LongRow[] {
  const keysAt = names.map((name) => long.dimensions.indexOf(name));
  const valuesAt = metrics.map((name) => long.metrics.indexOf(name));
  const groups = new Map<string, { readonly keys: readonly Cell[]; readonly parts: (readonly (number | null)[])[] }>();
  for (const row of long.rows) {
    const keys = keysAt.map((at) => row.keys[at] ?? null);
    const id = JSON.stringify(keys.map(idOf));
    const group = groups.get(id) ?? { keys, parts: [] };
    group.parts.push(valuesAt.map((at) => row.values[at] ?? null));
    groups.set(id, group);
  }
  return [...groups.values()].map(({ keys, parts }) => ({
    keys,
    values: metrics.map((metric, at) => {
      const numbers = parts.flatMap((values) => values[at] ?? []);
      if (numbers.length === 0) return null;
      const sum = numbers.reduce((total, value) => total + value, 0);
      return addsUp(ownValue(from.additivity ?? {}, metric)) ? sum : sum / numbers.length;
    }),
  }));
}

function ordered(
  rows: readonly LongRow[],
  query: QueryObject,
  names: readonly string[],
  metrics: readonly string[],
): readonly LongRow[] {
  const [by, isAscending] = query.orderby?.[0] ?? [null, true];
  const label =
    by === null
      ? null
      : typeof by === 'object' && 'sqlExpression' in by && !('expressionType' in by)
        ? columnLabel(by)
        : labelOfMetric(by as Parameters<typeof labelOfMetric>[0]);
  const metric = label === null ? -1 : metrics.indexOf(label);
  const dimension = label === null ? 0 : Math.max(0, names.indexOf(label));
  const sorted = rows.toSorted((a, b) =>
    metric >= 0
      ? (a.values[metric] ?? -Infinity) - (b.values[metric] ?? -Infinity)
      : compareCells(
          a.keys[dimension] ?? null,
          b.keys[dimension] ?? null,
          typeof a.keys[dimension] === 'number' ? 'numeric' : 'string',
        ),
  );
  const inOrder = isAscending ? sorted : sorted.toReversed();
  return query.row_limit ? inOrder.slice(0, query.row_limit) : inOrder;
}

function plain({ names, metrics, kinds, rows }: Rows, steps: readonly PostStep[]): Columns {
  const columns = [
    ...names.map((name, at) =>
      packedColumn(
        name,
        kinds.get(name) ?? 'string',
        rows.map(({ keys }) => keys[at] ?? null),
      ),
    ),
    ...metrics.map((name, at) =>
      packedColumn(
        name,
        'numeric',
        rows.map(({ values }) => values[at] ?? null),
      ),
    ),
    ...steps
      .filter(({ operation }) => operation === 'contribution')
      .flatMap(({ options }) => shares(options, metrics, rows)),
  ];
  return { columns, labelMap: Object.fromEntries(columns.map(({ name }) => [name, [name]])) };
}

/** Each value by the sum of its column. */
function shares(options: PostStep['options'], metrics: readonly string[], rows: readonly LongRow[]) {
  const named = texts(options?.['columns']);
  const renamed = texts(options?.['rename_columns']);
  return named.flatMap((metric, index) => {
    const at = metrics.indexOf(metric);
    const total = rows.reduce((sum, { values }) => sum + (values[at] ?? 0), 0);
    const name = renamed[index];
    if (at < 0 || name === undefined || name === metric) return [];
    return [
      packedColumn(
        name,
        'numeric',
        rows.map(({ values }) => (total === 0 ? null : (values[at] ?? 0) / total)),
      ),
    ];
  });
}

/** One row per value of the first dimension, one column per metric and value of the others. */
function spread({ names, metrics, kinds, rows }: Rows): Columns {
  const index = new Map<string, { readonly cell: Cell; readonly at: number }>();
  const series = new Map<string, { readonly parts: readonly string[]; readonly cells: (number | null)[] }>();
  const axis = rows.toSorted((a, b) => compareAxis(a.keys[0] ?? null, b.keys[0] ?? null));
  for (const { keys } of axis) {
    const id = idOf(keys[0] ?? null);
    if (!index.has(id)) index.set(id, { cell: keys[0] ?? null, at: index.size });
  }
  for (const { keys, values } of rows) {
    const row = index.get(idOf(keys[0] ?? null))?.at ?? 0;
    metrics.forEach((metric, at) => {
      const rest = keys.slice(1).map(idOf);
      const parts = metrics.length === 1 && rest.length > 0 ? rest : [metric, ...rest];
      const name = parts.join(', ');
      const one = series.get(name) ?? { parts, cells: Array.from({ length: index.size }, () => null) };
      one.cells[row] = values[at] ?? null;
      series.set(name, one);
    });
  }
  const first = names[0] ?? '';
  const cells = [...index.values()].map(({ cell }) => cell);
  const columns = [
    packedColumn(first, kinds.get(first) ?? 'string', cells),
    ...[...series].map(([name, one]) => packedColumn(name, 'numeric', one.cells)),
  ];
  const labels: [string, readonly string[]][] = [...series].map(([name, { parts }]) => [name, parts]);
  return { columns, labelMap: Object.fromEntries([[first, [first]] as const, ...labels]) };
}

function compareAxis(a: Cell, b: Cell): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareCells(a, b, 'string');
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function idOf(cell: Cell): string {
  return partOf(cell, 'string');
}
