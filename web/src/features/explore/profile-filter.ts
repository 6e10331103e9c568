import { columnLabel, type AdhocFilter } from '@tessera/core/form-data';
import type { Cell } from '@tessera/core/table';
import type { Bar } from '../../chart/column-profile.ts';
import { operatorOf, simpleFilter } from '../../controls/filters.ts';

/** Filters with one value more, or without it where it was chosen; its column has one list of values. */
export function withValue(filters: readonly AdhocFilter[], column: string, value: Cell): readonly AdhocFilter[] {
  if (value === null) return [...without(filters, column, 'IS_NULL'), simpleFilter(column, 'IS_NULL')];
  const one = typeof value === 'object' ? JSON.stringify(value) : value;
  const at = filters.findIndex((filter) => isOn(filter, column) && operatorOf(filter) === 'IN');
  const known = filters[at]?.comparator;
  const values = Array.isArray(known) ? known : [];
  const next = values.includes(one) ? values.filter((other) => other !== one) : [...values, one];
  if (at < 0) return [...filters, simpleFilter(column, 'IN', next)];
  if (next.length === 0) return filters.filter((_, index) => index !== at);
  return filters.map((filter, index) => (index === at ? simpleFilter(column, 'IN', next) : filter));
}

/** Filters with a range of the column in place of the ranges that it had. */
export function withRange(
  filters: readonly AdhocFilter[],
  column: string,
  kind: 'numeric' | 'temporal',
  from: number,
  to: number,
): readonly AdhocFilter[] {
  if (kind === 'temporal') {
    const range = simpleFilter(column, 'TEMPORAL_RANGE', `${dayOf(from)} : ${dayOf(to)}`);
    return [...without(filters, column, 'TEMPORAL_RANGE'), range];
  }
  const rest = without(without(filters, column, 'GREATER_THAN_OR_EQUAL'), column, 'LESS_THAN_OR_EQUAL');
  return [...rest, simpleFilter(column, 'GREATER_THAN_OR_EQUAL', from), simpleFilter(column, 'LESS_THAN_OR_EQUAL', to)];
}

/**
 * The ends of a dragged range in numbers that are read at a glance: to a tenth of the width of a bar at the finest, and
 * outwards, so that what was dragged over is within.
 */
export function readableRange(from: number, to: number, bars: readonly Bar[]): readonly [number, number] {
  const [first] = bars;
  const width = first ? first.to - first.from : 0;
  if (!Number.isFinite(width) || width <= 0) return [from, to];
  const digits = 1 - Math.floor(Math.log10(width));
  return [rounded(from, digits, Math.floor), rounded(to, digits, Math.ceil)];
}

/** Digits behind the point, or below zero the zeros before it. */
function rounded(value: number, digits: number, round: (value: number) => number): number {
  // Moving the point in the text makes no binary dust.
  const [mantissa, exponent = '0'] = String(value).split('e');
  const scaled = Number(`${mantissa}e${Number(exponent) + digits}`);
  if (!Number.isFinite(scaled) || Math.abs(scaled) > Number.MAX_SAFE_INTEGER) return value;
  return Number(`${round(scaled)}e${-digits}`);
}

function without(filters: readonly AdhocFilter[], column: string, operator: ReturnType<typeof operatorOf>) {
  return filters.filter((filter) => !(isOn(filter, column) && operatorOf(filter) === operator));
}

function isOn({ expressionType, subject }: AdhocFilter, column: string): boolean {
  return expressionType === 'SIMPLE' && subject != null && columnLabel(subject) === column;
}

function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
