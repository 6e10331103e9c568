import type { ChartTheme } from '@tessera/viz/define';
import type { ThemeMode } from './preferences.ts';

const fontFamily = "'Inter Variable', 'Inter', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** The tokens of tokens.css that a drawing needs, as values: a canvas reads no style sheet. */
export const chartThemes: Readonly<Record<ThemeMode, ChartTheme>> = {
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
