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
