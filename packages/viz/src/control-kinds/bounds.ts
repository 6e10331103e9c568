import { defineKind } from './kind.ts';
import { toNumber } from './read.ts';

export type Bounds = readonly [number | null, number | null];

/** Where an axis begins and ends; null leaves it to the data. */
export type BoundsControl = { readonly kind: 'bounds' };

export const bounds = defineKind<BoundsControl, Bounds>({
  read: (value) => (Array.isArray(value) ? [toNumber(value[0]), toNumber(value[1])] : undefined),
  empty: () => [null, null],
  initial: () => [null, null],
});
