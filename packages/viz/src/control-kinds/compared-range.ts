import { defineKind } from './kind.ts';

/** Holds nothing: it says which time the chart is compared with. */
export type ComparedRangeControl = { readonly kind: 'compared_range' };

export const comparedRange = defineKind<ComparedRangeControl, null>({
  read: () => null,
  empty: () => null,
  initial: () => undefined,
});
