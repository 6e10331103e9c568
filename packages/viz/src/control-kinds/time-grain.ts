import { defineKind } from './kind.ts';

/** The length of time that one point stands for, as the database has it. */
export type TimeGrainControl = { readonly kind: 'time_grain'; readonly default: string | null };

export const timeGrain = defineKind<TimeGrainControl, string | null>({
  read: (value) => (value === null || typeof value === 'string' ? value || null : undefined),
  empty: (control) => control.default,
  initial: (control) => control.default,
});
