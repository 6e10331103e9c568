import { fromOklab, toOklab } from './oklab.ts';
import { cssColor, parseColor } from './rgba.ts';

export type ThemeMode = 'light' | 'dark';

export const DEFAULT_CATEGORICAL_SCHEME = 'tessera';

/**
 * Ten colours, far apart also for people who see no red or green, and at least 3:1 against the surface of their theme.
 * The two rows go together: the third colour of the dark theme is the third one of the light theme, made for dark.
 */
const tessera: Readonly<Record<ThemeMode, readonly string[]>> = {
  light: ['#138297', '#d07800', '#598af3', '#c84864', '#7a7000', '#b968cc', '#1d5a41', '#991a00', '#4b54bd', '#7c2177'],
  dark: ['#49b8d1', '#e7a02b', '#8d90f7', '#ea7177', '#88923e', '#e99efb', '#89d999', '#b4551f', '#3973c7', '#a46296'],
};

/** Lightness steps of the second and third ten: away from the surface, so that contrast only grows. */
const STEPS: Readonly<Record<ThemeMode, readonly number[]>> = { light: [0, -0.11, -0.2], dark: [0, 0.08, 0.15] };

/** Thirty colours: the ten, and the ten twice more, moved in lightness. From the 31st on they repeat. */
const extended: Readonly<Record<ThemeMode, readonly string[]>> = { light: extend('light'), dark: extend('dark') };

function extend(mode: ThemeMode): readonly string[] {
  return STEPS[mode].flatMap((step) => tessera[mode].map((color) => (step === 0 ? color : shiftLightness(color, step))));
}

function shiftLightness(color: string, step: number): string {
  const { L, a, b } = toOklab(parseColor(color));
  // Chroma shrinks towards black and white, where screens have none.
  const fade = step < 0 ? 0.85 : 0.75;
  return cssColor(fromOklab({ L: Math.min(0.95, Math.max(0.2, L + step)), a: a * fade, b: b * fade }));
}

/**
 * The colours of a categorical scheme in a theme. There is one scheme; names that saved charts bring from elsewhere
 * (`supersetColors`, `SUPERSET_DEFAULT`, `d3Category10` …) stand for it.
 */
export function categoricalColors(_scheme: string, mode: ThemeMode): readonly string[] {
  return extended[mode];
}
