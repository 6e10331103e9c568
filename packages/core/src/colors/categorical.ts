import { fromOklab, toOklab } from './oklab.ts';
import { cssColor, parseColor } from './rgba.ts';

export type ThemeMode = 'light' | 'dark';

export const DEFAULT_CATEGORICAL_SCHEME = 'tessera';

/**
 * Ten colours, far apart also for users who see no red or green, and at least 3:1 against the surface of their theme.
 * The two rows go together: the third colour of the dark theme is the third one of the light theme, made for dark.
 */
const tessera: Readonly<Record<ThemeMode, readonly string[]>> = {
  light: ['#138297', '#d07800', '#598af3', '#c84864', '#7a7000', '#b968cc', '#1d5a41', '#991a00', '#4b54bd', '#7c2177'],
  dark: ['#49b8d1', '#e7a02b', '#8d90f7', '#ea7177', '#88923e', '#e99efb', '#89d999', '#b4551f', '#3973c7', '#a46296'],
};

/** So many colours of the palette are far apart; each of the others looks much like the one so many before it. */
export const FAR_APART = tessera.light.length;

/** How far the second and the third ten move in lightness. */
const STEPS = [0, 0.1, 0.17];
/**
 * Darker colours of a theme move up, lighter ones down, so that all keep their weight and stand out from the surface.
 */
const MIDDLE: Readonly<Record<ThemeMode, number>> = { light: 0.53, dark: 0.7 };

/** Thirty colours: the ten, and the ten twice more, moved in lightness. From the 31st on they repeat. */
const extended: Readonly<Record<ThemeMode, readonly string[]>> = { light: extend('light'), dark: extend('dark') };

function extend(mode: ThemeMode): readonly string[] {
  return STEPS.flatMap((step) =>
    tessera[mode].map((color) => (step === 0 ? color : shiftLightness(color, step, MIDDLE[mode]))),
  );
}

function shiftLightness(color: string, step: number, middle: number): string {
  const { L, a, b } = toOklab(parseColor(color));
  return cssColor(fromOklab({ L: L < middle ? L + step : L - step, a: a * 0.85, b: b * 0.85 }));
}

/**
 * The colours of a categorical scheme in a theme. There is one scheme; names that saved charts bring from elsewhere
 * (`supersetColors`, `SUPERSET_DEFAULT`, `d3Category10` …) stand for it.
 */
export function categoricalColors(_scheme: string, mode: ThemeMode): readonly string[] {
  return extended[mode];
}
