import type { Bind, Scalar, ValueComparison } from '../dialect.ts';

// In a SQLite file values have types, and expressions none: a number and the text of its digits are two values there,
// and every text is greater than every number. Who filters writes or picks what is shown, which is the same for both.

/** Numbers of longer lists come from cells, and each value more is a parameter more, of which a statement has few. */
const MAX_DOUBLED = 1000;

/**
 * A condition on an expression whose type nobody names: a number equals the text of its digits too, and values of each
 * type are ordered by the value of their type.
 *
 * @param values  several for IN and NOT IN alone
 */
export function compareUntyped(left: string, operator: ValueComparison, values: readonly Scalar[], bind: Bind): string {
  const [value = null] = values;
  if (/^[<>]=?$/.test(operator)) {
    const twin = twinOf(value);
    if (twin === null) return `${left} ${operator} ${bind(value)}`;
    const [text, number] = typeof value === 'string' ? [value, twin] : [twin, value];
    return (
      `CASE WHEN typeof(${left}) = 'text' THEN ${left} ${operator} ${bind(text)} ELSE ` +
      `${left} ${operator} ${bind(number)} END`
    );
  }
  const all = values.length > MAX_DOUBLED ? values : [...new Set(values.flatMap((one) => [one, twinOf(one) ?? one]))];
  const isNegated = operator === '<>' || operator === 'NOT IN';
  const [only = null] = all;
  return all.length === 1
    ? `${left} ${isNegated ? '<>' : '='} ${bind(only)}`
    : `${left} ${isNegated ? 'NOT IN' : 'IN'} (${all.map(bind).join(', ')})`;
}

/** The text of a number, and the number that a text is written like; `null` for what has no other form. */
function twinOf(value: Scalar): Scalar {
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (typeof value !== 'string' || !/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/.test(value) || value === '-0') return null;
  if (value.includes('.')) return String(Number(value)) === value ? Number(value) : null;
  const integer = BigInt(value);
  return BigInt.asIntN(64, integer) === integer ? integer : null;
}
