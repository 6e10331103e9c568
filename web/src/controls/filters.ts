import { conditionsOf } from '@tessera/core/filters/any-of';
import { namedOperators, nameOfOperator, readOperator, type NamedOperator } from '@tessera/core/filters/operators';
import { columnLabel, type AdhocFilter } from '@tessera/core/form-data';
import { msg, t, tMarked } from '@tessera/core/messages';
import type { FilterValue } from '@tessera/core/query-object';
import type { ColumnKind } from '@tessera/core/table';

type Needs = 'none' | 'one' | 'many' | 'range';

/** How the editor calls each named operator ([3.5-03]) and what it needs besides the column. */
export const operators = {
  EQUALS: { label: msg('is'), needs: 'one' },
  NOT_EQUALS: { label: msg('is not'), needs: 'one' },
  IN: { label: msg('is one of'), needs: 'many' },
  NOT_IN: { label: msg('is none of'), needs: 'many' },
  LESS_THAN: { label: msg('is less than'), needs: 'one' },
  LESS_THAN_OR_EQUAL: { label: msg('is at most'), needs: 'one' },
  GREATER_THAN: { label: msg('is more than'), needs: 'one' },
  GREATER_THAN_OR_EQUAL: { label: msg('is at least'), needs: 'one' },
  ILIKE: { label: msg('matches, in any case'), needs: 'one' },
  LIKE: { label: msg('matches'), needs: 'one' },
  IS_NOT_NULL: { label: msg('has a value'), needs: 'none' },
  IS_NULL: { label: msg('has no value'), needs: 'none' },
  IS_TRUE: { label: msg('is true'), needs: 'none' },
  IS_FALSE: { label: msg('is false'), needs: 'none' },
  LATEST_PARTITION: { label: msg('is the newest partition'), needs: 'none' },
  TEMPORAL_RANGE: { label: msg('is in the time range'), needs: 'range' },
} as const satisfies Readonly<Record<NamedOperator, { readonly label: string; readonly needs: Needs }>>;

/** What a filter editor offers for a column of this kind; time columns take a range first. */
export function operatorsFor(kind: ColumnKind | undefined): readonly NamedOperator[] {
  const always: readonly NamedOperator[] = [
    'EQUALS',
    'NOT_EQUALS',
    'IN',
    'NOT_IN',
    'LESS_THAN',
    'LESS_THAN_OR_EQUAL',
    'GREATER_THAN',
    'GREATER_THAN_OR_EQUAL',
    'IS_NOT_NULL',
    'IS_NULL',
  ];
  if (kind === 'temporal') return ['TEMPORAL_RANGE', ...always];
  if (kind === 'boolean') return ['IS_TRUE', 'IS_FALSE', 'EQUALS', 'NOT_EQUALS', 'IS_NOT_NULL', 'IS_NULL'];
  if (kind === 'numeric') return always;
  return [...always.slice(0, 4), 'ILIKE', 'LIKE', ...always.slice(4)];
}

/** Whether an operator moves with the clock or the rows: such a condition cannot be one of several, stored as SQL. */
export function standsAlone(operator: NamedOperator): boolean {
  return operator === 'TEMPORAL_RANGE' || operator === 'LATEST_PARTITION';
}

/** The named operator of a saved filter, old (symbol only) or new; null for one that the editor cannot show. */
export function operatorOf(filter: AdhocFilter): NamedOperator | null {
  const operator = readOperator(filter.operatorId ?? '') ?? readOperator(filter.operator ?? '');
  return operator === null ? null : nameOfOperator(operator);
}

/** A simple filter in the shape that is saved: named operator and symbol side by side ([3.5-01]). */
export function simpleFilter(subject: string, operator: NamedOperator, comparator?: FilterValue): AdhocFilter {
  const { needs } = operators[operator];
  const filter: AdhocFilter = {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject,
    operator: namedOperators[operator],
    operatorId: operator,
  };
  if (needs === 'none' || comparator === undefined) return filter;
  return { ...filter, comparator };
}

export function sqlFilter(sqlExpression: string, clause: 'WHERE' | 'HAVING'): AdhocFilter {
  return { expressionType: 'SQL', clause, sqlExpression, subject: null, operator: null };
}

/** A filter as a sentence: `country is one of Peru, Chile and 3 more`; a range of time in the words it is saved in. */
export function describeCondition(filter: AdhocFilter, label: (column: string) => string = (name) => name): string {
  const conditions = conditionsOf(filter);
  if (conditions) return conditions.map((one) => describeCondition(one, label)).join(` ${t('or')} `);
  if (filter.expressionType === 'SQL') return filter.sqlExpression ?? '';
  const subject = filter.subject ? label(columnLabel(filter.subject)) : '?';
  const operator = operatorOf(filter);
  if (!operator) return `${subject} ${filter.operator ?? ''} ${describeValue(filter.comparator)}`.trim();
  const words = tMarked(operators[operator].label);
  return operators[operator].needs === 'none'
    ? `${subject} ${words}`
    : `${subject} ${words} ${describeValue(filter.comparator)}`;
}

const SHOWN_VALUES = 3;

function describeValue(value: FilterValue | undefined): string {
  if (!Array.isArray(value)) return labelOfValue(value);
  const shown = value.slice(0, SHOWN_VALUES).map(labelOfValue).join(', ');
  return value.length > SHOWN_VALUES ? t('%s and %s more', shown, value.length - SHOWN_VALUES) : shown;
}

/** Empty values have names of their own ([9.0-21]). */
export function labelOfValue(value: string | number | bigint | boolean | null | undefined): string {
  if (value === null || value === undefined) return '<NULL>';
  if (value === '') return '<empty string>';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return String(value);
}
