import { defineKind } from './kind.ts';
import { isRecord, toNumber } from './read.ts';

export type Rgba = { readonly r: number; readonly g: number; readonly b: number; readonly a: number };

/** One fixed colour. */
export type ColorControl = { readonly kind: 'color'; readonly default: Rgba };

export const color = defineKind<ColorControl, Rgba>({
  read: (value) => {
    if (!isRecord(value)) return undefined;
    const [r, g, b, a] = [value['r'], value['g'], value['b'], value['a'] ?? 1].map(toNumber);
    return r == null || g == null || b == null || a == null ? undefined : { r, g, b, a };
  },
  empty: (control) => control.default,
  initial: (control) => control.default,
});
