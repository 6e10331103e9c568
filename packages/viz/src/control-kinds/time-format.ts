import { defineKind } from './kind.ts';
import { readText } from './read.ts';

/** How times are written. */
export type TimeFormatControl = { readonly kind: 'time_format'; readonly default: string };

export const timeFormat = defineKind<TimeFormatControl, string>({
  read: readText,
  empty: (control) => control.default,
  initial: (control) => control.default,
});
