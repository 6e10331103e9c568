import { defineKind } from './kind.ts';

/** A range of time as text: `Last week`, `2001-01-01 : 2001-07-01`, `No filter`. */
export type TimeRangeControl = { readonly kind: 'time_range'; readonly default: string };

export const timeRange = defineKind<TimeRangeControl, string>({
  read: (value) => (typeof value === 'string' && value !== '' ? value : undefined),
  empty: (control) => control.default,
  initial: (control) => control.default,
});
