import { t } from '@tessera/core/messages';
import type { Control } from '@tessera/viz/define';

/**
 * The value that a select keeps: one of its choices, or whatever was typed where typing is allowed.
 * A value that is no longer among fixed choices is dropped for the default ([5.0-04]).
 */
export function readChoice(control: Extract<Control, { kind: 'select' | 'segmented' }>, value: unknown): string | number | boolean | null {
  if (value === undefined) return control.default;
  const known = control.choices.find((choice) => choice.value === value);
  if (known) return known.value;
  if (value === null) return control.kind === 'select' && control.clearable === true ? null : control.default;
  if (control.kind === 'select' && control.freeForm !== undefined && (typeof value === 'string' || typeof value === 'number')) return value;
  return control.default;
}

/** `#abc`, `#aabbcc` or `rgb(1, 2, 3)` → channels; anything else is 'Invalid color' ([5.0-08]). */
export function parseColor(text: string): { readonly ok: true; readonly r: number; readonly g: number; readonly b: number } | { readonly ok: false; readonly reason: string } {
  const hex = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) {
    const six = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
    return { ok: true, r: Number.parseInt(six.slice(0, 2), 16), g: Number.parseInt(six.slice(2, 4), 16), b: Number.parseInt(six.slice(4, 6), 16) };
  }
  const [, r, g, b] = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(text.trim()) ?? [];
  const channels = [r, g, b].map(Number);
  if (r === undefined || channels.some((channel) => channel > 255)) return { ok: false, reason: t('Invalid color') };
  return { ok: true, r: channels[0] ?? 0, g: channels[1] ?? 0, b: channels[2] ?? 0 };
}

/** Opacity lies between 0 and 1 ([5.0-08]). */
export function isOpacity(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}
