import type { AdhocFilter, RawForm } from '../form-data.ts';
import type { FilterValue, QueryFilter } from '../query-object.ts';
import { isUnary, readOperator, takesList } from './operators.ts';

/** What adhoc filters become in a query object: structured filters and two SQL conditions ('' is none). */
export type FilterClauses = { readonly filters: QueryFilter[]; readonly where: string; readonly having: string };

export const NO_FILTER = 'No filter';

/** The adhoc filters of a form-data value; what is no filter is left out, so a damaged chart still draws. */
export function adhocFiltersOf(value: unknown): readonly AdhocFilter[] {
  return Array.isArray(value) ? value.filter(isAdhocFilter) : [];
}

/** The filters of a chart. Where it has none as they are today, those of older charts count: `filters`, by column. */
export function chartFiltersOf(form: RawForm): readonly AdhocFilter[] {
  const own = adhocFiltersOf(form['adhoc_filters']);
  if (own.length > 0) return own;
  return queryFiltersOf(form['filters']).map(({ col, op, val }): AdhocFilter => ({
    clause: 'WHERE',
    expressionType: 'SIMPLE',
    subject: col,
    operator: op,
    ...(val === undefined || val === null ? {} : { comparator: val }),
  }));
}

/** Structured filters of a value: `{col, op, val}` each. */
export function queryFiltersOf(value: unknown): QueryFilter[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.filter(
    (item): item is QueryFilter =>
      typeof item === 'object' && item !== null && 'col' in item && 'op' in item && typeof item.op === 'string',
  );
}

function isAdhocFilter(value: unknown): value is AdhocFilter {
  if (typeof value !== 'object' || value === null || !('expressionType' in value)) return false;
  return value.expressionType === 'SIMPLE' || value.expressionType === 'SQL';
}

/**
 * SIMPLE filters of the WHERE clause become structured filters, SQL ones a condition; several are joined with AND.
 * A SIMPLE filter on HAVING has no meaning and is left out, like one without subject or operator.
 */
export function splitAdhocFilters(filters: readonly AdhocFilter[]): FilterClauses {
  const clause = (name: AdhocFilter['clause']) =>
    filters
      .filter((filter) => filter.expressionType === 'SQL' && (filter.clause ?? 'WHERE') === name)
      .flatMap((filter) => filter.sqlExpression ?? []);
  return {
    filters: filters.flatMap((filter) => toQueryFilter(filter) ?? []),
    where: joinConditions(clause('WHERE')),
    having: joinConditions(clause('HAVING')),
  };
}

/** One SIMPLE WHERE filter as the query object has it; `null` if it says nothing. */
export function toQueryFilter(filter: AdhocFilter): QueryFilter | null {
  if (filter.expressionType !== 'SIMPLE' || (filter.clause ?? 'WHERE') !== 'WHERE' || !filter.subject) return null;
  const stored = filter.operator ?? filter.operatorId;
  if (!stored) return null;
  // An operator that nobody knows travels on, so that the server can refuse it by name.
  const op = readOperator(stored) ?? stored;
  const base = { col: filter.subject, op, ...(filter.isExtra ? { isExtra: true } : {}) };
  if (isUnary(op) || filter.comparator === undefined) return base;
  return { ...base, val: asValue(op, filter.comparator) };
}

function asValue(op: string, comparator: FilterValue): FilterValue {
  return takesList(op) && !Array.isArray(comparator) ? [comparator] : comparator;
}

/**
 * SQL conditions in brackets joined with AND. A line comment would swallow the bracket, so that one gets a line end.
 */
export function joinConditions(conditions: readonly string[]): string {
  return conditions
    .filter((condition) => condition.trim() !== '')
    .map((condition) => `(${condition}${condition.includes('--') ? '\n' : ''})`)
    .join(' AND ');
}

/**
 * The filters that go into a saved chart ([5.0-16]): those that a dashboard lent are dropped; of them a temporal range
 * stays, opened to 'No filter', so that the chart keeps its time column.
 */
export function filtersForSave(filters: readonly AdhocFilter[]): readonly AdhocFilter[] {
  return filters.flatMap(({ isExtra, ...filter }) => {
    if (!isExtra) return [filter];
    const operator = readOperator(filter.operator ?? filter.operatorId ?? '');
    return operator === 'TEMPORAL_RANGE' ? [{ ...filter, comparator: NO_FILTER }] : [];
  });
}
