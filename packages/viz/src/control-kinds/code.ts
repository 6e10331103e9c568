import { defineKind } from './kind.ts';

/** A text of many lines in a language, edited in the code editor. */
export type CodeControl = { readonly kind: 'code'; readonly language: 'plain' | 'css'; readonly default: string };

export const code = defineKind<CodeControl, string>({
  read: (value) => (typeof value === 'string' ? value : undefined),
  empty: (control) => control.default,
  initial: (control) => control.default,
});
