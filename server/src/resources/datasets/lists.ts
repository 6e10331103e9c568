import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { message, type Words } from '@tessera/core/messages';
import { genericType, isSimpleMetric, type GuessedColumn } from './guess.ts';
import { isBlank } from './known-types.ts';
import type { ColumnPut, MetricPut } from './schema.ts';
import type { ColumnRow, MetricRow, NewColumn, NewMetric } from './store.ts';

/**
 * Refuses an expression that may not be saved; `owner` is what it belongs to, for the message.
 * @throws AppError
 * invalid_sql_clause, adhoc_subquery, template_…
 */
export type CheckExpression = (owner: string, expression: string) => Promise<void>;

/** Columns of a new dataset. */
export function newColumns(source: readonly GuessedColumn[]): readonly NewColumn[] {
  return source.map(newColumn);
}

function newColumn(column: GuessedColumn): NewColumn {
  return {
    column_name: column.column_name,
    type: column.type,
    type_generic: column.type_generic,
    is_dttm: bit(column.is_dttm),
    groupby: bit(column.groupby),
    filterable: bit(column.filterable),
    is_active: 1,
    verbose_name: null,
    expression: null,
    description: column.description,
    python_date_format: null,
    warning_text: null,
    extra: null,
    certified_by: null,
    certification_details: null,
  };
}

/** Every dataset can count its rows ([3.11-01]); beside a column called `count` the metric has another name. */
export function countMetric(columns: readonly { readonly column_name: string }[] = []): NewMetric {
  const isTaken = columns.some(({ column_name: name }) => name.toLowerCase() === 'count');
  return {
    metric_name: isTaken ? 'count_of_rows' : 'count',
    verbose_name: 'COUNT(*)',
    metric_type: 'count',
    expression: 'COUNT(*)',
    description: null,
    d3format: null,
    currency: null,
    warning_text: null,
    extra: null,
    certified_by: null,
    certification_details: null,
  };
}

/** The saved columns brought up to date with the source: what users wrote stays, new ones come last, gone ones go. */
export function syncedColumns(saved: readonly ColumnRow[], source: readonly GuessedColumn[]): readonly NewColumn[] {
  const present = new Map(source.map((column) => [column.column_name, column]));
  const known = new Set(saved.map((column) => column.column_name));
  const kept = saved.flatMap(({ uuid: _, dataset_id: __, position: ___, ...column }): NewColumn[] => {
    if (column.expression) return [column];
    const now = present.get(column.column_name);
    if (!now) return [];
    // A type that changed may have made a time out of a text; one that did not keeps what its owner said of it.
    return [
      now.type === column.type || isBlank(now.type)
        ? column
        : {
            ...column,
            type: now.type,
            type_generic: now.type_generic,
            is_dttm: bit(now.is_dttm || (column.is_dttm === 1 && now.type_generic === column.type_generic)),
          },
    ];
  });
  return [...kept, ...source.filter((column) => !known.has(column.column_name)).map(newColumn)];
}

/**
 * The list of columns that a client sends, on top of the saved ones: a field that is left out stays as it is.
 * Expressions that are new or changed are checked.
 *
 * @throws AppError rejected_fields, invalid_sql_clause, adhoc_subquery
 */
export async function sentColumns(
  check: CheckExpression,
  sent: readonly ColumnPut[],
  saved: readonly ColumnRow[],
  dialect: string,
): Promise<readonly NewColumn[]> {
  assertNames(
    'columns',
    sent.map((column) => column.column_name),
    message('One or more columns already exist'),
  );
  assertIds('columns', sent, saved, message('One or more columns do not exist'));
  const expressionOf = (column: ColumnPut, before: ColumnRow | undefined) =>
    column.expression === undefined ? (before?.expression ?? null) : column.expression || null;
  const sameColumn = savedBy(saved, (row) => row.column_name);
  for (const column of sent) {
    const before = sameColumn(column.id, column.column_name);
    const expression = expressionOf(column, before);
    if (expression !== null && expression !== before?.expression)
      await check(`column ${column.column_name}`, expression);
  }
  return sent.map((column): NewColumn => {
    const before = sameColumn(column.id, column.column_name);
    const expression = expressionOf(column, before);
    return {
      ...(before ? { id: before.id } : column.uuid ? { uuid: column.uuid } : {}),
      column_name: column.column_name,
      expression,
      type: column.type === undefined ? (before?.type ?? null) : column.type,
      type_generic:
        before && (column.type === undefined || column.type === before.type)
          ? before.type_generic
          : isBlank(column.type)
            ? null
            : genericType(dialect, column.type ?? null),
      is_dttm: flag(column.is_dttm, before?.is_dttm, 0),
      is_active: flag(column.is_active, before?.is_active, 1),
      groupby: flag(column.groupby, before?.groupby, 1),
      filterable: flag(column.filterable, before?.filterable, 1),
      ...texts(
        [
          'verbose_name',
          'description',
          'python_date_format',
          'extra',
          'certified_by',
          'certification_details',
          'warning_text',
        ] as const,
        column,
        before,
      ),
    };
  });
}

/** @see sentColumns */
export async function sentMetrics(
  check: CheckExpression,
  sent: readonly MetricPut[],
  saved: readonly MetricRow[],
): Promise<readonly NewMetric[]> {
  assertNames(
    'metrics',
    sent.map((metric) => metric.metric_name),
    message('One or more metrics already exist'),
  );
  assertIds('metrics', sent, saved, message('One or more metrics do not exist'));
  const sameMetric = savedBy(saved, (row) => row.metric_name);
  for (const metric of sent)
    if (
      metric.expression !== sameMetric(metric.id, metric.metric_name)?.expression &&
      !isSimpleMetric(metric.expression)
    )
      await check(`metric ${metric.metric_name}`, metric.expression);
  return sent.map((metric): NewMetric => {
    const before = sameMetric(metric.id, metric.metric_name);
    return {
      ...(before ? { id: before.id } : metric.uuid ? { uuid: metric.uuid } : {}),
      metric_name: metric.metric_name,
      expression: metric.expression,
      currency:
        metric.currency === undefined
          ? (before?.currency ?? null)
          : metric.currency === null
            ? null
            : typeof metric.currency === 'string'
              ? metric.currency
              : printExactJson(metric.currency),
      ...texts(
        [
          'verbose_name',
          'metric_type',
          'description',
          'd3format',
          'extra',
          'certified_by',
          'certification_details',
          'warning_text',
        ] as const,
        metric,
        before,
      ),
    };
  });
}

/** The saved row of what is sent: by its id, or by its name where none is sent. */
function savedBy<Row extends { readonly id: number }>(
  saved: readonly Row[],
  nameOf: (row: Row) => string,
): (id: number | undefined, name: string) => Row | undefined {
  const byId = new Map(saved.map((row) => [row.id, row]));
  const byName = new Map(saved.map((row) => [nameOf(row), row]));
  return (id, name) => (id === undefined ? byName.get(name) : byId.get(id));
}

function texts<const Names extends readonly string[]>(
  names: Names,
  sent: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | undefined,
): Record<Names[number], string | null> {
  const entries = names.map((name) => {
    const value = sent[name] === undefined ? before?.[name] : sent[name];
    return [name, typeof value === 'string' ? value : null];
  });
  return Object.fromEntries(entries) as Record<Names[number], string | null>;
}

function assertNames(field: string, names: readonly string[], text: Words): void {
  if (new Set(names).size < names.length) throw new AppError('rejected_fields', { fields: { [field]: [text] } });
}

function assertIds(
  field: string,
  sent: readonly { readonly id?: number }[],
  saved: readonly { readonly id: number }[],
  text: Words,
): void {
  const known = new Set(saved.map((row) => row.id));
  if (sent.some((entry) => entry.id !== undefined && !known.has(entry.id)))
    throw new AppError('rejected_fields', { fields: { [field]: [text] } });
}

function flag(sent: boolean | null | undefined, before: number | undefined, fallback: 0 | 1): number {
  return sent === undefined || sent === null ? (before ?? fallback) : bit(sent);
}

function bit(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
