import { groupBy } from '@tessera/core/group-by';
import type { FamilyForm } from './controls.ts';
import type { Series } from './data.ts';

type Values = readonly (number | null)[];
type Stacked = Pick<FamilyForm, 'stack' | 'stackDimension' | 'groupby'>;

/** Sum of the series at each x; null where none has a value. */
export function totalsOf(series: readonly Pick<Series, 'values'>[], length: number): Values {
  return Array.from({ length }, (_, index) => {
    const values = series.map((one) => one.values[index] ?? null).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
  });
}

/**
 * Which stack a series is part of: the present and other times have one each, and so has each value of the dimension
 * that splits the stack.
 */
export function stackKeyOf(series: Pick<Series, 'dimensions' | 'shift'>, form: Stacked): string {
  const at =
    form.stackDimension === null || form.stack !== 'Stack'
      ? -1
      : form.groupby.findIndex(
          (column) => (typeof column === 'string' ? column : column.label) === form.stackDimension,
        );
  const group = at < 0 ? 'stack' : `stack: ${series.dimensions[at] ?? ''}`;
  return series.shift === null ? group : `${group} · ${series.shift.offset}`;
}

/** The series of each stack, in their order. */
export function byStack(series: readonly Series[], form: Stacked): ReadonlyMap<string, readonly Series[]> {
  return groupBy(series, (one) => stackKeyOf(one, form));
}

/**
 * Each value as its share of the total of magnitudes at its x, so that negative parts keep their sign and the stack
 * fills one unit.
 */
export function toShares(series: readonly Series[], form: Stacked, length: number): ReadonlyMap<Series, Values> {
  const shares = new Map<Series, Values>();
  for (const group of byStack(series, form).values()) {
    const magnitudes = Array.from({ length }, (_, index) =>
      group.reduce((total, one) => total + Math.abs(one.values[index] ?? 0), 0),
    );
    for (const one of group)
      shares.set(
        one,
        Array.from({ length }, (_, index) => {
          const value = one.values[index] ?? null;
          const whole = magnitudes[index] ?? 0;
          return value === null || whole === 0 ? null : roundDown(value / whole);
        }),
      );
  }
  return shares;
}

/**
 * What each series draws in a stack where that is not its values. A gap in a filled part would tear down those above:
 * what is absent where others of its stack are adds nothing.
 */
export function stackParts(
  series: readonly Series[],
  form: Stacked,
  isFilled: boolean,
  length: number,
): ReadonlyMap<Series, Values> | null {
  const shares = form.stack === 'Expand' ? toShares(series, form, length) : null;
  if (!isFilled || form.stack === null) return shares;
  const parts = new Map<Series, Values>();
  for (const group of byStack(series, form).values()) {
    const totals = totalsOf(group, length);
    for (const one of group) {
      const values = shares?.get(one) ?? one.values;
      parts.set(
        one,
        totals.map((total, index) => values[index] ?? (total === null ? null : 0)),
      );
    }
  }
  return parts;
}

/** Where a stream begins at each x, so that the whole lies around one middle line. */
export function streamBaseline(series: readonly Pick<Series, 'values'>[], length: number): readonly number[] {
  const totals = totalsOf(series, length).map((total) => total ?? 0);
  return totals.map((total) => (total === 0 ? 0 : -total / 2));
}

/** Rounded towards zero, so that the shares of a whole never add up to a hair more than one. */
function roundDown(share: number): number {
  return Math.trunc(share * 1e9) / 1e9;
}

/**
 * Places beside each other for bars that are not stacked: series that never have a value at the same x share one, so
 * that sparse groups have no gaps. Null where each series needs a place of its own.
 */
export function sharedSlots(series: readonly Series[]): ReadonlyMap<Series, number> | null {
  const slots: Set<number>[] = [];
  const taken = new Map<Series, number>();
  for (const one of series) {
    const places = one.values.flatMap((value, index) => (value === null ? [] : [index]));
    const free = slots.findIndex((slot) => places.every((place) => !slot.has(place)));
    const at = free < 0 ? slots.length : free;
    slots[at] = new Set([...(slots[at] ?? []), ...places]);
    taken.set(one, at);
  }
  return slots.length < series.length ? taken : null;
}
