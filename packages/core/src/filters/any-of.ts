import type { AdhocFilter } from '../form-data.ts';
import { nameOfOperator, readOperator } from './operators.ts';

/**
 * A filter of several conditions of which one must hold. It is saved as a filter in SQL, which every reader of charts
 * understands, with the conditions that the SQL was printed from beside it.
 *
 * @param sql  as the server printed it for the database of the dataset
 */
export function anyOfFilter(sql: string, conditions: readonly AdhocFilter[]): AdhocFilter {
  return {
    expressionType: 'SQL',
    clause: 'WHERE',
    sqlExpression: sql,
    subject: null,
    operator: null,
    anyOf: { sql, conditions },
  };
}

/** The conditions of such a filter; `null` for any other, and where the SQL was changed by hand since. */
export function conditionsOf(filter: AdhocFilter): readonly AdhocFilter[] | null {
  const { anyOf } = filter;
  if (filter.expressionType !== 'SQL' || typeof anyOf !== 'object' || anyOf === null) return null;
  if (!('sql' in anyOf) || anyOf.sql !== filter.sqlExpression) return null;
  if (!('conditions' in anyOf) || !Array.isArray(anyOf.conditions) || anyOf.conditions.length < 2) return null;
  const conditions: readonly unknown[] = anyOf.conditions;
  return conditions.every(isCondition) ? conditions : null;
}

function isCondition(value: unknown): value is AdhocFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { expressionType, subject, operator, operatorId } = value as Partial<AdhocFilter>;
  if (expressionType !== 'SIMPLE' || typeof subject !== 'string') return false;
  const stored = operatorId ?? operator;
  const read = typeof stored === 'string' ? readOperator(stored) : null;
  return read !== null && nameOfOperator(read) !== null;
}
