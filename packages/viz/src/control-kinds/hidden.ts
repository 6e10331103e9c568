import { defineKind } from './kind.ts';
import { isRecord } from './read.ts';

/** What nobody edits: the dataset gives it, and it is saved with the chart. */
export type HiddenControl = { readonly kind: 'hidden' };

export const hidden = defineKind<HiddenControl, Readonly<Record<string, unknown>>>({
  read: (value) => (isRecord(value) ? value : undefined),
  empty: () => ({}),
  initial: () => undefined,
});
