import { expect, test } from 'vitest';
import { chartTheme, chartThemes } from '@tessera/viz/shared/theme';
import { spinnerSizes } from '../feedback/Spinner.tsx';
import { dialogWidth } from '../overlays/Dialog.tsx';
import { toastDurations, toasts, type Toast } from '../feedback/toast-store.ts';
import tokens from './tokens.css?raw';

const [light = '', dark = ''] = tokens.split("[data-theme='dark']");

function token(css: string, name: string): string | undefined {
  return new RegExp(`--ts-${name}: ([^;]+);`).exec(css)?.[1];
}

test.each([
  { mode: 'light' as const, css: light },
  { mode: 'dark' as const, css: dark.split("[data-density='compact']")[0] ?? '' },
])('drawings and style sheets have the same $mode colours', ({ mode, css }) => {
  const { text, textMuted, hairline, zeroLine, surface, accent, success, danger, warning } = chartThemes[mode];
  const inCss = ['text', 'text-muted', 'hairline', 'zero-line', 'panel', 'accent', 'success', 'danger', 'warning'].map(
    (name) => token(css, name),
  );
  expect(inCss).toEqual([text, textMuted, hairline, zeroLine, surface, accent, success, danger, warning]);
});

test.each([
  { mode: 'light' as const, part: 1 },
  { mode: 'dark' as const, part: 2 },
])('whoever asks for more contrast gets it in the page and in $mode drawings alike', ({ mode, part }) => {
  const css = tokens.split('prefers-contrast: more')[part] ?? '';
  const { text, textMuted, hairline, zeroLine, surface } = chartTheme(mode, true);
  const inCss = ['text', 'text-muted', 'hairline', 'zero-line'].map((name) => token(css, name));
  expect(inCss).toEqual([text, textMuted, hairline, zeroLine]);
  const ratios = [text, textMuted, zeroLine, hairline].map((color) => contrast(color, surface));
  for (const [at, least] of [15, 7, 4.5, 2.5].entries()) expect(ratios[at]).toBeGreaterThan(least);
});

/** Relative luminance of `#rrggbb`, as WCAG defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const textPairs = [
  ['text', 'page'],
  ['text', 'panel'],
  ['text-muted', 'page'],
  ['text-muted', 'panel'],
  ['text-muted', 'hover'],
  ['text-faint', 'panel'],
  ['text-faint', 'page'],
  ['text-faint', 'hover'],
  ['accent-text', 'panel'],
  ['accent-text', 'page'],
  ['accent-text', 'accent-tint'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['success', 'success-tint'],
  ['warning', 'warning-tint'],
  ['danger', 'danger-tint'],
  ['danger', 'panel'],
  ['info', 'info-tint'],
] as const;
const markPairs = [
  ['border-control', 'panel'],
  ['accent', 'panel'],
  ['accent', 'page'],
] as const;

for (const [mode, css] of [
  ['light', light],
  ['dark', dark],
] as const) {
  test.each(textPairs)(`${mode}: text %s on %s has a contrast of 4.5`, (front, back) => {
    expect(contrast(token(css, front) ?? '', token(css, back) ?? '')).toBeGreaterThanOrEqual(4.5);
  });
  test.each(markPairs)(`${mode}: mark %s on %s has a contrast of 3`, (front, back) => {
    expect(contrast(token(css, front) ?? '', token(css, back) ?? '')).toBeGreaterThanOrEqual(3);
  });
}

test('[9.0-28] the loading indicator is 50 px on a page and 30 px inline', () => {
  expect(spinnerSizes).toEqual({ page: 50, inline: 30 });
});

test('[9.0-29] toasts stay 4 s for info and success, 6 s for a warning, 8 s for danger', () => {
  expect(toastDurations).toEqual({ info: 4000, success: 4000, warning: 6000, danger: 8000 });
});

test('[9.0-35] a dialog is 600 px wide', () => {
  expect(dialogWidth).toBe(600);
  expect(token(light, 'dialog-width')).toBe('600px');
});

test('[9.0-36] a control label is 240 px wide', () => {
  expect(token(light, 'label-width')).toBe('240px');
});

const toast = (id: number, message: string): Toast => ({ id, tone: 'info', message, durationMs: 4000 });

test('a toast that says the same again takes the place of the first', () => {
  const shown = toasts(toasts([], { type: 'shown', toast: toast(1, 'Saved') }), {
    type: 'shown',
    toast: toast(2, 'Saved'),
  });
  expect(shown.map(({ id }) => id)).toEqual([2]);
  expect(toasts(shown, { type: 'dismissed', id: 2 })).toEqual([]);
});

test('at most four toasts are on screen', () => {
  const shown = [1, 2, 3, 4, 5].reduce<readonly Toast[]>(
    (list, id) => toasts(list, { type: 'shown', toast: toast(id, `message ${id}`) }),
    [],
  );
  expect(shown.map(({ id }) => id)).toEqual([2, 3, 4, 5]);
});
