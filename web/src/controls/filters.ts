import { conditionsOf } from '@tessera/core/filters/any-of';
import { namedOperators, nameOfOperator, readOperator, type NamedOperator } from '@tessera/core/filters/operators';
import { columnLabel, type AdhocFilter } from '@tessera/core/form-data';
import { msg, numberText, t, tMarked } from '@tessera/core/messages';
import { isDecimal } from '@tessera/core/numeric-cell';
import type { FilterValue } from '@tessera/core/query-object';
import type { ColumnKind } from '@tessera/core/table';
import { readTypedNumber } from './typed-number.ts';

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

/** What the editor refuses of a filter on a column of this kind, in a sentence; `null` for nothing. */
export function filterError(filter: AdhocFilter, kind?: ColumnKind): string | null {
  if (filter.expressionType === 'SQL')
    return (filter.sqlExpression ?? '').trim() === '' ? t('Write a condition.') : null;
  if (!filter.subject) return t('Choose a column.');
  const operator = operatorOf(filter);
  if (!operator) return t('Choose an operator.');
  const { needs } = operators[operator];
  if (needs === 'none' || needs === 'range') return null;
  const { comparator } = filter;
  if (needs === 'many' && !(Array.isArray(comparator) && comparator.length > 0))
    return t('Filter value list cannot be empty');
  if (needs === 'one' && (comparator === undefined || comparator === null || comparator === ''))
    return t('Give a value.');
  // Patterns compare with texts.
  if (operator === 'LIKE' || operator === 'ILIKE') return null;
  const values = Array.isArray(comparator) ? comparator : [comparator];
  const wrong = values.find((value) => typeof value === 'string' && !fits(value, kind));
  return wrong === undefined ? null : misfit(String(wrong), kind);
}

/** Whether the server reads a text as a value of the kind. */
function fits(text: string, kind: ColumnKind | undefined): boolean {
  if (text === '<NULL>') return true;
  if (kind === 'numeric') return isDecimal(text) && Number.isFinite(Number(text));
  return kind !== 'boolean' || /^\s*(?:true|t|1|yes|false|f|0|no)\s*$/i.test(text);
}

function misfit(value: string, kind: ColumnKind | undefined): string {
  return kind === 'boolean'
    ? t('“%(value)s” is neither true nor false.', { value })
    : t('“%(value)s” cannot be read as a number. Write it like %(plain)s or %(example)s.', {
        value,
        plain: '1234567',
        example: numberText(1_234_567.5),
      });
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

export function parseValue(text: string, kind: ColumnKind | undefined): string | number | boolean {
  if (kind === 'numeric') {
    const number = readTypedNumber(text);
    if (number === null) return text;
    const value = Number(number);
    // Beyond 2^53 the text is exact and a double is not; the server casts numeric text.
    return !Number.isInteger(value) || Number.isSafeInteger(value) ? value : number;
  }
  if (kind === 'boolean' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}
