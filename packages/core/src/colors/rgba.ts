/** Channels 0–255, opacity 0–1. */
export type Rgba = { readonly r: number; readonly g: number; readonly b: number; readonly a: number };

/** Colour of charts with a fixed colour, until the author picks one ([9.0-19]). */
export const DEFAULT_FIXED_COLOR: Rgba = { r: 0, g: 122, b: 135, a: 1 };

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;
const RGB = /^rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,\s*(\d*\.?\d+)\s*)?\)$/i;

/**
 * Colour as a user types it: 3 or 6 hex digits, or `rgb(…)` with an optional opacity from 0 to 1 ([5.0-08]); `null`
 * otherwise.
 */
export function readColor(text: string): Rgba | null {
  const hex = HEX.exec(text.trim())?.[1];
  if (hex !== undefined) {
    const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
    const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
    return { r, g, b, a: 1 };
  }
  const parts = RGB.exec(text.trim());
  if (!parts) return null;
  const [r = 0, g = 0, b = 0] = parts.slice(1, 4).map(Number);
  const a = parts[4] === undefined ? 1 : Number(parts[4]);
  return Math.max(r, g, b) > 255 || a > 1 ? null : { r, g, b, a };
}

/** The colours of our own schemes: as `readColor`. @throws RangeError for text that is none, which is a bug */
export function parseColor(text: string): Rgba {
  const color = readColor(text);
  if (!color) throw new RangeError(`Invalid color: "${text}"`);
  return color;
}

/** CSS text; opaque colours as `#rrggbb`. */
export function cssColor({ r, g, b, a }: Rgba): string {
  if (a < 1) return `rgba(${r}, ${g}, ${b}, ${a})`;
  return `#${[r, g, b].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** Brightness from which dark text stands on a colour ([9.0-20]). */
export const LUMINANCE_CUTOFF = 186;

/** Black or white, whichever reads on the colour. */
export function textColorOn(background: Rgba): '#000000' | '#ffffff' {
  const { r, g, b } = background;
  return 0.299 * r + 0.587 * g + 0.114 * b > LUMINANCE_CUTOFF ? '#000000' : '#ffffff';
}

/** Contrast of two opaque colours, 1 to 21, as accessibility guidelines (WCAG 2) define it. */
export function contrastRatio(one: Rgba, other: Rgba): number {
  const [dark = 0, light = 0] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function relativeLuminance({ r, g, b }: Rgba): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** One sRGB channel, 0–255, as linear light, 0–1. */
export function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
