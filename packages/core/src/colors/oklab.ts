import { linear, type Rgba } from './rgba.ts';

/** OKLab: lightness 0–1 and two colour axes, in which equal steps look equal (B. Ottosson, 2020). */
export type Oklab = { readonly L: number; readonly a: number; readonly b: number };

export function toOklab(color: Rgba): Oklab {
  const [r, g, b] = [linear(color.r), linear(color.g), linear(color.b)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    L: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

/** Colours outside of what a screen can show are cut to its edge. */
export function fromOklab({ L, a, b }: Oklab): Rgba {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    r: channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    g: channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    b: channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    a: 1,
  };
}

/** `amount` 0 is `from`, 1 is `to`. */
export function mixOklab(from: Oklab, to: Oklab, amount: number): Oklab {
  const mix = (one: number, other: number) => one + (other - one) * amount;
  return { L: mix(from.L, to.L), a: mix(from.a, to.a), b: mix(from.b, to.b) };
}

/** How different two colours look: 0.02 is just visible, 1 is black against white. */
export function oklabDistance(one: Oklab, other: Oklab): number {
  return Math.hypot(one.L - other.L, one.a - other.a, one.b - other.b);
}

function channel(light: number): number {
  const value = Math.min(1, Math.max(0, light));
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
}
