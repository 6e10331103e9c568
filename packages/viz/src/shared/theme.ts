import type { ChartTheme } from '../define.ts';

const fontFamily = "'Inter Variable', 'Inter', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** The tokens of the interface that a drawing needs, as values: a canvas and a server read no style sheet. */
export const chartThemes: Readonly<Record<ChartTheme['mode'], ChartTheme>> = {
  light: {
    mode: 'light',
    text: '#171b20',
    textMuted: '#59636e',
    hairline: '#e2e5e8',
    zeroLine: '#b9c0c7',
    surface: '#ffffff',
    accent: '#007a87',
    success: '#1f7a45',
    danger: '#c0322b',
    warning: '#8f5a00',
    fontFamily,
  },
  dark: {
    mode: 'dark',
    text: '#e7eaed',
    textMuted: '#a3adb7',
    hairline: '#2a3036',
    zeroLine: '#4a535c',
    surface: '#161a1e',
    accent: '#3fb9c5',
    success: '#5cc486',
    danger: '#f0857d',
    warning: '#e3ad4d',
    fontFamily,
  },
};

/** What a reader who asks for more contrast gets in place of the quiet colours. */
const STRONG: Readonly<Record<ChartTheme['mode'], Partial<ChartTheme>>> = {
  light: { text: '#000000', textMuted: '#2b3239', hairline: '#9aa3ac', zeroLine: '#59636e' },
  dark: { text: '#ffffff', textMuted: '#d3d9de', hairline: '#6a747e', zeroLine: '#a3adb7' },
};

/** The theme of a drawing; with more contrast its words and lines stand out. */
export function chartTheme(mode: ChartTheme['mode'], hasMoreContrast = false): ChartTheme {
  return hasMoreContrast ? { ...chartThemes[mode], ...STRONG[mode] } : chartThemes[mode];
}
