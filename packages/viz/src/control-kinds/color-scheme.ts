import { defineKind } from './kind.ts';
import { readText } from './read.ts';

/** The colours of categories or of a scale. */
export type ColorSchemeControl = {
  readonly kind: 'color_scheme';
  readonly scale: 'categorical' | 'sequential';
  readonly default: string;
};

export const colorScheme = defineKind<ColorSchemeControl, string>({
  read: readText,
  empty: (control) => control.default,
  initial: (control) => control.default,
});
