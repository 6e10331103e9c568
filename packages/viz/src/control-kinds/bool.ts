import { defineKind } from './kind.ts';

/** On or off. */
export type BoolControl = { readonly kind: 'bool'; readonly default: boolean };

export const bool = defineKind<BoolControl, boolean>({
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  empty: (control) => control.default,
  initial: (control) => control.default,
});
