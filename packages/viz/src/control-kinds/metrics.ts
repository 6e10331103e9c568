import type { Metric } from '@tessera/core/form-data';
import { defineKind, type Names } from './kind.ts';
import { isRecord, readList } from './read.ts';

/** A list of metrics. */
export type MetricsControl = { readonly kind: 'metrics' };

export const metrics = defineKind<MetricsControl, readonly Metric[]>({
  read: readMetrics,
  empty: () => [],
  initial: () => undefined,
  remap: (value, names) => {
    const all = readMetrics(value);
    const kept = all.flatMap((one) => remapMetric(one, names) ?? []);
    return { value: kept, isWhole: kept.length === all.length };
  },
  fields: {
    what: 'metrics',
    isList: true,
    toList: readMetrics,
    fromList: (items) => items,
  },
});

export function readMetrics(value: unknown): readonly Metric[] {
  return readList(value, readMetric);
}

/** A saved metric by name, an aggregate of a column, or SQL. */
export function readMetric(value: unknown): Metric | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!isRecord(value)) return undefined;
  if (value['expressionType'] === 'SQL')
    return typeof value['sqlExpression'] === 'string' ? (value as Metric) : undefined;
  return value['expressionType'] === 'SIMPLE' && isRecord(value['column']) ? (value as Metric) : undefined;
}

/** A written metric names nothing that could be checked here. */
export function remapMetric(value: Metric, names: Names): Metric | null {
  if (typeof value === 'string') return names.metric(value);
  if (value.expressionType === 'SQL') return value;
  const before = value.column?.column_name ?? '';
  const after = names.column(before);
  if (after === null || after === before) return after === null ? null : value;
  return { ...value, column: { ...value.column, column_name: after } };
}
