import { columnLabel, metricLabel } from '@tessera/core/form-data';
import { AppError } from '@tessera/core/errors/app-error';
import type { AdhocColumn, AdhocMetric, QueryColumn, QueryMetric } from '@tessera/core/query-object';
import type { Expression, Source } from '@tessera/query/structured-query';
import { message } from '@tessera/core/messages';
import { zoneOf, type DatasetColumn, type ResolvedDataset } from '../dataset.ts';

/** Name of the time column of queries that predate the base axis. */
export const TIMESTAMP_LABEL = '__timestamp';

/** A selected thing with its label, and what the label stands for in the answer's `label_map`. */
export type Named = {
  readonly label: string;
  readonly expression: Expression;
  readonly source: string;
  readonly isTemporal: boolean;
};

export function findColumn(dataset: ResolvedDataset, name: string): DatasetColumn | undefined {
  return dataset.columns.find((column) => column.name === name);
}

/** The column as an expression: its name in the catalogue, or the SQL of a calculated column. */
export function columnExpression(column: DatasetColumn): Expression {
  if (column.expression !== null && column.expression.trim() !== '')
    return { kind: 'sql', sql: column.expression, type: column.type };
  return { kind: 'column', name: column.name, type: column.timeFormat ?? column.type };
}

const known = { plain: new WeakMap<ResolvedDataset, Source>(), menu: new WeakMap<ResolvedDataset, Source>() };

/**
 * The source with what expressions of users who ask may name of it: columns of the source that the dataset has. A
 * calculated column is none, even where the source has one of its name. The dataset's own expressions name whatever its
 * authors chose.
 */
export function namedSource(dataset: ResolvedDataset, isMenu: boolean): Source {
  const cache = isMenu ? known.menu : known.plain;
  const kept = cache.get(dataset);
  if (kept) return kept;
  const columns = dataset.columns
    .filter((column) => columnExpression(column).kind === 'column')
    .map(({ name }) => name);
  const texts = [
    ...dataset.columns.map(({ expression }) => expression),
    ...dataset.metrics.map(({ expression }) => expression),
    // Of a menu alone: whoever sent its text in a query would name what the dataset does not show.
    isMenu ? dataset.fetchValuesPredicate : null,
  ];
  const source: Source = {
    ...dataset.source,
    names: { columns, saved: new Set(texts.filter((text) => text !== null)) },
  };
  cache.set(dataset, source);
  return source;
}

/** `missing` collects the names that the dataset lacks, so that one message can name them all. */
export function readColumn(column: QueryColumn, dataset: ResolvedDataset, missing: string[]): Named {
  if (typeof column === 'string') {
    const found = findColumn(dataset, column);
    if (!found) missing.push(column);
    const expression: Expression = found ? columnExpression(found) : { kind: 'column', name: column, type: null };
    return { label: column, expression, source: column, isTemporal: found?.isTemporal === true };
  }
  return readAdhocColumn(column, dataset, missing);
}

function readAdhocColumn(column: AdhocColumn, dataset: ResolvedDataset, missing: string[]): Named {
  const label = columnLabel(column);
  const found = findColumn(dataset, column.sqlExpression);
  if (!found && namesColumn(column)) missing.push(column.sqlExpression);
  const base: Expression = found ? columnExpression(found) : { kind: 'sql', sql: column.sqlExpression, type: null };
  const isBaseAxis = column.columnType === 'BASE_AXIS';
  // A grain on a column of text or numbers means nothing: the axis stays as it is.
  const takesGrain = Boolean(column.timeGrain) && (found ? found.isTemporal : isBaseAxis || Boolean(column.timeGrain));
  const expression: Expression =
    takesGrain && column.timeGrain
      ? { kind: 'grain', grain: column.timeGrain, of: base, zone: zoneOf(found, dataset) }
      : base;
  return {
    label,
    expression,
    source: column.sqlExpression,
    isTemporal: takesGrain || (found?.isTemporal === true && isBaseAxis),
  };
}

/** Words that look like names of columns and are values. */
const VALUES =
  /^(?:true|false|null|(?:current|local)_?(?:date|time|timestamp|user|role|catalog|schema)|(?:session_)?user)$/i;

/** The x axis of a chart comes as an expression that is only the name of a column. */
function namesColumn({ sqlExpression, label, columnType, isColumnReference }: AdhocColumn): boolean {
  if (isColumnReference !== undefined) return isColumnReference;
  if (columnType !== 'BASE_AXIS' || sqlExpression !== label) return false;
  return /^[\p{L}_][\p{L}\p{N}_ ]*$/u.test(sqlExpression) && !VALUES.test(sqlExpression);
}

/** @throws AppError metric_missing, incorrect_request */
export function readMetric(metric: QueryMetric, dataset: ResolvedDataset, missing: string[]): Named {
  if (isAdhoc(metric)) return readAdhocMetric(metric, dataset, missing);
  const name = typeof metric === 'string' ? metric : metric.label;
  const saved = dataset.metrics.find((one) => one.name === name);
  if (!saved) throw new AppError('metric_missing', { metric: name });
  return {
    label: name,
    expression: { kind: 'sql', sql: saved.expression, type: null },
    source: name,
    isTemporal: false,
  };
}

function readAdhocMetric(metric: AdhocMetric, dataset: ResolvedDataset, missing: string[]): Named {
  const label = metricLabel(metric);
  if (metric.expressionType === 'SQL') {
    const sql = metric.sqlExpression ?? '';
    return { label, expression: { kind: 'sql', sql, type: null }, source: sql, isTemporal: false };
  }
  const name = metric.column?.column_name;
  if (!name || !metric.aggregate)
    throw new AppError('incorrect_request', {
      reason: message('the metric "%(label)s" needs a column and an aggregate', { label }),
    });
  const found = findColumn(dataset, name);
  if (!found) missing.push(name);
  const of: Expression = found ? columnExpression(found) : { kind: 'column', name, type: null };
  const isTemporal = found?.isTemporal === true && (metric.aggregate === 'MIN' || metric.aggregate === 'MAX');
  return { label, expression: { kind: 'aggregate', aggregate: metric.aggregate, of }, source: label, isTemporal };
}

function isAdhoc(metric: QueryMetric): metric is AdhocMetric {
  return typeof metric === 'object' && 'expressionType' in metric;
}
