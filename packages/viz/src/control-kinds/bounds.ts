import { defineKind } from './kind.ts';
import { toNumber } from './read.ts';

export type Bounds = readonly [number | null, number | null];

/** Where an axis begins and ends; null leaves it to the data. */
export type BoundsControl = { readonly kind: 'bounds' };

/** Beyond these no axis has ticks: the steps between them overflow, or are nothing. */
const GREATEST = 1e100;
const LEAST = 1e-100;

export const bounds = defineKind<BoundsControl, Bounds>({
  read: (value) => (Array.isArray(value) ? [boundOf(value[0]), boundOf(value[1])] : undefined),
  empty: () => [null, null],
  initial: () => [null, null],
});

function boundOf(value: unknown): number | null {
  const bound = toNumber(value);
  if (bound === null || bound === 0) return bound;
  return Math.abs(bound) <= GREATEST && Math.abs(bound) >= LEAST ? bound : null;
}
