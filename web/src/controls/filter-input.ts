import type { AdhocFilter } from '@tessera/core/form-data';
import { numberText, t } from '@tessera/core/messages';
import { isDecimal } from '@tessera/core/numeric-cell';
import type { ColumnKind } from '@tessera/core/table';
import { operatorOf, operators } from './filters.ts';
import { readTypedNumber } from './typed-number.ts';

/** Typed text as a value of a column; what is no value of its kind stays text, which `filterError` refuses. */
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
  return misfitOf(Array.isArray(comparator) ? comparator : [comparator], kind);
}

/** What is wrong with the first value that a column of this kind cannot hold, in a sentence; `null` for nothing. */
export function misfitOf(values: readonly unknown[], kind: ColumnKind | undefined): string | null {
  const wrong = values.find((value): value is string => typeof value === 'string' && !fits(value, kind));
  return wrong === undefined ? null : misfit(wrong, kind);
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
