import { formatNumber } from '../formats/number.ts';
import type { NumberRange } from './emit.ts';

/** `10 ≤ x ≤ 20`; an open end is left out, two equal ones are one value. */
export function rangeLabel([lower, upper]: NumberRange): string {
  const of = (value: number) => formatNumber('SMART_NUMBER', value);
  if (lower !== null && lower === upper) return `x = ${of(lower)}`;
  if (lower !== null && upper !== null) return `${of(lower)} ≤ x ≤ ${of(upper)}`;
  if (lower !== null) return `x ≥ ${of(lower)}`;
  return upper === null ? '' : `x ≤ ${of(upper)}`;
}
