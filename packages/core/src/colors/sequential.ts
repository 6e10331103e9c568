import type { ThemeMode } from './categorical.ts';
import { fromOklab, mixOklab, type Oklab, toOklab } from './oklab.ts';
import { cssColor, parseColor } from './rgba.ts';

export const DEFAULT_SEQUENTIAL_SCHEME = 'tessera_seq';
export const DEFAULT_DIVERGING_SCHEME = 'tessera_div';

type Scheme = {
  readonly kind: 'sequential' | 'diverging';
  readonly label: string;
  readonly stops: Readonly<Record<ThemeMode, readonly string[]>>;
};

/** One hue from next to the surface to full strength: low values recede in both themes. Hue in degrees of OKLCH. */
function singleHue(label: string, hue: number, chroma: number): Scheme {
  const at = (L: number, C: number) =>
    cssColor(fromOklab({ L, a: C * Math.cos((hue * Math.PI) / 180), b: C * Math.sin((hue * Math.PI) / 180) }));
  const light = [
    at(0.95, chroma * 0.18),
    at(0.84, chroma * 0.6),
    at(0.7, chroma),
    at(0.55, chroma),
    at(0.38, chroma * 0.75),
  ];
  const dark = [
    at(0.3, chroma * 0.35),
    at(0.43, chroma * 0.75),
    at(0.58, chroma),
    at(0.74, chroma),
    at(0.9, chroma * 0.6),
  ];
  return { kind: 'sequential', label, stops: { light, dark } };
}

/** The same stops in both themes. */
function fixed(kind: Scheme['kind'], label: string, stops: readonly string[]): Scheme {
  return { kind, label, stops: { light: stops, dark: stops } };
}

type Ends = { readonly low: readonly string[]; readonly high: readonly string[] };

/** Strong at both ends, next to the surface in the middle; each side from its end inwards. */
function diverging(label: string, light: Ends, dark: Ends): Scheme {
  const around = ({ low, high }: Ends, middle: string) => [...low, middle, ...high.toReversed()];
  return { kind: 'diverging', label, stops: { light: around(light, '#f2f3f4'), dark: around(dark, '#2b3137') } };
}

/**
 * Scales for values. Viridis and its family are in the public domain (S. van der Walt, N. Smith; cividis: J. Nuñez et
 * al.).
 */
export const sequentialSchemes: Readonly<Record<string, Scheme>> = {
  tessera_seq: singleHue('Teal', 205, 0.105),
  blues: singleHue('Blue', 255, 0.13),
  greens: singleHue('Green', 150, 0.12),
  oranges: singleHue('Orange', 60, 0.13),
  purples: singleHue('Purple', 300, 0.14),
  greys: singleHue('Grey', 250, 0.006),
  viridis: fixed('sequential', 'Viridis', [
    '#440154',
    '#482878',
    '#3e4989',
    '#31688e',
    '#26828e',
    '#1f9e89',
    '#35b779',
    '#6ece58',
    '#b5de2b',
    '#fde725',
  ]),
  magma: fixed('sequential', 'Magma', [
    '#000004',
    '#180f3d',
    '#440f76',
    '#721f81',
    '#9e2f7f',
    '#cd4071',
    '#f1605d',
    '#fd9668',
    '#feca8d',
    '#fcfdbf',
  ]),
  plasma: fixed('sequential', 'Plasma', [
    '#0d0887',
    '#46039f',
    '#7201a8',
    '#9c179e',
    '#bd3786',
    '#d8576b',
    '#ed7953',
    '#fb9f3a',
    '#fdca26',
    '#f0f921',
  ]),
  cividis: fixed('sequential', 'Cividis', [
    '#00224e',
    '#123570',
    '#3b496c',
    '#575d6d',
    '#707173',
    '#8a8678',
    '#a59c74',
    '#c3b369',
    '#e1cc55',
    '#fee838',
  ]),
  tessera_div: diverging(
    'Teal to orange',
    { low: ['#0f5c6b', '#3f9aac', '#a3d3dc'], high: ['#8a4a00', '#d07800', '#f0c48a'] },
    { low: ['#8fdbe8', '#3f9aac', '#215461'], high: ['#ffc069', '#c97b1c', '#684518'] },
  ),
  purple_green: diverging(
    'Purple to green',
    { low: ['#5b2a86', '#9a72c0', '#d3c1e6'], high: ['#1d5a41', '#4d9a72', '#b4dcc4'] },
    { low: ['#d6b8f5', '#9a72c0', '#513a6c'], high: ['#9fe0b8', '#4d9a72', '#28523e'] },
  ),
  red_blue: diverging(
    'Red to blue',
    { low: ['#971d2b', '#d8686b', '#f2c0bb'], high: ['#1f4f9c', '#5f8fd9', '#bdd2f2'] },
    { low: ['#ffb0ab', '#d8686b', '#6c3035'], high: ['#a9ccff', '#5f8fd9', '#2c4670'] },
  ),
};

/** Names that saved charts bring from elsewhere. */
const aliases: Readonly<Record<string, string>> = {
  superset_seq_1: 'tessera_seq',
  superset_seq_2: 'greens',
  superset_div_1: 'tessera_div',
  superset_div_2: 'purple_green',
  blue_white_yellow: 'tessera_div',
  white_black: 'greys',
  black_white: 'greys',
  dark_blue: 'blues',
  fire: 'oranges',
  schemeBlues: 'blues',
  schemeGreens: 'greens',
  schemeOranges: 'oranges',
  schemePurples: 'purples',
  schemeGreys: 'greys',
  schemeViridis: 'viridis',
  interpolateViridis: 'viridis',
  schemeMagma: 'magma',
  schemePlasma: 'plasma',
  schemePRGn: 'purple_green',
  schemePiYG: 'purple_green',
  schemeRdBu: 'red_blue',
  schemeRdYlBu: 'red_blue',
  schemePuOr: 'tessera_div',
  schemeBrBG: 'tessera_div',
};

/** The name of our scheme behind a stored one; what nobody knows becomes the default of its kind. */
export function resolveSequentialScheme(name: string): string {
  if (Object.hasOwn(sequentialSchemes, name)) return name;
  if (Object.hasOwn(aliases, name)) return aliases[name] ?? DEFAULT_SEQUENTIAL_SCHEME;
  return /div/i.test(name) ? DEFAULT_DIVERGING_SCHEME : DEFAULT_SEQUENTIAL_SCHEME;
}

/** A function from 0–1 (clamped) to CSS colours, even steps looking even. */
export function sequentialScale(scheme: string, mode: ThemeMode): (amount: number) => string {
  const stops = (sequentialSchemes[resolveSequentialScheme(scheme)]?.stops[mode] ?? []).map((stop) =>
    toOklab(parseColor(stop)),
  );
  return (amount) => {
    const place = Math.min(1, Math.max(0, amount)) * (stops.length - 1);
    const from = Math.min(Math.floor(place), stops.length - 2);
    return cssColor(fromOklab(mixOklab(stops[from] ?? BLACK, stops[from + 1] ?? BLACK, place - from)));
  };
}

const BLACK: Oklab = { L: 0, a: 0, b: 0 };

/** `count` colours, evenly from the low end to the high end. */
export function sequentialColors(scheme: string, mode: ThemeMode, count: number): readonly string[] {
  const scale = sequentialScale(scheme, mode);
  return Array.from({ length: count }, (_, index) => scale(count === 1 ? 1 : index / (count - 1)));
}
