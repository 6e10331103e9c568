import type { QueryColumn } from '@tessera/core/query-object';
import { columnLabel, metricLabel, type Metric } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { findColumn, type DatasetFields, type FieldColumn } from './fields.ts';
import type { FieldOption } from './FieldList.tsx';
import { KindIcon } from './KindIcon.tsx';
import type { PillItem } from './PillField.tsx';

export function columnOptions(columns: readonly FieldColumn[], chosen: ReadonlySet<string>): FieldOption[] {
  return columns.map((column) => ({
    value: column.name,
    label: column.label,
    note: column.label === column.name ? null : column.name,
    icon: <KindIcon kind={column.kind} />,
    chosen: chosen.has(column.name),
  }));
}

/** How a chosen column looks; one that the dataset has lost says so. */
export function columnPill(dataset: DatasetFields, column: QueryColumn): PillItem {
  if (typeof column !== 'string')
    return { key: columnLabel(column), label: columnLabel(column), icon: <KindIcon kind="expression" /> };
  const known = findColumn(dataset, column);
  return {
    key: column,
    label: known?.label ?? column,
    icon: <KindIcon kind={known?.kind ?? 'string'} />,
    warning: known ? null : t('The dataset has no column %s.', column),
  };
}

export function metricPill(dataset: DatasetFields, metric: Metric): PillItem {
  const label = metricLabel(metric);
  if (typeof metric === 'string') {
    const known = dataset.metrics.find((saved) => saved.name === metric);
    return {
      key: metric,
      label: known?.label ?? metric,
      icon: <KindIcon kind="metric" />,
      warning: known ? null : t('The dataset has no metric %s.', metric),
    };
  }
  const lost = metric.expressionType === 'SIMPLE' && !findColumn(dataset, metric.column?.column_name ?? '');
  return {
    key: label,
    label,
    icon: <KindIcon kind="expression" />,
    warning: lost ? t('The dataset has no column %s.', metric.column?.column_name ?? '') : null,
  };
}
