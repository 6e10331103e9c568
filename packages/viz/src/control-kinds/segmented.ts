import type { Choice } from '../panel.ts';
import { defineKind } from './kind.ts';

/** A few choices, all of them in sight. */
export type SegmentedControl = {
  readonly kind: 'segmented';
  readonly choices: readonly Choice[];
  readonly default: string;
};

export type SegmentedValue<C> = C extends { choices: readonly { readonly value: infer V }[] } ? V : never;

export const segmented = defineKind<SegmentedControl, Choice['value']>({
  read: (value, control) => control.choices.find((choice) => choice.value === value)?.value,
  empty: (control) => control.default,
  initial: (control) => control.default,
});
