import { columnLabel } from '@tessera/core/form-data';
import type { QueryColumn } from '@tessera/core/query-object';
import type { Column } from '@tessera/core/table';
import { TIME } from '../../bundles/over-time.ts';
import type { TableForm } from './controls.ts';

/** The dimension that takes the time grain: the first of those of which the dataset says that they hold times. */
export function grainedColumn(
  columns: readonly QueryColumn[],
  { temporal_columns_lookup: lookup }: { readonly temporal_columns_lookup?: unknown },
): string | undefined {
  if (typeof lookup !== 'object' || lookup === null) return undefined;
  return columns
    .filter((column) => typeof column === 'string')
    .find((column) => Object.hasOwn(lookup, column) && Reflect.get(lookup, column) === true);
}

/** The grain by which the times of a result column were made; null for none. */
export function grainOf({ name }: Pick<Column, 'name'>, form: TableForm): string | null {
  return name === TIME || grainedColumn(form.groupby, form) === name ? form.time_grain_sqla : null;
}

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
  return { col, grain: column.kind === 'temporal' && typeof col === 'string' ? grainOf(column, form) : null };
}
