import type { Metric } from '@tessera/core/form-data';
import type { Aggregate } from '@tessera/core/query-object';
import type { ColumnKind } from '@tessera/core/table';
import { findColumn, type DatasetFields } from './fields.ts';

/** The aggregates that make sense for a kind of column, the likeliest first. */
export function aggregatesFor(kind: ColumnKind | undefined): readonly Aggregate[] {
  if (kind === 'numeric') return ['SUM', 'AVG', 'MIN', 'MAX', 'COUNT', 'COUNT_DISTINCT'];
  return ['COUNT_DISTINCT', 'COUNT', 'MIN', 'MAX'];
}

/** The metric that a column becomes when it is put where metrics go. */
export function aggregateOf(dataset: DatasetFields, column: string): Metric {
  const found = findColumn(dataset, column);
  const aggregate = aggregatesFor(found?.kind)[0] ?? 'COUNT';
  return {
    expressionType: 'SIMPLE',
    column: { column_name: column, type: found?.type ?? null },
    aggregate,
    label: `${aggregate}(${column})`,
    hasCustomLabel: false,
  };
}
