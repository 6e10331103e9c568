import { guessMainTime } from './guess.ts';
import type { DatasetPut } from './schema.ts';
import type { DatasetLists, DatasetRow, FullDataset, NewColumn } from './store.ts';

/** Where the dataset reads from after the write. */
export function placeOf(
  row: DatasetRow,
  body: DatasetPut,
): Pick<DatasetRow, 'database_id' | 'sql' | 'table_name' | 'schema' | 'catalog'> {
  return {
    database_id: body.database_id ?? row.database_id,
    table_name: body.table_name ?? row.table_name,
    sql: body.sql === undefined ? row.sql : body.sql?.trim() ? body.sql : null,
    schema: body.schema === undefined ? row.schema : body.schema || null,
    catalog: body.catalog === undefined ? row.catalog : body.catalog || null,
  };
}

/** Whether a dataset reads from another place, or by another query, after the write. */
export function isElsewhere(row: DatasetRow, next: ReturnType<typeof placeOf>): boolean {
  return (
    next.database_id !== row.database_id ||
    next.sql !== row.sql ||
    next.table_name !== row.table_name ||
    next.schema !== row.schema ||
    next.catalog !== row.catalog
  );
}

/** The chosen main time column while it is there and temporal, else the best guess; null stays null when chosen. */
export function mainTime(
  chosen: string | null | undefined,
  columns: readonly Pick<NewColumn, 'column_name' | 'is_dttm'>[],
): string | null {
  const temporal = columns.map((column) => ({ column_name: column.column_name, is_dttm: column.is_dttm === 1 }));
  if (chosen === null) return null;
  if (chosen !== undefined && temporal.some((column) => column.column_name === chosen && column.is_dttm)) return chosen;
  return guessMainTime(temporal);
}

/** The main time column: the sent one, or the present one where it is still among the columns. */
export function changedMainTime(
  full: FullDataset,
  body: DatasetPut,
  columns: DatasetLists['columns'],
  moved: boolean,
): { readonly main_dttm_col?: string | null } {
  if (!columns && body.main_dttm_col === undefined) return {};
  const present = full.row.main_dttm_col ?? (moved ? undefined : null);
  const wanted = body.main_dttm_col === undefined ? present : body.main_dttm_col;
  return { main_dttm_col: mainTime(wanted, columns ?? full.columns) };
}

/** Parameters of a template write its SQL as much as its text does. */
export function changesTemplate(row: DatasetRow, sql: string | null, { template_params }: DatasetPut): boolean {
  return sql !== null && template_params !== undefined && (template_params ?? '') !== (row.template_params ?? '');
}

const plain = [
  'description',
  'offset',
  'default_endpoint',
  'cache_timeout',
  'fetch_values_predicate',
  'template_params',
  'extra',
  'certified_by',
  'certification_details',
  'external_url',
  'time_zone',
] as const;

export function plainOf(body: DatasetPut): Partial<Pick<DatasetRow, (typeof plain)[number]>> {
  const values = Object.fromEntries(plain.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]));
  return { ...values, ...(body.offset === null ? { offset: 0 } : {}) };
}

const flags = [
  'normalize_columns',
  'always_filter_main_dttm',
  'is_managed_externally',
  'filter_select_enabled',
] as const;

export function flagsOf(
  body: Partial<Record<(typeof flags)[number], boolean | null>>,
): Partial<Record<(typeof flags)[number], number>> {
  return Object.fromEntries(
    flags.filter((name) => body[name] !== undefined && body[name] !== null).map((name) => [name, body[name] ? 1 : 0]),
  );
}
