import { columnLabel } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import type { Column } from '@tessera/core/table';
import type { TableForm } from './controls.ts';

/**
 * The column that a result column stands for where its cells can be filtered by, with the grain by which they were
 * made; null for metrics and for the numbers of raw records.
 */
export function columnAsDimension(
  column: Column,
  form: TableForm,
): { readonly col: QueryColumn; readonly grain: string | null } | null {
  if (form.query_mode === 'raw') return column.kind === 'numeric' ? null : { col: column.name, grain: null };
  const col = form.groupby.find((one) => columnLabel(one) === column.name);
  if (col === undefined) return null;
  return { col, grain: column.kind === 'temporal' && typeof col === 'string' ? form.time_grain_sqla : null };
}
